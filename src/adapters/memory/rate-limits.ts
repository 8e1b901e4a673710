/** Lost when the process stops. */
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, RateLimitResult, RateLimits } from '../../ports/rate-limits.ts';

/** @param options.maxKeys keys per limit, an LRU bound on memory: an evicted key starts a new window. Default 100,000. */
export function openMemoryRateLimits(options: { readonly maxKeys?: number } = {}): RateLimits {
  return new MemoryRateLimits(options.maxKeys ?? 100_000);
}

/** A Node timer lasts nearly 25 days at most. */
const MAX_TIMER_SECONDS = 2 ** 31 / 1000 - 1;

interface Limiter {
  readonly windows: RateLimiterMemory;
  readonly remembered: LRUCache<string, true>;
}

class MemoryRateLimits implements RateLimits {
  readonly #maxKeys: number;
  readonly #limiters = new Map<string, Limiter>();

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  async consume(limit: RateLimit, key: string, points = 1): Promise<RateLimitResult> {
    const limiter = this.#limiterOf(limit);
    limiter.remembered.set(key, true);
    try {
      return rateTaken(true, await limiter.windows.consume(key, points));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return rateTaken(false, refusal);
    }
  }

  #limiterOf(limit: RateLimit): Limiter {
    const identity = `${limit.count}/${limit.seconds} ${limit.name}`;
    const known = this.#limiters.get(identity);
    if (known !== undefined) return known;
    const limiter = createLimiter(limit, this.#maxKeys);
    this.#limiters.set(identity, limiter);
    return limiter;
  }
}

function createLimiter(limit: RateLimit, maxKeys: number): Limiter {
  const { count, seconds } = limit;
  if (!Number.isInteger(count) || count < 1 || !(seconds > 0 && seconds <= MAX_TIMER_SECONDS)) {
    throw new RangeError(`Invalid rate limit: ${count}/${seconds}`);
  }
  const windows = new RateLimiterMemory({ points: count, duration: seconds });
  const remembered = new LRUCache<string, true>({
    // `max` would reserve the memory of all of them at once.
    maxSize: maxKeys,
    sizeCalculation: () => 1,
    // RateLimiterMemory has no bound of its own.
    dispose: (_, key, reason) => {
      if (reason === 'evict') void windows.delete(key);
    },
  });
  return { windows, remembered };
}

function rateTaken(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): RateLimitResult {
  return { allowed, remaining: remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}
