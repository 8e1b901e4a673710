/** Divides long work on the main thread into time slices, so that it never blocks the event loop. */

/** Well under the limit of 20 ms: a step may begin just before the slice ends. */
const TIME_SLICE_MS = 8;

/** Work of one turn of the event loop shares a slice, because nothing else runs between its steps. It is null until such work asks for it. */
let sliceStartedAt: number | null = null;

/** Arrival order. */
const waiting: (() => void)[] = [];
let isTurnScheduled = false;

function startedAt(): number {
  if (sliceStartedAt === null) {
    sliceStartedAt = performance.now();
    scheduleTurn();
  }
  return sliceStartedAt;
}

const isSliceUsedUp = (): boolean => performance.now() - startedAt() >= TIME_SLICE_MS;

function scheduleTurn(): void {
  if (isTurnScheduled) return;
  isTurnScheduled = true;
  setImmediate(() => {
    isTurnScheduled = false;
    sliceStartedAt = null;
    // Work that yields during the turn waits for the next.
    resumeNext(waiting.length);
  });
}

/** Resumes waiting work until the slice is used up, so that a burst of it does not fill the turn. */
function resumeNext(left: number): void {
  const resume = left > 0 ? waiting.shift() : undefined;
  if (resume === undefined) return;
  startedAt();
  resume();
  // A resumed step consists of microtasks, which all run before the next tick.
  queueMicrotask(() =>
    process.nextTick(() => {
      if (!isSliceUsedUp()) resumeNext(left - 1);
    }),
  );
}

export class EventLoopBudget {
  /** Starts the slice, unless other work of this turn has. */
  constructor() {
    startedAt();
  }

  /** Check it first where even a settled promise would cost more than a step. */
  get isUsedUp(): boolean {
    return isSliceUsedUp();
  }

  /** The caller must do a step before its next check: other work may have used up the next turn's slice too. */
  yieldNow(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    scheduleTurn();
    return promise;
  }

  /** Await it between small steps. */
  async yieldIfUsedUp(): Promise<void> {
    if (this.isUsedUp) await this.yieldNow();
  }
}
