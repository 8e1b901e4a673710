/** Password hashing, off the main thread. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes about the same time for a null `hash` (no such account), against timing attacks. */
  verify(password: string, hash: string | null): Promise<boolean>;
}
