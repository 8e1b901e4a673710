import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '../../ports/report.ts';

interface RetryOptions {
  readonly retryMs: number;
  readonly report: Report;
  /** Aborts when the engine stops. */
  readonly signal: AbortSignal;
}

/** Retries steps that fail while a store is unavailable. */
export class RetryUntilStopped {
  readonly #options: RetryOptions;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /**
   * @param before runs before each retry
   * @throws the last error once the engine stops
   */
  async run(step: () => Promise<void>, before: () => Promise<void> = async () => {}): Promise<void> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (this.#options.signal.aborted) throw error;
        this.#options.report({ message: 'Projections failed to catch up; will retry', error });
        await this.pause();
        await before();
      }
    }
  }

  /** Resolves to false when the engine stops. */
  pause(milliseconds = this.#options.retryMs): Promise<boolean> {
    return pause(milliseconds, true, { signal: this.#options.signal, ref: false }).catch(() => false);
  }
}
