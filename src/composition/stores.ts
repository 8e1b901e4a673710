/**
 * The stores of a process: each the distributed one where its address is configured, otherwise embedded in the data folder. What is
 * not used is not loaded.
 */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Counters } from '../ports/counters.ts';
import type { Documents } from '../ports/documents.ts';
import type { EmbeddingCache } from '../ports/embedding-cache.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Idempotency } from '../ports/idempotency.ts';
import type { Keys } from '../ports/keys.ts';
import type { Embedder } from '../ports/models.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { Closing } from './closing.ts';

/** What MongoDB keeps, or the data folder. */
interface Records {
  readonly documents: Documents;
  readonly blobs: Blobs;
  readonly keys: Keys;
  readonly counters: Counters;
  readonly embeddingCache: EmbeddingCache;
  readonly rateLimits: RateLimits;
  readonly idempotency: Idempotency;
}

export interface Stores extends Records {
  readonly masterKey: KeyObject;
  readonly log: EventLog;
  readonly searchIndex: SearchIndex;
  close(): Promise<void>;
}

export type StoresConfig = Pick<Config, 'dataDir' | 'masterKey' | 'eventStoreUrl' | 'mongoUrl' | 'elasticsearchUrl'>;

/** @throws DataDirInUse, MasterKeyInvalid, WrongMasterKey, StoreUnavailable: nothing stays open then */
export async function openStores(config: StoresConfig, embedder: Embedder): Promise<Stores> {
  const closing = new Closing();
  try {
    const embedded = config.eventStoreUrl === null || config.mongoUrl === null || config.elasticsearchUrl === null;
    if (embedded) await lockFolder(config.dataDir, closing);
    const masterKey = await masterKeyOf(config);
    // Together they take as long as the slowest.
    const opening = [
      openLog(config).then((log) => opened(log, closing)),
      openRecords(config, masterKey, closing),
      openIndex(config, embedder, closing),
    ] as const;
    await Promise.allSettled(opening);
    const [log, records, searchIndex] = await Promise.all(opening);
    return { masterKey, log, searchIndex, ...records, close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** For a program that needs nothing else, until it ends. @throws DataDirInUse while a service has the embedded log open */
export async function openLogAlone(config: StoresConfig): Promise<EventLog> {
  if (config.eventStoreUrl === null) await lockFolder(config.dataDir, new Closing());
  return openLog(config);
}

async function openLog({ eventStoreUrl, dataDir: directory }: StoresConfig): Promise<EventLog> {
  if (eventStoreUrl !== null) {
    const { openEventStoreLog } = await import('../adapters/eventstoredb/event-log.ts');
    return openEventStoreLog({ url: eventStoreUrl });
  }
  const { openSqliteEventLog } = await import('../adapters/sqlite/event-log.ts');
  return openSqliteEventLog({ directory });
}

async function lockFolder(directory: string, closing: Closing): Promise<void> {
  const { DataDirLock } = await import('../adapters/sqlite/thread/data-dir-lock.ts');
  const lock = DataDirLock.acquire(directory);
  closing.add(async () => lock.release());
}

async function masterKeyOf({ masterKey, dataDir }: StoresConfig): Promise<KeyObject> {
  const { loadMasterKey } = await import('../adapters/files/master-key.ts');
  return loadMasterKey({ configured: masterKey ?? undefined, directory: dataDir });
}

async function openIndex(
  { elasticsearchUrl, dataDir: directory }: StoresConfig,
  { id: embedderId, dimensions }: Embedder,
  closing: Closing,
): Promise<SearchIndex> {
  if (elasticsearchUrl !== null) {
    const [{ elasticsearchAddress }, { openElasticsearchIndex }] = await Promise.all([
      import('../adapters/elasticsearch/address.ts'),
      import('../adapters/elasticsearch/search-index.ts'),
    ]);
    const address = elasticsearchAddress(elasticsearchUrl);
    return opened(await openElasticsearchIndex({ ...address, embedderId, dimensions }), closing);
  }
  const { openSqliteSearchIndex } = await import('../adapters/sqlite/search-index/search-index.ts');
  return opened(await openSqliteSearchIndex({ directory, dimensions, embedderId }), closing);
}

async function openRecords(config: StoresConfig, masterKey: KeyObject, closing: Closing): Promise<Records> {
  if (config.mongoUrl !== null) {
    const { openMongo } = await import('../adapters/mongodb/open-mongo.ts');
    return opened(await openMongo({ url: config.mongoUrl, masterKey }), closing);
  }
  const [
    { openSqliteDocuments },
    { openSqliteKeys },
    { openSqliteSideStores },
    { openFileBlobs },
    { openMemoryRateLimits },
  ] = await Promise.all([
    import('../adapters/sqlite/documents/documents.ts'),
    import('../adapters/sqlite/keys/keys.ts'),
    import('../adapters/sqlite/side/side-stores.ts'),
    import('../adapters/files/blobs.ts'),
    import('../adapters/memory/rate-limits.ts'),
  ]);
  const { dataDir: directory } = config;
  const opening = [
    openSqliteDocuments({ directory }).then((store) => opened(store, closing)),
    openSqliteKeys({ directory, masterKey }).then((store) => opened(store, closing)),
    openFileBlobs({ directory: join(directory, 'blobs') }).then((store) => opened(store, closing)),
    openSqliteSideStores({ directory }).then((side) => {
      opened(side.counters, closing);
      opened(side.embeddingCache, closing);
      opened(side.idempotency, closing);
      return side;
    }),
  ] as const;
  await Promise.allSettled(opening);
  const [documents, keys, blobs, side] = await Promise.all(opening);
  return { documents, keys, blobs, ...side, rateLimits: openMemoryRateLimits() };
}

function opened<Store extends { close(): Promise<void> }>(store: Store, closing: Closing): Store {
  closing.add(() => store.close());
  return store;
}
