/** LRU caches whose entries expire, so that what was erased leaves the memory too; one timer sweeps all caches. */
import { LRUCache } from 'lru-cache';
import { entryBound } from './entry-bound.ts';

const TTL_MS = 600_000;
const SWEEP_INTERVAL_MS = 60_000;
/** A reading of the clock is reused for this long. */
const CLOCK_RESOLUTION_MS = 1_000;
/** Overhead of an entry. */
const ENTRY_BYTES = 200;

interface Sweepable {
  purgeStale(): boolean;
}

const CACHES = new Set<WeakRef<Sweepable>>();

setInterval(() => {
  for (const reference of CACHES) {
    const cache = reference.deref();
    if (cache === undefined) CACHES.delete(reference);
    else cache.purgeStale();
  }
}, SWEEP_INTERVAL_MS).unref();

/** Bounded in entries. An expired one is not found, and leaves the memory within a minute. */
export function expiringCacheByCount<Value extends object>(maxEntries: number, ttlMs: number): LRUCache<string, Value> {
  return swept(new LRUCache<string, Value>({ ...entryBound(maxEntries), ...expiry(ttlMs) }));
}

export interface CacheBound<Value> {
  readonly maxBytes: number;
  /** An estimate. */
  readonly bytesOf: (value: Value, key: string) => number;
}

export function expiringCache<Value extends object>(bound: CacheBound<Value>): LRUCache<string, Value> {
  const { maxBytes, bytesOf } = bound;
  return swept(
    new LRUCache<string, Value>({
      maxSize: maxBytes,
      sizeCalculation: (value, key) => ENTRY_BYTES + Math.ceil(bytesOf(value, key)),
      ...expiry(TTL_MS),
    }),
  );
}

const expiry = (ttl: number) => ({
  ttl,
  ttlResolution: Math.min(CLOCK_RESOLUTION_MS, Math.floor(ttl / 100)),
  // Read at each call, so that tests can set the clock.
  perf: { now: () => performance.now() },
});

function swept<Cache extends Sweepable>(cache: Cache): Cache {
  CACHES.add(new WeakRef(cache));
  return cache;
}

/** Callers must not change the results. */
export function memoizedByText<Made extends object>(
  make: (text: string) => Made,
  bound: CacheBound<Made>,
): (text: string) => Made {
  const cache = expiringCache(bound);
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    cache.set(text, made);
    return made;
  };
}
