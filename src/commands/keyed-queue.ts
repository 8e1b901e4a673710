import { StoreUnavailable } from '../ports/store-unavailable.ts';

/** Runs tasks with one key after another, and tasks of different keys at the same time. */
export class KeyedQueue {
  readonly #tails = new Map<string, { readonly last: Promise<unknown>; readonly waiting: number }>();
  readonly #limit: number;

  /** @param limit how many tasks may wait for one key */
  constructor(limit = 1000) {
    this.#limit = limit;
  }

  /** @throws StoreUnavailable when too many wait for the key already. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key);
    if (before === undefined) return this.#start(key, task(), 1);
    if (before.waiting >= this.#limit) throw new StoreUnavailable('commands', 'too many wait for the same stream');
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
