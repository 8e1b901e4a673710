import { ModelUnavailable } from '../../ports/models.ts';

/** Aborts a call when its caller aborts, when the whole call times out, or when its next step does. */
export class StreamTimeouts {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #whole: NodeJS.Timeout;
  #step: NodeJS.Timeout | undefined;
  readonly #onCallerAbort = () => this.#controller.abort(this.#caller.reason);

  constructor(caller: AbortSignal, wholeMs: number) {
    this.#caller = caller;
    this.#whole = setTimeout(() => this.#abort('The model took too long'), wholeMs);
    caller.addEventListener('abort', this.#onCallerAbort, { once: true });
    if (caller.aborted) this.#onCallerAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the timeout of the next step. */
  expect(step: string, milliseconds: number): void {
    clearTimeout(this.#step);
    this.#step = setTimeout(() => this.#abort(`${step} did not come within ${milliseconds} ms`), milliseconds);
  }

  /** Stops the step timeout while the reader processes a part. */
  pause(): void {
    clearTimeout(this.#step);
  }

  end(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#step);
    this.#caller.removeEventListener('abort', this.#onCallerAbort);
  }

  #abort(message: string): void {
    this.#controller.abort(new ModelUnavailable(message));
  }
}
