/** Long work on the main thread, divided so that it never holds the event loop: a few milliseconds, then the others' turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well under the 20 ms that nothing may hold the event loop for: a step may begin just before the time is over. */
const TURN_MS = 8;

export class Turns {
  #startedAt = performance.now();

  /** Awaited between two small steps: lets the others run when this turn has been long enough. */
  async yieldWhenLong(): Promise<void> {
    if (performance.now() - this.#startedAt < TURN_MS) return;
    await nextTurn();
    this.#startedAt = performance.now();
  }
}
