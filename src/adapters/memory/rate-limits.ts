/** Rate limits of a service that is one process: forgotten when it stops. */
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, RateLimits, RateTaken } from '../../ports/rate-limits.ts';

/**
 * @param options.maxKeys Whom is remembered for each limit. Beyond it the one not seen for longest starts afresh, so that
 * memory stays bounded however many addresses an attacker has. Default 100,000.
 */
export function openMemoryRateLimits(options: { readonly maxKeys?: number } = {}): RateLimits {
  return new MemoryRateLimits(options.maxKeys ?? 100_000);
}

/** Windows end by a timer, and Node's cannot be longer: nearly 25 days. */
const longestTimerSeconds = 2 ** 31 / 1000 - 1;

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

  async take(limit: RateLimit, key: string): Promise<RateTaken> {
    const limiter = this.#limiterOf(limit);
    limiter.remembered.set(key, true);
    try {
      await limiter.windows.consume(key);
      return { allowed: true, retryAfterSeconds: 0 };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
    }
  }

  #limiterOf(limit: RateLimit): Limiter {
    const identity = JSON.stringify([limit.name, limit.count, limit.seconds]);
    const known = this.#limiters.get(identity);
    if (known !== undefined) return known;
    const made = makeLimiter(limit, this.#maxKeys);
    this.#limiters.set(identity, made);
    return made;
  }
}

function makeLimiter(limit: RateLimit, maxKeys: number): Limiter {
  const { count, seconds } = limit;
  if (!Number.isInteger(count) || count < 1 || !(seconds > 0 && seconds <= longestTimerSeconds)) {
    throw new RangeError(`Not a rate limit: ${count}/${seconds}`);
  }
  const windows = new RateLimiterMemory({ points: count, duration: seconds });
  const remembered = new LRUCache<string, true>({
    max: maxKeys,
    // The limiter itself has no bound.
    dispose: (_, key, reason) => {
      if (reason === 'evict') void windows.delete(key);
    },
  });
  return { windows, remembered };
}
