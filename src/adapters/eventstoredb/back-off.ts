import { setTimeout as pause } from 'node:timers/promises';

export class BackOff {
  readonly #initialMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor({ initialMs = 50, maxMs = 1000 } = {}) {
    this.#initialMs = initialMs;
    this.#maxMs = maxMs;
    this.#nextMs = initialMs;
  }

  /** Ends early when the signal aborts. Jitter keeps many clients of a lost server from returning at once. */
  async pause(signal: AbortSignal): Promise<void> {
    const ms = this.#nextMs * (0.75 + Math.random() / 2);
    this.#nextMs = Math.min(this.#nextMs * 2, this.#maxMs);
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }

  reset(): void {
    this.#nextMs = this.#initialMs;
  }
}
