/** Opens the stores for an audit: for reading alone, beside a running service, and without creating anything. */
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { STREAM_CATEGORIES } from '../../domain/events.ts';
import { lazily } from '../../lib/lazily.ts';
import type { ReadableBlobs } from '../../ports/blobs.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { ReadableLog } from '../../ports/event-log.ts';
import type { ReadableKeys } from '../../ports/keys.ts';
import type { RawLog } from '../../ports/raw-log.ts';
import type { ReadableTreeHeads } from '../../ports/tree-heads.ts';
import { Disposables } from '../disposables.ts';
import { DataFileMissing, requireDataFile } from './data-file.ts';
import { requireUndamagedFile } from './irreplaceable-file.ts';

export type ReadableEmbeddings = Pick<EmbeddingCache, 'find' | 'close'>;

export interface AuditStores {
  readonly log: ReadableLog;
  readonly keys: ReadableKeys;
  readonly blobs: ReadableBlobs;
  readonly treeHeads: ReadableTreeHeads;
  /** The read models. The log needs none: an audit of it works before the first start after a restore. @throws DataFileMissing */
  openDocuments(): ReadableDocuments;
  /** The caller must close the result. */
  openRawLog(): Promise<RawLog>;
  /** The caller must close the result. */
  openEmbeddings(): Promise<ReadableEmbeddings>;
  close(): Promise<void>;
}

type StoresConfig = Pick<Config, 'dataDir' | 'masterKey' | 'eventStoreUrl' | 'mongoUrl'>;
type Records = Pick<AuditStores, 'keys' | 'blobs' | 'treeHeads' | 'openDocuments' | 'openEmbeddings'>;

/** @throws DataFileMissing, IrreplaceableFileDamaged, MasterKeyInvalid, WrongMasterKey, StoreUnavailable; everything opened is closed then */
export async function openAuditStores(config: StoresConfig): Promise<AuditStores> {
  const disposables = new Disposables();
  try {
    await registerAsReader(config, disposables);
    const log = await openLog(config);
    disposables.own(log);
    const records = await openRecords(config, disposables);
    return { log, ...records, openRawLog: () => openRawLog(config), close: () => disposables.close() };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

async function registerAsReader({ dataDir, eventStoreUrl, mongoUrl }: StoresConfig, disposables: Disposables) {
  if (eventStoreUrl !== null && mongoUrl !== null) return;
  requireDataFile(dataDir, eventStoreUrl === null ? 'events.db' : 'keys.db');
  const { registerReader } = await import('../../adapters/sqlite/thread/data-dir-readers.ts');
  const registration = registerReader(dataDir);
  disposables.add(async () => registration.release());
}

async function openLog({ eventStoreUrl, dataDir: directory }: StoresConfig): Promise<ReadableLog> {
  if (eventStoreUrl !== null) {
    const { openEventStoreLog } = await import('../../adapters/eventstoredb/event-log.ts');
    return openEventStoreLog({ url: eventStoreUrl });
  }
  const { readSqliteEventLog } = await import('../../adapters/sqlite/event-log/read-event-log.ts');
  return requireUndamagedFile(directory, 'event log', async () => readSqliteEventLog({ directory }));
}

async function openRawLog({ eventStoreUrl, dataDir: directory }: StoresConfig): Promise<RawLog> {
  if (eventStoreUrl !== null) {
    const { openRawEventStoreLog } = await import('../../adapters/eventstoredb/raw-event-log.ts');
    return openRawEventStoreLog({ url: eventStoreUrl, categories: STREAM_CATEGORIES });
  }
  const { openRawSqliteLog } = await import('../../adapters/sqlite/event-log/raw-event-log.ts');
  return openRawSqliteLog({ directory });
}

async function openRecords(config: StoresConfig, disposables: Disposables): Promise<Records> {
  const { dataDir: directory, mongoUrl: url } = config;
  const { findMasterKey } = await import('../../adapters/files/master-key.ts');
  const masterKey = await findMasterKey({ configured: config.masterKey ?? undefined, directory });
  if (masterKey === null) throw new DataFileMissing(directory, 'master.key');
  if (url !== null) {
    const { openMongo } = await import('../../adapters/mongodb/open-mongo.ts');
    const { keys, documents, blobs, treeHeads, embeddingCache, close } = await openMongo({ url, masterKey });
    disposables.add(close);
    return { keys, blobs, treeHeads, openDocuments: () => documents, openEmbeddings: async () => embeddingCache };
  }
  requireDataFile(directory, 'keys.db');
  const [{ readSqliteKeys }, { readSqliteDocuments }, { readFileBlobs }, { readFileTreeHeads }] = await Promise.all([
    import('../../adapters/sqlite/keys/read-keys.ts'),
    import('../../adapters/sqlite/documents/documents.ts'),
    import('../../adapters/files/blobs.ts'),
    import('../../adapters/files/tree-heads.ts'),
  ]);
  const keys = await requireUndamagedFile(directory, 'keys', () => readSqliteKeys({ directory, masterKey }));
  disposables.own(keys);
  const openDocuments = lazily(() => {
    requireDataFile(directory, 'documents.db');
    return disposables.own(readSqliteDocuments({ directory }));
  });
  const openEmbeddings = async () => {
    const { readSqliteEmbeddings } = await import('../../adapters/sqlite/side-stores/read-embeddings.ts');
    return readSqliteEmbeddings({ directory });
  };
  const blobs = readFileBlobs({ directory: join(directory, 'blobs') });
  return { keys, blobs, treeHeads: readFileTreeHeads({ directory }), openDocuments, openEmbeddings };
}
