import { FairQueue } from './fair-queue.ts';

export interface Pace {
  readonly concurrency: number;
  /** Default: `concurrency`. */
  readonly perKey?: number;
  /** A turn is released after this at the latest: its work then waits for others, and no longer loads this process. */
  readonly maxTurnMs: number;
}

/**
 * Admits work of a burst little by little, keys in rotation, so that the event loop serves other requests in between. Unlike a
 * limit on concurrency, it delays nothing for long while a store is slow or unavailable.
 */
export class PacedAdmission {
  readonly #queue: FairQueue;
  readonly #maxTurnMs: number;

  constructor({ concurrency, perKey = concurrency, maxTurnMs }: Pace) {
    this.#queue = new FairQueue({ concurrency, perKey });
    this.#maxTurnMs = maxTurnMs;
  }

  /** @returns releases the turn @throws the signal's reason when aborted before the turn */
  async admit(key: string, signal: AbortSignal): Promise<() => void> {
    return this.#limited(await this.#queue.acquire(key, signal));
  }

  tryAdmit(key: string): (() => void) | null {
    const release = this.#queue.tryAcquire(key);
    return release === null ? null : this.#limited(release);
  }

  #limited(release: () => void): () => void {
    const late = setTimeout(release, this.#maxTurnMs);
    return () => {
      clearTimeout(late);
      release();
    };
  }

  /** @throws the signal's reason when aborted before the turn; what the work throws */
  async run<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const release = await this.admit(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
