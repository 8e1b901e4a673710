/** Divides long work on the main thread into time slices, so that it never blocks the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well under the limit of 20 ms: a step may begin just before the slice ends. */
const TIME_SLICE_MS = 8;

/**
 * A slice belongs to a turn of the event loop: steps of different work in the same turn share one, because nothing else runs between them.
 * It is null until work of this turn asks for it.
 */
let sliceStartedAt: number | null = null;

function startedAt(): number {
  if (sliceStartedAt === null) {
    sliceStartedAt = performance.now();
    void nextTurn().then(() => {
      sliceStartedAt = null;
    });
  }
  return sliceStartedAt;
}

export class EventLoopBudget {
  /** Starts the slice, unless other work of this turn has. */
  constructor() {
    startedAt();
  }

  /** Check it first where even a settled promise would cost more than a step. */
  get isUsedUp(): boolean {
    return performance.now() - startedAt() >= TIME_SLICE_MS;
  }

  /** The caller must do a step before its next check: other work may have used up the next turn's slice too. */
  async yieldNow(): Promise<void> {
    await nextTurn();
  }

  /** Await it between small steps. */
  async yieldIfUsedUp(): Promise<void> {
    if (this.isUsedUp) await this.yieldNow();
  }
}
