const MAX_MODELS = 100;
/** The first may be late because the endpoint loads the model. */
const LATE_IN_A_ROW = 2;
const PAUSE_MS = 5 * 60_000;

interface Late {
  readonly times: number;
  readonly timeoutMs: number;
  /** In `now()`'s milliseconds. */
  readonly since: number;
}

/**
 * A model that was late twice is not asked for another completion of the same or a shorter time limit for five minutes: each would
 * cost a visitor the whole limit, and the endpoint the work.
 */
export class LateCompletions {
  readonly #byModel = new Map<string, Late>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  areExpected(model: string, timeoutMs: number): boolean {
    const late = this.#byModel.get(model);
    return (
      late !== undefined &&
      late.times >= LATE_IN_A_ROW &&
      timeoutMs <= late.timeoutMs &&
      this.#now() - late.since < PAUSE_MS
    );
  }

  add(model: string, timeoutMs: number): void {
    const times = (this.#byModel.get(model)?.times ?? 0) + 1;
    if (this.#byModel.size >= MAX_MODELS) this.#byModel.clear();
    this.#byModel.set(model, { times, timeoutMs, since: this.#now() });
  }

  forget(model: string): void {
    this.#byModel.delete(model);
  }
}
