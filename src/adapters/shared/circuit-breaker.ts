/** While the breaker is open, one trial per interval gets the whole deadline. Otherwise no slow call could succeed and close it. */
const TRY_AGAIN_AFTER_MS = 30_000;
/** From a call without an answer to the next trial. Otherwise each of the waiting calls would become a trial. */
const TRIAL_PAUSE_MS = 1_000;
/** From a trial's start: other calls wait this long for its outcome. A store that is back answers sooner. */
const JOINED_WITHIN_MS = 250;

export interface BreakerLimits {
  /** Limit of a call to a store that answers. */
  readonly deadlineMs: number;
  /** Limit of a call after one without an answer. */
  readonly trialDeadlineMs: number;
}

export interface Permit {
  readonly deadlineMs: number;
  /** Tries whether the store is back. */
  readonly isTrial: boolean;
  /** Time by the breaker's clock. */
  readonly begunAt: number;
}

interface Trial {
  readonly begunAt: number;
  readonly ended: Promise<void>;
}

/**
 * Circuit breaker. A call without an answer opens it, and the next answer closes it. While it is open, one trial call at a time
 * reaches the store, with a short deadline and a pause after it (half-open). All other calls fail at once instead of waiting
 * for a deadline each.
 */
export class CircuitBreaker {
  readonly #limits: BreakerLimits;
  readonly #now: () => number;
  /** Time of the last call that had the whole deadline; null while the breaker is closed. */
  #triedAt: number | null = null;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #unansweredAt = Number.NEGATIVE_INFINITY;
  #trial: Trial | null = null;

  /** @param now a monotonic clock, milliseconds */
  constructor(limits: BreakerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** True from a call without an answer until the next answer. */
  get isOpen(): boolean {
    return this.#triedAt !== null;
  }

  /**
   * Makes the call unless the breaker is open and another call is the trial. The call must report its outcome to `answered` or
   * `unanswered`.
   * @param refusal makes the error of a call that is not let through
   * @param deadlineMs default: that of the limits
   */
  async run<Result>(
    call: (permit: Permit) => Promise<Result>,
    refusal: () => Error,
    deadlineMs: number = this.#limits.deadlineMs,
  ): Promise<Result> {
    const joined = this.isOpen && this.#trial !== null;
    if (joined) await this.#trialEnded();
    const begunAt = this.#now();
    if (!this.isOpen) return call({ deadlineMs, isTrial: false, begunAt });
    if (joined || begunAt - this.#unansweredAt < TRIAL_PAUSE_MS) throw refusal();
    const trial = Promise.withResolvers<void>();
    this.#trial = { begunAt, ended: trial.promise };
    try {
      return await call({ deadlineMs: this.#trialDeadlineMs(deadlineMs), isTrial: true, begunAt });
    } finally {
      this.#trial = null;
      trial.resolve();
    }
  }

  /** Closes the breaker, even for an answer after the call's deadline: the store is slow, but available. */
  answered(): void {
    this.#triedAt = null;
    this.#answeredAt = this.#now();
  }

  /** Opens the breaker, unless another call got an answer meanwhile: then this call was slow and the store is available. */
  unanswered({ begunAt }: Pick<Permit, 'begunAt'>): void {
    if (this.#answeredAt > begunAt) return;
    this.#unansweredAt = this.#now();
    this.#triedAt ??= this.#unansweredAt;
  }

  async #trialEnded(): Promise<void> {
    if (this.#trial === null) return;
    const leftMs = this.#trial.begunAt + JOINED_WITHIN_MS - this.#now();
    if (leftMs <= 0) return;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, leftMs);
    await Promise.race([this.#trial.ended, late.promise]);
    clearTimeout(timer);
  }

  #trialDeadlineMs(wantedMs: number): number {
    const now = this.#now();
    const { deadlineMs, trialDeadlineMs } = this.#limits;
    if (this.#triedAt !== null && now - this.#triedAt < TRY_AGAIN_AFTER_MS) return Math.min(trialDeadlineMs, wantedMs);
    this.#triedAt = now;
    return Math.min(deadlineMs, wantedMs);
  }
}
