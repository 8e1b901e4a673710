import { setTimeout as pause } from 'node:timers/promises';

/** Pauses that double, until something went well. */
export class BackOff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #nextMs: number;

  constructor({ firstMs = 50, longestMs = 1000 } = {}) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
    this.#nextMs = firstMs;
  }

  /** Ends early when the signal aborts. A little by chance, so that many who lost the same server do not come back at once. */
  async pause(signal: AbortSignal): Promise<void> {
    const ms = this.#nextMs * (0.75 + Math.random() / 2);
    this.#nextMs = Math.min(this.#nextMs * 2, this.#longestMs);
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }

  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
