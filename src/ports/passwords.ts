/** Password hashing, off the main thread. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes about the same time whether `hash` is a real one or null (no such account). */
  matches(password: string, hash: string | null): Promise<boolean>;
}
