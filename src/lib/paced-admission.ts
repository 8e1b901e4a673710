import { FairQueue } from './fair-queue.ts';

export interface Pace {
  /** Turns at the same time. */
  readonly turns: number;
  /** A turn ends after this at the latest, milliseconds: its work then waits for others, and no longer loads this process. */
  readonly turnMs: number;
}

/**
 * Admits work of a burst little by little, keys in rotation, so that the event loop serves other requests in between. Unlike a
 * limit on concurrency, it delays nothing for long while a store is slow or away.
 */
export class PacedAdmission {
  readonly #queue: FairQueue;
  readonly #turnMs: number;

  constructor({ turns, turnMs }: Pace) {
    this.#queue = new FairQueue({ concurrency: turns, perKey: turns });
    this.#turnMs = turnMs;
  }

  /** @returns ends the turn @throws the signal's reason when aborted before the turn */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    const leave = await this.#queue.take(key, signal);
    const late = setTimeout(leave, this.#turnMs);
    return () => {
      clearTimeout(late);
      leave();
    };
  }

  /** @throws the signal's reason when aborted before the turn; what the work throws */
  async run<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const end = await this.take(key, signal);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
