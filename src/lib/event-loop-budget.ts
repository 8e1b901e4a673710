/** Divides long work on the main thread into time slices, so that it never blocks the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well under the limit of 20 ms: a step may begin just before the slice ends. */
const TIME_SLICE_MS = 8;

export class EventLoopBudget {
  #startedAt = performance.now();

  /** Check it first where even a settled promise would cost more than a step. */
  get isUsedUp(): boolean {
    return performance.now() - this.#startedAt >= TIME_SLICE_MS;
  }

  async yieldNow(): Promise<void> {
    await nextTurn();
    this.#startedAt = performance.now();
  }

  /** Await it between small steps. */
  async yieldIfUsedUp(): Promise<void> {
    if (this.isUsedUp) await this.yieldNow();
  }
}
