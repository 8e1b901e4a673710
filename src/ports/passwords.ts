/** Off the main thread. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** A null `hash` (no such account) takes about as long, against timing attacks. */
  verify(password: string, hash: string | null): Promise<boolean>;
}
