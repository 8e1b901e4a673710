import type { DiskRefusal } from '../../ports/store-unavailable.ts';

interface Refused {
  readonly refusal: DiskRefusal;
  readonly retry: () => Promise<unknown>;
}

/** Stores whose last write the disk refused. Each is retried before it is reported, since the disk may have room again. */
export class UnwritableStores {
  readonly #refused = new Map<string, Refused>();

  /** @param retry writes a little; rejects while the disk refuses */
  add(store: string, refusal: DiskRefusal, retry: () => Promise<unknown>): void {
    this.#refused.set(store, { refusal, retry });
  }

  delete(store: string): void {
    this.#refused.delete(store);
  }

  /** The stores that still cannot write, each with the reason. */
  async remaining(): Promise<ReadonlyMap<string, DiskRefusal>> {
    const waiting = [...this.#refused];
    const outcomes = await Promise.allSettled(waiting.map(([, { retry }]) => retry()));
    for (const [place, [store, refused]] of waiting.entries()) {
      const isWritten = outcomes[place]?.status === 'fulfilled';
      if (isWritten && this.#refused.get(store) === refused) this.#refused.delete(store);
    }
    return new Map([...this.#refused].map(([store, { refusal }]) => [store, refusal]));
  }
}
