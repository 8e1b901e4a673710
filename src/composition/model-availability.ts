import type { Logger } from '../ports/logger.ts';
import { ModelUnavailable } from '../ports/models.ts';

export type WatchedModel = 'language model' | 'embedding model';

/** Logs when a model starts to fail and when it is back: two lines, however many calls fail in between. */
export class ModelAvailability {
  readonly #logger: Logger;
  /** Time of the first failure, in milliseconds of `performance.now()`. Models that answer have no entry. */
  readonly #failingSince = new Map<WatchedModel, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  succeeded(model: WatchedModel): void {
    const since = this.#failingSince.get(model);
    if (since === undefined) return;
    this.#failingSince.delete(model);
    this.#logger.info({ model, seconds: secondsSince(since) }, 'Model is back');
  }

  /** Ignores errors other than ModelUnavailable. */
  failed(model: WatchedModel, error: unknown): void {
    if (!(error instanceof ModelUnavailable) || this.#failingSince.has(model)) return;
    this.#failingSince.set(model, performance.now());
    this.#logger.warn({ model, err: error }, 'Model is failing');
  }
}

/** Rounded to a tenth. */
export function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}
