/** Time limit that can be told apart from an abort of the caller. */
export class Deadline {
  readonly #outer: AbortSignal;
  readonly #expired = new AbortController();
  readonly #either: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number, outer: AbortSignal) {
    this.#outer = outer;
    this.#either = AbortSignal.any([outer, this.#expired.signal]);
    this.#timer = setTimeout(() => this.#expired.abort(new Error('The time limit expired')), milliseconds);
    this.#timer.unref();
  }

  get isExpired(): boolean {
    return this.#expired.signal.aborted;
  }

  /** Returns null when the time limit expired. @throws the outer signal's reason, or what the work throws */
  async run<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    this.#outer.throwIfAborted();
    if (this.isExpired) return null;
    try {
      return await work(this.#either);
    } catch (error) {
      this.#outer.throwIfAborted();
      if (error !== this.#expired.signal.reason || !this.isExpired) throw error;
      return null;
    }
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
