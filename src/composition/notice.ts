import type { Server } from 'node:http';

/** Whoever asked within this time may ask again. */
const RECENT_MS = 10_000;
/** Callers that go on asking, refused as they are, hold a stop up for so long. */
const LONGEST_MS = 3_000;

/**
 * The time between the first refusal and the end of listening. Whoever divides requests among nodes learns from refusals and from
 * `/readyz` that this one is leaving; connections are closed only when nobody has asked for anything for a while, so that no request
 * meets one which is just being closed.
 */
export class Notice {
  readonly #quietMs: number;
  /** In milliseconds of `performance.now()`: any request, as of a balancer that looks how the node is, and one of the interface. */
  #heardAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** @param quietMs 0 for none */
  constructor(server: Server, quietMs: number) {
    this.#quietMs = quietMs;
    server.on('request', ({ url = '' }) => {
      this.#heardAt = performance.now();
      if (url.startsWith('/api/')) this.#askedAt = this.#heardAt;
    });
  }

  /** Once requests are refused. Settles when connections may be closed: at once where nobody is there who could notice. */
  async given(): Promise<void> {
    const begun = performance.now();
    if (begun - this.#heardAt > RECENT_MS) return;
    for (;;) {
      const until = Math.min(Math.max(begun, this.#askedAt) + this.#quietMs, begun + LONGEST_MS);
      const left = until - performance.now();
      if (left <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  }
}
