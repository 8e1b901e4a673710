import { StoreUnavailable } from '../ports/store-unavailable.ts';

export interface KeyedQueueLimits {
  /** Tasks of one key, the running one included. */
  readonly maxTasks: number;
  /** Until a task begins. Tasks of an unavailable store would otherwise wait for each other's deadlines. */
  readonly maxWaitMs: number;
}

const LIMITS: KeyedQueueLimits = { maxTasks: 1000, maxWaitMs: 10_000 };

/** Runs tasks of one key in sequence, and tasks of different keys concurrently. */
export class KeyedQueue {
  readonly #tails = new Map<string, { readonly last: Promise<unknown>; readonly waiting: number }>();
  readonly #limits: KeyedQueueLimits;

  constructor(limits: Partial<KeyedQueueLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** @throws StoreUnavailable when the queue of the key is full, or the task did not begin in time, and will not */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const { maxTasks, maxWaitMs } = this.#limits;
    const before = this.#tails.get(key);
    if (before === undefined) return this.#start(key, task(), 1);
    if (before.waiting >= maxTasks) throw new StoreUnavailable('commands', 'the queue of the stream is full');
    const turn = new Turn(maxWaitMs);
    const begin = () => turn.begin(task);
    return Promise.race([this.#start(key, before.last.then(begin, begin), before.waiting + 1), turn.missed]);
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

/** A task's wait for those before it. */
class Turn {
  /** Rejects when the wait takes too long; never settles otherwise. */
  readonly missed: Promise<never>;
  readonly #late: NodeJS.Timeout;
  #isMissed = false;

  constructor(maxWaitMs: number) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.missed = promise;
    this.#late = setTimeout(() => {
      this.#isMissed = true;
      reject(new StoreUnavailable('commands', `the stream's earlier commands took longer than ${maxWaitMs} ms`));
    }, maxWaitMs);
  }

  begin<Result>(task: () => Promise<Result>): Promise<Result> {
    clearTimeout(this.#late);
    return this.#isMissed ? this.missed : task();
  }
}
