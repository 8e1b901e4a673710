/**
 * Bounds how many questions are recorded and searched for at the same time. Without it, a thousand questions that arrive together
 * would share the event loop in every step, and each would get its first token when all have been prepared.
 */
import { FairQueue } from '../lib/fair-queue.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';

interface TurnLimits {
  /** More than a node can prepare at once, since preparing also waits for models. */
  readonly preparing: number;
  readonly waiting: number;
  readonly waitMs: number;
}

const LIMITS: TurnLimits = { preparing: 100, waiting: 2_000, waitMs: 60_000 };

export class PreparationTurns {
  readonly #limits: TurnLimits;
  readonly #queue: FairQueue;
  #waiting = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
    this.#queue = new FairQueue({ concurrency: limits.preparing, perKey: limits.preparing });
  }

  /**
   * Accounts take turns. An aborted question does not wait: it is still recorded, but not prepared.
   * @returns ends the turn
   * @throws StoreUnavailable when too many wait, or the turn did not come in time
   */
  async take(accountId: string, signal: AbortSignal): Promise<() => void> {
    return this.#queue.takeAtOnce(accountId) ?? this.#wait(accountId, signal);
  }

  async #wait(accountId: string, signal: AbortSignal): Promise<() => void> {
    const { waiting, waitMs } = this.#limits;
    if (this.#waiting >= waiting) throw new StoreUnavailable('answers', 'too many questions wait');
    this.#waiting += 1;
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    const timer = setTimeout(leave, waitMs);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await this.#queue.take(accountId, leaving.signal);
    } catch {
      if (signal.aborted) return () => undefined;
      throw new StoreUnavailable('answers', `a question was not prepared within ${waitMs} ms`);
    } finally {
      this.#waiting -= 1;
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }
}
