import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { errorMessage } from '../../lib/thrown.ts';
import type { Logger } from '../../ports/logger.ts';
import { StoreDamaged, StoreRefused, StoreUnavailable } from '../../ports/store-unavailable.ts';
import { openLogger } from '../logging/log.ts';
import { OutageLog } from '../logging/outage-log.ts';
import { secondsSince } from '../seconds-since.ts';
import { type RunningService, type ServiceOptions, startService } from '../service.ts';
import { listenWhileWaiting, type WaitingListener } from './waiting-listener.ts';

/** Doubles between these bounds. Jitter keeps many nodes from returning at once. */
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

/**
 * Retries while an engine that a URL names is unavailable. Each attempt opens all stores anew.
 * @throws the reason of the last attempt after `START_TIMEOUT`; at once an error that waiting does not mend, such as wrong credentials
 */
export async function startWhenEnginesAnswer(config: Config, options: ServiceOptions): Promise<RunningService> {
  const outages = options.outages ?? new OutageLog();
  const logger = options.logger ?? openLogger(config, outages);
  const endsAt = performance.now() + config.startTimeoutSeconds * 1000;
  const waiting = new EngineWait(config, logger);
  const beforeListening = () => waiting.end();
  try {
    for (let delayMs = MIN_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      try {
        return await startService(config, { ...options, logger, outages, beforeListening });
      } catch (error) {
        const awaiting = engineAwaited(error, config);
        const waitMs = delayMs * (0.75 + Math.random() / 4);
        if (awaiting === null || performance.now() + waitMs >= endsAt) throw error;
        await waiting.pause(awaiting, waitMs, error);
      }
    }
  } finally {
    await waiting.end();
  }
}

class EngineWait {
  readonly #config: Config;
  readonly #logger: Logger;
  readonly #startedAt = performance.now();
  #listener: WaitingListener | null = null;

  constructor(config: Config, logger: Logger) {
    this.#config = config;
    this.#logger = logger;
  }

  async pause(awaiting: string, waitMs: number, error: unknown): Promise<void> {
    this.#listener ??= await listenWhileWaiting(this.#config);
    this.#listener.awaits(awaiting);
    const state = { awaiting, address: this.#listener.address, waitedSeconds: secondsSince(this.#startedAt) };
    const reason = errorMessage(error);
    this.#logger.warn({ ...state, atMostSeconds: this.#config.startTimeoutSeconds, reason }, 'Waiting for an engine');
    await pause(waitMs);
  }

  async end(): Promise<void> {
    await this.#listener?.close();
  }
}

/** These stores may fail for reasons of their own while MongoDB is there. */
const NOT_IN_MONGODB = new Set(['search index', 'read models']);

/** Returns null for a failure that waiting does not mend, or that is of no engine. */
function engineAwaited(error: unknown, { eventStoreUrl, mongoUrl }: Config): string | null {
  if (!(error instanceof StoreUnavailable) || error instanceof StoreRefused || error instanceof StoreDamaged)
    return null;
  if (error.store === 'event log') return eventStoreUrl === null ? null : 'EventStoreDB';
  return mongoUrl === null || NOT_IN_MONGODB.has(error.store) ? null : 'MongoDB';
}
