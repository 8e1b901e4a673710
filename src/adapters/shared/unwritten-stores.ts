/**
 * Stores whose last write the disk refused. Each is retried before it is reported, so that a full disk is reported only while
 * it is full.
 */
export class UnwrittenStores {
  readonly #retries = new Map<string, () => Promise<unknown>>();

  /** @param retry writes a little; rejects while the disk refuses */
  add(store: string, retry: () => Promise<unknown>): void {
    this.#retries.set(store, retry);
  }

  delete(store: string): void {
    this.#retries.delete(store);
  }

  /** Names of the stores that still cannot write. */
  async remaining(): Promise<readonly string[]> {
    const waiting = [...this.#retries];
    const outcomes = await Promise.allSettled(waiting.map(([, retry]) => retry()));
    for (const [place, [store, retry]] of waiting.entries()) {
      const isWritten = outcomes[place]?.status === 'fulfilled';
      if (isWritten && this.#retries.get(store) === retry) this.#retries.delete(store);
    }
    return [...this.#retries.keys()];
  }
}
