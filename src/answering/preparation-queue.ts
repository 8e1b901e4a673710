/**
 * Bulkhead: bounds the questions that are recorded and searched for at the same time. A thousand simultaneous questions would otherwise
 * share the event loop, and no answer would begin before all are prepared.
 */
import { FairQueue } from '../lib/fair-queue.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';

interface PreparationLimits {
  /** Above what a node can do at once, since preparing also waits for models. */
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

const LIMITS: PreparationLimits = { concurrency: 100, maxWaiting: 2_000, maxWaitMs: 60_000 };

export class PreparationQueue {
  readonly #limits: PreparationLimits;
  readonly #queue: FairQueue;
  #waiting = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
    this.#queue = new FairQueue({ concurrency: limits.concurrency, perKey: limits.concurrency });
  }

  /**
   * Fair by account. An aborted question does not wait: it is recorded, but not prepared.
   * @returns function to call when the question is prepared
   * @throws StoreUnavailable when too many wait, or this one has waited too long
   */
  async acquire(accountId: string, signal: AbortSignal): Promise<() => void> {
    return this.#queue.tryAcquire(accountId) ?? this.#wait(accountId, signal);
  }

  async #wait(accountId: string, signal: AbortSignal): Promise<() => void> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    if (this.#waiting >= maxWaiting) throw new StoreUnavailable('answers', 'too many questions wait');
    this.#waiting += 1;
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    const timer = setTimeout(leave, maxWaitMs);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await this.#queue.acquire(accountId, leaving.signal);
    } catch {
      if (signal.aborted) return () => undefined;
      throw new StoreUnavailable('answers', `a question was not prepared within ${maxWaitMs} ms`);
    } finally {
      this.#waiting -= 1;
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }
}
