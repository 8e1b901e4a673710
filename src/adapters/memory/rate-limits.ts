/** Lost when the process stops. */
import { LRUCache } from 'lru-cache';
import { entryBound } from '../../lib/entry-bound.ts';
import type { RateLimit, RateLimitResult, RateLimits } from '../../ports/rate-limits.ts';

/** @param options.maxKeys keys per limit, an LRU bound on memory: an evicted key starts a new window. Default 100,000. */
export function openMemoryRateLimits(options: { readonly maxKeys?: number } = {}): RateLimits {
  return new MemoryRateLimits(options.maxKeys ?? 100_000);
}

interface Window {
  /** Points, refused ones included. */
  used: number;
  /** Milliseconds of the monotonic clock. */
  readonly endsAt: number;
}

/** A call adds at most one window, so dropping two keeps ended windows from piling up. */
const DROPPED_PER_CALL = 2;

class MemoryRateLimits implements RateLimits {
  readonly #maxKeys: number;
  readonly #windows = new Map<string, LRUCache<string, Window>>();

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  async consume(limit: RateLimit, key: string, points = 1): Promise<RateLimitResult> {
    const windows = this.#windowsOf(limit);
    // Whole milliseconds: fractions would round the 60 seconds of a new window up to 61.
    const now = Math.floor(performance.now());
    dropEnded(windows, now);
    let window = windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { used: 0, endsAt: now + limit.seconds * 1000 };
      windows.set(key, window);
    }
    window.used += points;
    return {
      allowed: window.used <= limit.count,
      remaining: Math.max(0, limit.count - window.used),
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    };
  }

  #windowsOf({ name, count, seconds }: RateLimit): LRUCache<string, Window> {
    const identity = `${count}/${seconds} ${name}`;
    const known = this.#windows.get(identity);
    if (known !== undefined) return known;
    if (!Number.isInteger(count) || count < 1 || !(seconds > 0 && Number.isFinite(seconds))) {
      throw new RangeError(`Invalid rate limit: ${count}/${seconds}`);
    }
    const windows = new LRUCache<string, Window>(entryBound(this.#maxKeys));
    this.#windows.set(identity, windows);
    return windows;
  }
}

/**
 * Drops the least recently used first. A timer for each window would cost more memory than the window, and time in each garbage
 * collection.
 */
function dropEnded(windows: LRUCache<string, Window>, now: number): void {
  for (let dropped = 0; dropped < DROPPED_PER_CALL; dropped += 1) {
    const { value: oldest } = windows.rvalues().next();
    if (oldest === undefined || oldest.endsAt > now) return;
    windows.pop();
  }
}
