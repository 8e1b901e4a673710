import { LinkedController } from '../../lib/linked-controller.ts';
import { ModelUnavailable } from '../../ports/models.ts';

/** Aborts a call when its caller aborts, when the whole call times out, or when its next step does. */
export class StreamTimeouts {
  readonly #call: LinkedController;
  readonly #whole: NodeJS.Timeout;
  #step: NodeJS.Timeout | undefined;

  constructor(caller: AbortSignal, wholeMs: number) {
    this.#call = new LinkedController(caller);
    this.#whole = setTimeout(() => this.#abort('The model took too long'), wholeMs);
  }

  get signal(): AbortSignal {
    return this.#call.signal;
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
    this.#call.unlink();
  }

  #abort(message: string): void {
    this.#call.abort(new ModelUnavailable(message));
  }
}
