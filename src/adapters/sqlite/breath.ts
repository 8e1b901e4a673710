import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well under the 20 ms that nothing may hold the event loop for, since a step may start just before the budget is used up. */
const budgetMs = 8;

/** Lets a long row of short steps give way to the event loop every few milliseconds. */
export class Breath {
  #since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#since > budgetMs;
  }

  async take(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
