/** Calls to the server: each with a deadline, a bounded number at once, tried again while the deadline lasts. */
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { isRefusal, store, unavailable } from './failures.ts';

/** A connection has room for a hundred calls; subscriptions hold some of them all the time. */
const maxAtOnce = 64;
const maxWaiting = 5000;
/** Milliseconds between two tries: doubles from the first to the second. */
const [firstPause, longestPause] = [25, 1000];

export class Calls {
  readonly #deadlineMs: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;
  #closed = false;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  /** Milliseconds that a call may take, tries and all. */
  get deadlineMs(): number {
    return this.#deadlineMs;
  }

  get closed(): boolean {
    return this.#closed;
  }

  requireOpen(): void {
    if (this.#closed) throw new StoreUnavailable(store, 'closed');
  }

  /** From now on nothing is begun or tried again. */
  close(): void {
    this.#closed = true;
    for (const begin of this.#waiting) begin();
  }

  /**
   * Makes a call that may be made again: `attempt` is given the milliseconds it has.
   * @throws StoreUnavailable when it did not succeed in time or was refused; whatever `passOn` picks is thrown as it is.
   */
  async run<Result>(
    attempt: (deadlineMs: number) => Promise<Result>,
    passOn: (error: unknown) => boolean = () => false,
  ): Promise<Result> {
    const endsAt = performance.now() + this.#deadlineMs;
    await this.#begin();
    try {
      for (let between = firstPause; ; between = Math.min(between * 2, longestPause)) {
        this.requireOpen();
        try {
          // One silent try must not use up the time of the others.
          const left = Math.max(endsAt - performance.now(), this.#deadlineMs / 4);
          return await within(Math.min(left, this.#deadlineMs / 2), attempt);
        } catch (error) {
          if (passOn(error)) throw error;
          if (isRefusal(error) || performance.now() + between >= endsAt) throw unavailable(error);
          await pause(between);
        }
      }
    } finally {
      this.#end();
    }
  }

  async #begin(): Promise<void> {
    if (this.#running >= maxAtOnce) {
      if (this.#waiting.size >= maxWaiting) throw new StoreUnavailable(store, 'too many calls are waiting');
      const turn = Promise.withResolvers<void>();
      this.#waiting.add(turn.resolve);
      try {
        await within(this.#deadlineMs, () => turn.promise);
      } finally {
        this.#waiting.delete(turn.resolve);
      }
    }
    this.#running += 1;
  }

  #end(): void {
    this.#running -= 1;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next();
  }
}

/** The client's own deadlines do not cover finding a node, and reads have none. */
function within<Result>(ms: number, attempt: (deadlineMs: number) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StoreUnavailable(store, `no answer within ${Math.round(ms)} ms`)), ms);
    attempt(ms)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
