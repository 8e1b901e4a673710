/**
 * Indexes of the collections beside the read models. A collection that somebody drops under running nodes comes back with the
 * next write, without indexes: nothing in it would expire, and files would be read by a scan.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { createBlobIndexes } from './blobs/blobs.ts';
import { createEmbeddingIndexes } from './embedding-cache.ts';
import { createIdempotencyIndexes } from './idempotency.ts';
import { createRateLimitIndexes } from './rate-limits.ts';

/** Creating an index that exists costs the server a look at its catalogue. */
const CREATE_EVERY_MS = 10_000;

/** Creates missing indexes every `everyMs` until the signal aborts, and retries failures. Never rejects. */
export async function keepIndexes(
  database: Db,
  durable: Db,
  signal: AbortSignal,
  everyMs = CREATE_EVERY_MS,
): Promise<void> {
  while (await pause(everyMs, true, { signal, ref: false }).catch(() => false)) {
    await Promise.allSettled([
      createRateLimitIndexes(database),
      createEmbeddingIndexes(database),
      createIdempotencyIndexes(durable),
      createBlobIndexes(durable),
    ]);
  }
}
