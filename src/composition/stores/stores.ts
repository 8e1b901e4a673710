/**
 * Opens the stores of a process. Each is the distributed one when its address is configured, otherwise embedded in the data folder. Adapters
 * that are not used are not loaded.
 */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { openMemoryRateLimits } from '../../adapters/memory/rate-limits.ts';
import type { StoreNames } from '../../commands/installation.ts';
import type { Config } from '../../config.ts';
import { KeyedHash } from '../../event-log/keyed-hash.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Embedder } from '../../ports/models.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { Report } from '../../ports/report.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { Disposables } from '../disposables.ts';
import { indexIdentity } from '../models/index-identity.ts';
import { requireDataFile } from './data-file.ts';
import type { DataFolder } from './data-folder.ts';
import { IndexWatch } from './index-watch.ts';
import { requireUndamaged } from './irreplaceable-file.ts';
import { type DerivableStores, openRecords, type Rebuilt, type Records, type StoreContext } from './records.ts';

const RECREATED =
  'The search index was missing in Elasticsearch, so an empty one was created. Processes with the role scheduler refill it from the stored passages within a minute. Answers find less until then, and nothing is lost';
/** Another node may have created the index. */
const CHECK_INDEX_EVERY_MS = 15_000;

/** Clients that a node counts in memory, for each rate. */
const MAX_NODE_CLIENTS = 20_000;

export interface Stores extends Records {
  readonly masterKey: KeyObject;
  /** Names streams. */
  readonly keyedHash: KeyedHash;
  readonly log: EventLog;
  readonly searchIndex: SearchIndex;
  /** Counts the rates that are not shared among nodes. */
  readonly nodeRateLimits: RateLimits;
  /** `null` when no store is embedded. */
  readonly dataFolder: DataFolder | null;
  readonly derivable: DerivableStores;
  close(): Promise<void>;
}

export type StoresConfig = Pick<Config, 'dataDir' | 'masterKey' | 'eventStoreUrl' | 'mongoUrl' | 'elasticsearchUrl'>;

/**
 * @throws DataDirUnusable, DataDirInUse, MasterKeyInvalid, MasterKeyMissing, WrongMasterKey, IrreplaceableFileDamaged, StoreUnavailable;
 * everything disposable is closed then
 */
