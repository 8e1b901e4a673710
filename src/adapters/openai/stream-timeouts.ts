import { LinkedController } from '../../lib/linked-controller.ts';
import { ModelUnavailable } from '../../ports/models.ts';

/** Aborts a call when its caller aborts, when the whole call times out, or when its next step does. */
export class StreamTimeouts {
  readonly #call: LinkedController;
  readonly #whole: NodeJS.Timeout;
  #step: NodeJS.Timeout | undefined;
  #overdue: NodeJS.Immediate | undefined;

  constructor(caller: AbortSignal, wholeMs: number) {
    this.#call = new LinkedController(caller);
    this.#whole = setTimeout(() => this.#abort('The model took too long'), wholeMs);
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  /** Starts the timeout of the next step. */
  expect(step: string, milliseconds: number): void {
    this.pause();
    const abort = () => this.#abort(`${step} did not come within ${milliseconds} ms`);
    this.#step = setTimeout(() => {
      // The step may have arrived while this process stood still, and is read first.
      this.#overdue = setImmediate(abort);
    }, milliseconds);
  }

  /** Stops the step timeout while the reader processes a part. */
  pause(): void {
    clearTimeout(this.#step);
    clearImmediate(this.#overdue);
  }

  end(): void {
    clearTimeout(this.#whole);
    this.pause();
    this.#call.unlink();
  }

  #abort(message: string): void {
    this.#call.abort(new ModelUnavailable(message));
  }
}
