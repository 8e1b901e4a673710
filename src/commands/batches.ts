import { StoreUnavailable } from '../ports/store-unavailable.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchLimits {
  /** Items carried out together. */
  readonly most: number;
  /** Items that may wait for one key. */
  readonly waiting: number;
}

/** Carries out one item of a key at once, and together whatever comes for the key meanwhile: nothing waits for company. */
export class Batches<Item, Result> {
  readonly #carryOut: (key: string, items: readonly Item[]) => Promise<Result>;
  readonly #limits: BatchLimits;
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  /** @param carryOut its result, or its failure, is that of every item given */
  constructor(
    carryOut: (key: string, items: readonly Item[]) => Promise<Result>,
    limits: BatchLimits = { most: 100, waiting: 1000 },
  ) {
    this.#carryOut = carryOut;
    this.#limits = limits;
  }

  /** @throws StoreUnavailable when too many wait for the key already; what carrying out throws */
  add(key: string, item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      const first = [{ item, resolve, reject }];
      this.#waiting.set(key, first);
      void this.#work(key, first);
    } else if (waiting.length >= this.#limits.waiting) {
      reject(new StoreUnavailable('commands', 'too many wait for the same stream'));
    } else waiting.push({ item, resolve, reject });
    return promise;
  }

  async #work(key: string, waiting: Waiting<Item, Result>[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, this.#limits.most);
      try {
        const result = await this.#carryOut(
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
