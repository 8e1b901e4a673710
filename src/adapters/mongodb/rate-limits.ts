/** Fixed windows, updated atomically. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Collection, Db, Document, FindOneAndUpdateOptions } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../../ports/clock.ts';
import type { RateLimit, RateLimitResult, RateLimits } from '../../ports/rate-limits.ts';
import { type Call, callsTo } from './failures.ts';

const COLLECTION = 'rate_limits';
/** Per node, so that repeated refusals cost the store nothing. */
const MAX_CACHED_WINDOWS = 20_000;

/** @param clock the same for all nodes */
export async function openMongoRateLimits(db: Db, clock: Clock): Promise<RateLimits> {
  await createRateLimitIndexes(db);
  return new MongoRateLimits(db, clock);
}

/** A TTL index deletes windows that have ended. */
export async function createRateLimitIndexes(db: Db): Promise<void> {
  const windows = db.collection(COLLECTION);
  await callsTo(
    'rate limits',
    db,
  )(async () => {
    await windows.createIndex({ expire: -1 }, { expireAfterSeconds: 0 });
    await windows.createIndex({ key: 1 }, { unique: true });
  });
}

class MongoRateLimits implements RateLimits {
  readonly #storeClient: object;
  readonly #call: Call;
  readonly #limiters = new Map<string, RateLimiterMongo>();
  readonly #clock: Clock;
  /** End of each exhausted window by the shared clock: a machine's clock that is set back would refuse requests for that long. */
  readonly #exhausted = new LRUCache<string, number>({ max: MAX_CACHED_WINDOWS });

  constructor(db: Db, clock: Clock) {
    this.#storeClient = { collection: (name: string) => inSharedTime(db.collection(name), clock) };
    this.#call = callsTo('rate limits', db);
    this.#clock = clock;
  }

  async consume(limit: RateLimit, key: string, points = 1): Promise<RateLimitResult> {
    const identity = JSON.stringify([limit.name, limit.count, limit.seconds]);
    const limiter = this.#limiterOf(identity, limit);
    // No address or session id is stored in clear, and any length fits the index.
    const hashedKey = createHash('sha256').update(key).digest('base64url');
    const window = `${identity} ${hashedKey}`;
    const msLeft = (this.#exhausted.get(window) ?? 0) - this.#clock.now();
    if (msLeft > 0) return refusedFor(msLeft);
    try {
      const { remainingPoints, msBeforeNext } = await this.#call(() => limiter.consume(hashedKey, points));
      return { allowed: true, remaining: remainingPoints, resetSeconds: wholeSeconds(msBeforeNext) };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      this.#exhausted.set(window, this.#clock.now() + refusal.msBeforeNext);
      return refusedFor(refusal.msBeforeNext);
    }
  }

  #limiterOf(identity: string, { count, seconds }: RateLimit): RateLimiterMongo {
    const existing = this.#limiters.get(identity);
    if (existing !== undefined) return existing;
    if (!Number.isInteger(count) || count < 1 || !(seconds > 0 && Number.isFinite(seconds))) {
      throw new RangeError(`Invalid rate limit: ${count}/${seconds}`);
    }
    const limiter = new RateLimiterMongo({
      storeClient: this.#storeClient,
      tableName: COLLECTION,
      keyPrefix: identity,
      points: count,
      duration: seconds,
      disableIndexesCreation: true,
    });
    this.#limiters.set(identity, limiter);
    return limiter;
  }
}

const refusedFor = (msLeft: number): RateLimitResult => {
  return { allowed: false, remaining: 0, resetSeconds: wholeSeconds(msLeft) };
};

const wholeSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/**
 * Translates the times of the library, which reads this machine's clock, to the shared clock on their way to the store, and
 * back.
 */
function inSharedTime(collection: Collection, clock: Clock): object {
  return {
    async findOneAndUpdate(filter: Document, update: Document, options: FindOneAndUpdateOptions) {
      const aheadMs = clock.now() - Date.now();
      const window = await collection.findOneAndUpdate(later(filter, aheadMs), later(update, aheadMs), options);
      return window === null ? null : { ...window, expire: later(window.expire, -aheadMs) };
    },
  };
}

/** Moves every time in filters and updates, which are plain objects. */
function later<Value>(value: Value, ms: number): Value {
  if (value instanceof Date) return new Date(value.getTime() + ms) as Value;
  if (Array.isArray(value)) return value.map((element) => later(element, ms)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, later(member, ms)])) as Value;
}
