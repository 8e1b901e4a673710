/** Fixed windows, updated atomically. Clock skew between nodes shifts the end of a window. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, RateLimitResult, RateLimits } from '../../ports/rate-limits.ts';
import { type Call, callsTo } from './failures.ts';

const COLLECTION = 'rate_limits';
/** Per node, so that repeated refusals cost the store nothing. */
const MAX_CACHED_WINDOWS = 20_000;

/** A TTL index deletes windows that have ended. */
export async function openMongoRateLimits(db: Db): Promise<RateLimits> {
  const windows = db.collection(COLLECTION);
  await callsTo(
    'rate limits',
    db,
  )(async () => {
    await windows.createIndex({ expire: -1 }, { expireAfterSeconds: 0 });
    await windows.createIndex({ key: 1 }, { unique: true });
  });
  return new MongoRateLimits(db);
}

class MongoRateLimits implements RateLimits {
  readonly #db: Db;
  readonly #call: Call;
  readonly #limiters = new Map<string, RateLimiterMongo>();
  /** End of each exhausted window, epoch milliseconds. */
  readonly #exhausted = new LRUCache<string, number>({ max: MAX_CACHED_WINDOWS });

  constructor(db: Db) {
    this.#db = db;
    this.#call = callsTo('rate limits', db);
  }

  async consume(limit: RateLimit, key: string, points = 1): Promise<RateLimitResult> {
    const identity = JSON.stringify([limit.name, limit.count, limit.seconds]);
    const limiter = this.#limiterOf(identity, limit);
    // No address or session id is stored in clear, and any length fits the index.
    const hashedKey = createHash('sha256').update(key).digest('base64url');
    const window = `${identity} ${hashedKey}`;
    const msLeft = (this.#exhausted.get(window) ?? 0) - Date.now();
    if (msLeft > 0) return rateLimitResult(false, 0, msLeft);
    try {
      const { remainingPoints, msBeforeNext } = await this.#call(() => limiter.consume(hashedKey, points));
      return rateLimitResult(true, remainingPoints, msBeforeNext);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      this.#exhausted.set(window, Date.now() + refusal.msBeforeNext);
      return rateLimitResult(false, 0, refusal.msBeforeNext);
    }
  }

  #limiterOf(identity: string, { count, seconds }: RateLimit): RateLimiterMongo {
    const existing = this.#limiters.get(identity);
    if (existing !== undefined) return existing;
    if (!Number.isInteger(count) || count < 1 || !(seconds > 0 && Number.isFinite(seconds))) {
      throw new RangeError(`Invalid rate limit: ${count}/${seconds}`);
    }
    const limiter = new RateLimiterMongo({
      storeClient: this.#db,
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

function rateLimitResult(allowed: boolean, remaining: number, msLeft: number): RateLimitResult {
  return { allowed, remaining, resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)) };
}
