/** Long work on the main thread, divided so that it never holds the event loop: a few milliseconds, then the others' turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const turnMilliseconds = 5;

export class Turns {
  #startedAt = performance.now();

  /** To be awaited between two small pieces of work: waits for the others when this turn has been long enough. */
  async yieldWhenLong(): Promise<void> {
    if (performance.now() - this.#startedAt < turnMilliseconds) return;
    await nextTurn();
    this.#startedAt = performance.now();
  }
}
