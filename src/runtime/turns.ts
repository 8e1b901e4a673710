/** Long work on the main thread, divided so that it never holds the event loop: a few milliseconds, then the others' turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well under the 20 ms that nothing may hold the event loop for: a step may begin just before the time is over. */
const TURN_MS = 8;

export class Turns {
  #startedAt = performance.now();

  /** Whether it is the others' turn. Asked first where steps are so short that even a settled promise would cost. */
  get isLong(): boolean {
    return performance.now() - this.#startedAt >= TURN_MS;
  }

  /** Lets the others run. */
  async pass(): Promise<void> {
    await nextTurn();
    this.#startedAt = performance.now();
  }

  /** Awaited between two small steps: lets the others run when this turn has been long enough. */
  async yieldWhenLong(): Promise<void> {
    if (this.isLong) await this.pass();
  }
}
