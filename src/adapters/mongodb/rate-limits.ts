/** Rate limits in MongoDB: one window for all nodes, each taken from in one step. Nodes whose clocks differ, differ in when it ends. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, RateLimits, RateTaken } from '../../ports/rate-limits.ts';
import { callsTo } from './failures.ts';

const COLLECTION = 'rate_limits';
/** Exhausted windows that a node remembers, so that whoever goes on trying costs the store nothing. */
const MAX_REMEMBERED = 20_000;

/** Makes the collection, and the index by which the server takes away windows that have ended. */
export async function openMongoRateLimits(db: Db): Promise<RateLimits> {
  const windows = db.collection(COLLECTION);
  await callsTo('rate limits')(async () => {
    await windows.createIndex({ expire: -1 }, { expireAfterSeconds: 0 });
    await windows.createIndex({ key: 1 }, { unique: true });
  });
  return new MongoRateLimits(db);
}

class MongoRateLimits implements RateLimits {
  readonly #db: Db;
  readonly #call = callsTo('rate limits');
  readonly #limiters = new Map<string, RateLimiterMongo>();
  /** When an exhausted window ends, in epoch milliseconds. Until then there is nothing to be had from it. */
  readonly #exhausted = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(db: Db) {
    this.#db = db;
  }

  async take(limit: RateLimit, key: string): Promise<RateTaken> {
    const identity = JSON.stringify([limit.name, limit.count, limit.seconds]);
    const limiter = this.#limiterOf(identity, limit);
    // Addresses and session ids are not left lying in clear, and whatever their length the index takes it.
    const hashed = createHash('sha256').update(key).digest('base64url');
    const window = `${identity} ${hashed}`;
    const msLeft = (this.#exhausted.get(window) ?? 0) - Date.now();
    if (msLeft > 0) return refused(msLeft);
    try {
      await this.#call(() => limiter.consume(hashed));
      return { allowed: true, retryAfterSeconds: 0 };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      this.#exhausted.set(window, Date.now() + refusal.msBeforeNext);
      return refused(refusal.msBeforeNext);
    }
  }

  #limiterOf(identity: string, { count, seconds }: RateLimit): RateLimiterMongo {
    const known = this.#limiters.get(identity);
    if (known !== undefined) return known;
    if (!Number.isInteger(count) || count < 1 || !(seconds > 0 && Number.isFinite(seconds))) {
      throw new RangeError(`Not a rate limit: ${count}/${seconds}`);
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

function refused(msLeft: number): RateTaken {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1000)) };
}
