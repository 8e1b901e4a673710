import { expiringCacheByCount } from '../../../lib/expiring-cache.ts';

const BYTES_PER_SECOND = 16 * 1024 * 1024;
/** So much is read before the first pause. */
const BURST_MS = 1_000;
/** Many short pauses would cost more than what is read between them. */
const MIN_PAUSE_MS = 100;
/** A client that is forgotten reads on at once. */
const MAX_CLIENTS = 10_000;
const FORGET_AFTER_MS = 60_000;

interface Bucket {
  /** When the bytes read so far would have arrived at the rate, by the process's clock. */
  paidUntilMs: number;
}

/** A rate at which bytes of one client are read, on all its connections together (token bucket). */
export class ReadThrottle {
  readonly #buckets = expiringCacheByCount<Bucket>(MAX_CLIENTS, FORGET_AFTER_MS);

  /** @returns milliseconds to wait before more bytes of the client are read */
  pauseAfter(client: string, bytes: number): number {
    const now = performance.now();
    const bucket = this.#buckets.get(client) ?? { paidUntilMs: now };
    bucket.paidUntilMs = Math.max(now, bucket.paidUntilMs) + (bytes / BYTES_PER_SECOND) * 1_000;
    this.#buckets.set(client, bucket);
    const waitMs = bucket.paidUntilMs - now - BURST_MS;
    return waitMs < MIN_PAUSE_MS ? 0 : waitMs;
  }
}
