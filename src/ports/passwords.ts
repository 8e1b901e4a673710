/** Off the main thread. Callers take turns: one caller's backlog neither delays the others nor takes their places. */
export interface Passwords {
  /** @throws StoreUnavailable when too many wait */
  hash(password: string, caller?: string): Promise<string>;
  /**
   * A null `hash` (no such account) takes about as long, against timing attacks.
   * @throws StoreUnavailable when too many wait
   */
  verify(password: string, hash: string | null, caller?: string): Promise<boolean>;
}
