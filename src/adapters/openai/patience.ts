import { ModelUnavailable } from '../../ports/models.ts';

/** Aborts a call when its caller leaves, when it takes too long as a whole, or when what it waits for next does not come. */
export class Patience {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #whole: NodeJS.Timeout;
  #step: NodeJS.Timeout | undefined;
  readonly #callerLeft = () => this.#controller.abort(this.#caller.reason);

  constructor(caller: AbortSignal, wholeMs: number) {
    this.#caller = caller;
    this.#whole = setTimeout(() => this.#give('The model took too long'), wholeMs);
    caller.addEventListener('abort', this.#callerLeft, { once: true });
    if (caller.aborted) this.#callerLeft();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The next thing has so many milliseconds, counted from now. */
  expect(what: string, milliseconds: number): void {
    clearTimeout(this.#step);
    this.#step = setTimeout(() => this.#give(`${what} did not come within ${milliseconds} ms`), milliseconds);
  }

  /** Nothing is waited for: whoever reads takes the time. */
  pause(): void {
    clearTimeout(this.#step);
  }

  /** Ends all waiting. The call has ended by itself, or been left, which ends it too. */
  end(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#step);
    this.#caller.removeEventListener('abort', this.#callerLeft);
  }

  #give(message: string): void {
    this.#controller.abort(new ModelUnavailable(message));
  }
}
