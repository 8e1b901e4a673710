import { StoreUnavailable } from '../ports/store-unavailable.ts';

interface WaitingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchLimits {
  readonly maxBatch: number;
  /** Per key. */
  readonly maxWaiting: number;
}

/** Group commit by key: the first item runs at once, and items that arrive meanwhile form the next batch. */
export class Batches<Item, Result> {
  readonly #runBatch: (key: string, items: readonly Item[]) => Promise<Result>;
  readonly #limits: BatchLimits;
  readonly #waiting = new Map<string, WaitingItem<Item, Result>[]>();

  /** @param runBatch its result or error is that of every item in the batch */
  constructor(
    runBatch: (key: string, items: readonly Item[]) => Promise<Result>,
    limits: BatchLimits = { maxBatch: 100, maxWaiting: 1000 },
  ) {
    this.#runBatch = runBatch;
    this.#limits = limits;
  }

  /** @throws StoreUnavailable when the queue of the key is full; whatever `runBatch` throws */
  add(key: string, item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      const first = [{ item, resolve, reject }];
      this.#waiting.set(key, first);
      void this.#drain(key, first);
    } else if (waiting.length >= this.#limits.maxWaiting) {
      reject(new StoreUnavailable('commands', 'the queue of the stream is full'));
    } else waiting.push({ item, resolve, reject });
    return promise;
  }

  async #drain(key: string, waiting: WaitingItem<Item, Result>[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, this.#limits.maxBatch);
      try {
        const result = await this.#runBatch(
          key,
          batch.map(({ item }) => item),
        );
        for (const { resolve } of batch) resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}
