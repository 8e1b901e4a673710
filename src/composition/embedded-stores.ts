/** The stores of one process that has everything itself: SQLite files, and blobs as files, in one folder. */

import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { openFileBlobs } from '../adapters/files/blobs.ts';
import { loadMasterKey } from '../adapters/files/master-key.ts';
import { openMemoryRateLimits } from '../adapters/memory/rate-limits.ts';
import { openSqliteDocuments } from '../adapters/sqlite/documents/documents.ts';
import { openSqliteEventLog } from '../adapters/sqlite/event-log.ts';
import { openSqliteKeys } from '../adapters/sqlite/keys/keys.ts';
import { openSqliteSearchIndex } from '../adapters/sqlite/search-index/search-index.ts';
import { openSqliteSideStores } from '../adapters/sqlite/side/side-stores.ts';
import { DataDirLock } from '../adapters/sqlite/thread/data-dir-lock.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Counters } from '../ports/counters.ts';
import type { Documents } from '../ports/documents.ts';
import type { EmbeddingCache } from '../ports/embedding-cache.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Keys } from '../ports/keys.ts';
import type { Embedder } from '../ports/models.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { Closing } from './closing.ts';

export interface Stores {
  readonly masterKey: KeyObject;
  readonly log: EventLog;
  readonly documents: Documents;
  readonly searchIndex: SearchIndex;
  readonly blobs: Blobs;
  readonly keys: Keys;
  readonly counters: Counters;
  readonly embeddingCache: EmbeddingCache;
  readonly rateLimits: RateLimits;
  close(): Promise<void>;
}

/**
 * @param options.masterKey as configured; null takes the folder's own
 * @throws DataDirInUse, MasterKeyInvalid, WrongMasterKey, StoreUnavailable: nothing stays open then
 */
export async function openEmbeddedStores(options: {
  directory: string;
  masterKey: string | null;
  embedder: Embedder;
}): Promise<Stores> {
  const { directory, embedder } = options;
  const closing = new Closing();
  try {
    const lock = DataDirLock.acquire(directory);
    closing.add(async () => lock.release());
    const masterKey = await loadMasterKey({ configured: options.masterKey ?? undefined, directory });
    // Each opens a file and starts a thread: together they take as long as one.
    const opening = [
      openSqliteEventLog({ directory }),
      openSqliteDocuments({ directory }),
      openSqliteSearchIndex({ directory, dimensions: embedder.dimensions, embedderId: embedder.id }),
      openFileBlobs({ directory: join(directory, 'blobs') }),
      openSqliteKeys({ directory, masterKey }),
      openSqliteSideStores({ directory }),
    ] as const;
    for (const store of opening) {
      store.then(
        (opened) => closing.add(() => closeStore(opened)),
        () => undefined,
      );
    }
    const [log, documents, searchIndex, blobs, keys, side] = await Promise.all(opening);
    const rateLimits = openMemoryRateLimits();
    const close = () => closing.close();
    return { masterKey, log, documents, searchIndex, blobs, keys, ...side, rateLimits, close };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function closeStore(
  store: { close(): Promise<void> } | { counters: Counters; embeddingCache: EmbeddingCache },
): Promise<void> {
  if ('close' in store) return store.close();
  await store.counters.close();
  await store.embeddingCache.close();
}
