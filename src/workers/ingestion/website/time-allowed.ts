/** Ends work when its time is over, telling that apart from work that nobody wants any more. */
export class TimeAllowed {
  readonly #outer: AbortSignal;
  readonly #over = new AbortController();
  readonly #either: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  /** @param outer aborts the work as well */
  constructor(milliseconds: number, outer: AbortSignal) {
    this.#outer = outer;
    this.#either = AbortSignal.any([outer, this.#over.signal]);
    this.#timer = setTimeout(() => this.#over.abort(new Error('The time is over')), milliseconds);
    this.#timer.unref();
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Null when there was no time for it. Rejects with the outer signal's reason when that aborts, or with what the work throws. */
  async within<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    this.#outer.throwIfAborted();
    if (this.isOver) return null;
    try {
      return await work(this.#either);
    } catch (error) {
      this.#outer.throwIfAborted();
      if (error !== this.#over.signal.reason || !this.isOver) throw error;
      return null;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