export async function openStores(
  config: StoresConfig,
  embedder: Embedder,
  report: Report = () => undefined,
): Promise<Stores> {
  const disposables = new Disposables();
  try {
    const embedded = config.eventStoreUrl === null || config.mongoUrl === null || config.elasticsearchUrl === null;
    const dataFolder = embedded ? await openFolder(config.dataDir, disposables, report) : null;
    const { unwritableStores } = dataFolder ?? {};
    const masterKey = await masterKeyOf(config);
    const context = { directory: config.dataDir, dataFolder, disposables, report };
    // Concurrently: together they take as long as the slowest.
    const opening = [
      openLog(config, { unwritableStores, report }).then((log) => disposables.own(log)),
      openRecords(config, masterKey, context),
      openIndex(config, embedder, context),
    ] as const;
    await Promise.allSettled(opening);
    const [log, { derivable, ...records }, index] = await Promise.all(opening);
    dataFolder?.watchOpenFiles([
      ...(config.eventStoreUrl === null ? [{ what: 'event log', path: 'events.db' }] : []),
      ...(config.mongoUrl === null ? [{ what: 'key store', path: 'keys.db' }] : []),
    ]);
    const nodeRateLimits = openMemoryRateLimits({ maxKeys: MAX_NODE_CLIENTS });
    const folder = { dataFolder, derivable: { ...derivable, ...index.derivable } };
    const { searchIndex } = index;
    const keyedHash = await KeyedHash.open(records.keys, masterKey);
    return {
      masterKey,
      keyedHash,
      log,
      searchIndex,
      ...folder,
      ...records,
      nodeRateLimits,
      close: () => disposables.close(),
    };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

/**
 * Opens the log alone, for a command-line program.
 * @throws DataFileMissing, DataDirUnusable; DataDirInUse while a service has the embedded log open
 */
export async function openLogAlone(config: StoresConfig): Promise<EventLog> {
  const { eventStoreUrl, dataDir } = config;
  if (eventStoreUrl === null) {
    requireDataFile(dataDir, 'events.db');
    await openFolder(dataDir, new Disposables(), () => undefined);
  }
  return openLog(config);
}

/** Names the stores for operators, by the variable or file that configures them. */
export function storeNames({ eventStoreUrl, mongoUrl, dataDir }: StoresConfig): StoreNames {
  const placeOf = (file: string) => (mongoUrl === null ? join(dataDir, file) : 'MONGODB_URL');
  const log = eventStoreUrl === null ? join(dataDir, 'events.db') : 'EVENTSTORE_URL';
  return { log, keys: placeOf('keys.db'), documents: placeOf('documents.db') };
}

export async function openLog(
  { eventStoreUrl, dataDir: directory }: StoresConfig,
  {
    unwritableStores,
    report,
  }: { readonly unwritableStores?: DataFolder['unwritableStores'] | undefined; readonly report?: Report } = {},
): Promise<EventLog> {
  if (eventStoreUrl !== null) {
    const { openEventStoreLog } = await import('../../adapters/eventstoredb/event-log.ts');
    return openEventStoreLog({ url: eventStoreUrl, ...(report && { report }) });
  }
  const { openSqliteEventLog } = await import('../../adapters/sqlite/event-log/event-log.ts');
  return requireUndamaged(directory, () => openSqliteEventLog({ directory, unwritableStores }));
}

export async function openFolder(directory: string, disposables: Disposables, report: Report): Promise<DataFolder> {
  const { DataFolder } = await import('./data-folder.ts');
  const folder = await DataFolder.open(directory, report);
  disposables.add(async () => folder.release());
  return folder;
}

/** @throws RotationUnfinished while the folder holds the key that follows; MasterKeyMissing */
async function masterKeyOf({ masterKey, dataDir, mongoUrl }: StoresConfig): Promise<KeyObject> {
  const [{ loadMasterKey, requireMasterKeyOf }, { requireNoRotation }] = await Promise.all([
    import('../../adapters/files/master-key.ts'),
    import('../../adapters/files/next-master-key.ts'),
  ]);
  if (masterKey === null && mongoUrl === null) {
    requireNoRotation(dataDir);
    requireMasterKeyOf(dataDir, 'keys.db');
  }
  return loadMasterKey({ configured: masterKey ?? undefined, directory: dataDir });
}

async function openIndex(
  { elasticsearchUrl }: StoresConfig,
  embedder: Embedder,
  context: StoreContext,
): Promise<{ readonly searchIndex: SearchIndex; readonly derivable: DerivableStores }> {
  const { disposables } = context;
  if (elasticsearchUrl !== null) {
    const [{ elasticsearchAddress }, { openElasticsearchIndex }] = await Promise.all([
      import('../../adapters/elasticsearch/client/address.ts'),
      import('../../adapters/elasticsearch/search-index.ts'),
    ]);
    const address = elasticsearchAddress(elasticsearchUrl);
    const indexWatch = new IndexWatch(() => searchIndex.checkRecreated(), CHECK_INDEX_EVERY_MS);
    disposables.add(async () => indexWatch.stop());
    const onRecreated = () => {
      context.report({ message: RECREATED, severity: 'error' });
      indexWatch.replaced();
    };
    const opened = await openElasticsearchIndex({ ...address, ...indexIdentity(embedder), onRecreated });
    const searchIndex = disposables.own(opened);
    const probe = async () => void (await searchIndex.countPassages('readiness', 'readiness'));
    const watch: Rebuilt['derivable']['watch'] = ({ replaced }) => {
      if (replaced !== undefined) indexWatch.watch(replaced);
    };
    return { searchIndex, derivable: { searchIndex: { derivable: { watch }, probe } } };
  }
  const { openDerivableIndex } = await import('./derivable-stores.ts');
  const index = await openDerivableIndex(context, indexIdentity(embedder));
  return { searchIndex: disposables.own(index.store), derivable: { searchIndex: index } };
}
