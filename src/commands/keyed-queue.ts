import { StoreUnavailable } from '../ports/store-unavailable.ts';

/** Runs tasks of one key in sequence, and tasks of different keys concurrently. */
export class KeyedQueue {
  readonly #tails = new Map<string, { readonly last: Promise<unknown>; readonly waiting: number }>();
  readonly #maxWaiting: number;

  /** @param maxWaiting tasks of one key, the running one included */
  constructor(maxWaiting = 1000) {
    this.#maxWaiting = maxWaiting;
  }

  /** @throws StoreUnavailable when the queue of the key is full */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key);
    if (before === undefined) return this.#start(key, task(), 1);
    if (before.waiting >= this.#maxWaiting) throw new StoreUnavailable('commands', 'the queue of the stream is full');
    return this.#start(key, before.last.then(task, task), before.waiting + 1);
  }

  #start<Result>(key: string, result: Promise<Result>, waiting: number): Promise<Result> {
    this.#tails.set(key, { last: result, waiting });
    const settled = () => {
      const tail = this.#tails.get(key);
      if (tail === undefined) return;
      if (tail.last === result) this.#tails.delete(key);
      else this.#tails.set(key, { last: tail.last, waiting: tail.waiting - 1 });
    };
    result.then(settled, settled);
    return result;
  }
}
