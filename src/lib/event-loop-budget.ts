/** Divides long work on the main thread into time slices, so that it never blocks the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well under the limit of 20 ms, because a step may begin just before the slice ends. */
const TIME_SLICE_MS = 8;

export class EventLoopBudget {
  #startedAt = performance.now();

  /**
   * True when the time slice is used up. Check it first where steps are so short that even a settled promise would be
   * costly.
   */
  get isLong(): boolean {
    return performance.now() - this.#startedAt >= TIME_SLICE_MS;
  }

  /** Yields to the event loop and starts a new time slice. */
  async pass(): Promise<void> {
    await nextTurn();
    this.#startedAt = performance.now();
  }

  /** Yields to the event loop when the time slice is used up. Await it between small steps. */
  async yieldWhenLong(): Promise<void> {
    if (this.isLong) await this.pass();
  }
}
