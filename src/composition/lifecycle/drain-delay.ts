import type { Server } from 'node:http';

/** A client that sent a request within this time may send another. */
const RECENT_MS = 10_000;
/** Bounds the delay by clients that keep sending requests. */
const MAX_DELAY_MS = 3_000;

/**
 * Delay between failing readiness and closing the listener, so that load balancers stop sending requests. Ends after a quiet time, so that
 * no request meets a connection that is just being closed.
 */
export class DrainDelay {
  readonly #quietMs: number;
  /** Last request of any kind, and last API request, in milliseconds of `performance.now()`. */
  #lastRequestAt = Number.NEGATIVE_INFINITY;
  #lastApiRequestAt = Number.NEGATIVE_INFINITY;

  /** @param quietMs time without an API request that ends the delay */
  constructor(server: Server, quietMs: number) {
    this.#quietMs = quietMs;
    server.on('request', ({ url = '' }) => {
      this.#lastRequestAt = performance.now();
      if (url.startsWith('/api/')) this.#lastApiRequestAt = this.#lastRequestAt;
    });
  }

  /** Resolves at once when no client was seen lately. */
  async wait(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt - this.#lastRequestAt > RECENT_MS) return;
    for (;;) {
      const until = Math.min(Math.max(startedAt, this.#lastApiRequestAt) + this.#quietMs, startedAt + MAX_DELAY_MS);
      const remaining = until - performance.now();
      if (remaining <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, remaining));
    }
  }
}
