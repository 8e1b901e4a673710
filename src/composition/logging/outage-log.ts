/** Logs each outage of a store once when it begins, then the number of repeats every minute, and once when it ends. */
import type { LoggerOptions } from 'pino';
import type { Health } from '../../http/deps.ts';
import type { Logger } from '../../ports/logger.ts';
import { StoreDamaged, StoreUnavailable } from '../../ports/store-unavailable.ts';

const LOOK_EVERY_MS = 5_000;
const REMIND_EVERY_MS = 60_000;
const WARN = 40;

/** Readiness check of each store. Other stores are back when the service is ready. */
const CHECKS: Readonly<Record<string, string>> = {
  'event log': 'eventLog',
  'search index': 'searchIndex',
  documents: 'documents',
  keys: 'keys',
  blobs: 'blobs',
};

interface Outage {
  readonly since: number;
  remindedAt: number;
  /** Lines left out since the last one. */
  repeats: number;
}

interface Watched {
  readonly health: Pick<Health, 'ready'>;
  readonly logger: Logger;
}

export class OutageLog {
  readonly #outages = new Map<string, Outage>();
  #watched: Watched | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** Logs the repeats of an outage at debug level. */
  readonly hooks: NonNullable<LoggerOptions['hooks']> = {
    logMethod: logUnless((details) => this.isRepeat(errorOf(details))),
  };

  /** Repeats are logged as they come until this is called. */
  watch(watched: Watched): void {
    this.#watched = watched;
  }

  stop(): void {
    this.#watched = null;
    this.#outages.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** @returns true for all but the first of an outage */
  isRepeat(error: unknown): boolean {
    if (this.#watched === null || !(error instanceof StoreUnavailable) || error instanceof StoreDamaged) return false;
    const outage = this.#outages.get(error.store);
    if (outage !== undefined) {
      outage.repeats += 1;
      return true;
    }
    const now = performance.now();
    this.#outages.set(error.store, { since: now, remindedAt: now, repeats: 0 });
    this.#timer ??= this.#lookLater();
    return false;
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    const readiness = await this.#watched?.health.ready().catch(() => null);
    const watched = this.#watched;
    if (watched === null) return;
    for (const [store, outage] of this.#outages) {
      const check = CHECKS[store];
      const isBack = readiness?.ready === true || (check !== undefined && readiness?.checks[check] === 'ok');
      if (isBack) this.#end(store, outage, watched.logger);
      else this.#remind(store, outage, watched.logger);
    }
    this.#timer = this.#outages.size === 0 ? null : this.#lookLater();
  }

  #end(store: string, outage: Outage, logger: Logger): void {
    this.#outages.delete(store);
    logger.info({ store, ...toldOf(outage) }, 'Store is available again');
  }

  #remind(store: string, outage: Outage, logger: Logger): void {
    if (performance.now() - outage.remindedAt < REMIND_EVERY_MS) return;
    logger.warn({ store, ...toldOf(outage) }, 'Store is still unavailable');
    outage.remindedAt = performance.now();
    outage.repeats = 0;
  }
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

function logUnless(isRepeat: (details: unknown) => boolean): LogMethod {
  return function log(args, method, level) {
    if (level >= WARN && isRepeat(args[0])) this.debug(...args);
    else method.apply(this, args);
  };
}

const errorOf = (details: unknown): unknown =>
  typeof details === 'object' && details !== null && 'err' in details ? details.err : undefined;

const toldOf = ({ since, repeats }: Outage) => ({ seconds: Math.round((performance.now() - since) / 1_000), repeats });
