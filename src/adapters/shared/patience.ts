/** While a store is away, one call in this time is given the whole deadline again: a slow call would otherwise never end well. */
const TRY_AGAIN_AFTER_MS = 30_000;

export interface PatienceLimits {
  /** Milliseconds for a call to a store that answers. */
  readonly deadlineMs: number;
  /** Milliseconds for a call after one that had no answer. */
  readonly awayDeadlineMs: number;
}

/**
 * Deadline of calls to a store: short while it is known to be away, so that the calls of one request, or of a queue, together wait
 * little longer than the first. The next answer ends that.
 */
export class Patience {
  readonly #limits: PatienceLimits;
  readonly #now: () => number;
  /** It is null while the store answers. */
  #triedAt: number | null = null;

  /** @param now a monotonic clock, milliseconds */
  constructor(limits: PatienceLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Since a call had no answer, none has had one. */
  get isAway(): boolean {
    return this.#triedAt !== null;
  }

  /** Call it once for each call to the store. */
  nextDeadlineMs(): number {
    const { deadlineMs, awayDeadlineMs } = this.#limits;
    if (this.#triedAt === null) return deadlineMs;
    if (this.#now() - this.#triedAt < TRY_AGAIN_AFTER_MS) return Math.min(awayDeadlineMs, deadlineMs);
    this.#triedAt = this.#now();
    return deadlineMs;
  }

  answered(): void {
    this.#triedAt = null;
  }

  unanswered(): void {
    this.#triedAt ??= this.#now();
  }
}
