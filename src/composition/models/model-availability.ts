import type { Logger } from '../../ports/logger.ts';
import { ModelUnavailable } from '../../ports/models.ts';
import { secondsSince } from '../seconds-since.ts';

export type WatchedModel = 'language model' | 'embedding model';

/** Outcome of a model's last call. */
export type ModelState = 'not called' | 'ok' | { readonly failing: string };

/** Logs when a model starts to fail and when it is back, whatever the number of calls in between. */
export class ModelAvailability {
  readonly #logger: Logger;
  readonly #called = new Set<WatchedModel>();
  /** Models that answer have no entry. `since` is in milliseconds of `performance.now()`. */
  readonly #failing = new Map<WatchedModel, { readonly since: number; readonly reason: string }>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  stateOf(model: WatchedModel): ModelState {
    const failure = this.#failing.get(model);
    if (failure !== undefined) return { failing: failure.reason };
    return this.#called.has(model) ? 'ok' : 'not called';
  }

  states(): Readonly<Record<string, ModelState>> {
    return { languageModel: this.stateOf('language model'), embeddingModel: this.stateOf('embedding model') };
  }

  succeeded(model: WatchedModel): void {
    this.#called.add(model);
    const failure = this.#failing.get(model);
    if (failure === undefined) return;
    this.#failing.delete(model);
    this.#logger.info({ model, seconds: secondsSince(failure.since) }, 'Model has recovered');
  }

  /** Ignores errors other than ModelUnavailable. */
  failed(model: WatchedModel, error: unknown): void {
    if (!(error instanceof ModelUnavailable) || this.#failing.has(model)) return;
    this.#called.add(model);
    this.#failing.set(model, { since: performance.now(), reason: error.message });
    this.#logger.warn({ model, err: error }, 'Model is failing');
  }
}
