/**
 * Opens the stores of a process. Each is the distributed one when its address is configured, otherwise embedded in the data folder. Adapters
 * that are not used are not loaded.
 */

import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryRateLimits } from '../../adapters/memory/rate-limits.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import type { StoreNames } from '../../commands/installation.ts';
import type { Config } from '../../config.ts';
import { KeyedHash } from '../../event-log/keyed-hash.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Counters } from '../../ports/counters.ts';
import type { Documents } from '../../ports/documents.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Idempotency } from '../../ports/idempotency.ts';
import type { Keys } from '../../ports/keys.ts';
import type { MigrationMarker } from '../../ports/migration.ts';
import type { Embedder } from '../../ports/models.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { TreeHeads } from '../../ports/tree-heads.ts';
import { Disposables } from '../disposables.ts';
import { indexIdentity } from '../models/index-identity.ts';
import type { DataFolder } from './data-folder.ts';
import type { DerivableStore } from './derivable-stores.ts';
import { openIrreplaceable } from './irreplaceable-file.ts';

/** Clients that a node counts in memory, for each rate. */
const MAX_NODE_CLIENTS = 20_000;

/** Stores that MongoDB or the data folder keeps. */
interface Records {
  readonly documents: Documents;
  readonly blobs: Blobs;
  readonly keys: Keys;
  readonly counters: Counters;
  readonly embeddingCache: EmbeddingCache;
  readonly rateLimits: RateLimits;
  readonly idempotency: Idempotency;
  readonly treeHeads: TreeHeads;
  readonly migrationMarker: MigrationMarker;
  /** MongoDB's, or that of the machine. */
  readonly clock: Clock;
}

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
  /** The embedded stores that are rebuilt when their files are damaged, by their names on `/readyz`. */
  readonly derivable: DerivableStores;
  close(): Promise<void>;
}

export interface DerivableStores {
  readonly documents?: Rebuilt;
  readonly searchIndex?: Rebuilt;
  readonly sideStores?: Rebuilt;
}

interface StoreContext {
  readonly directory: string;
  readonly dataFolder: DataFolder | null;
  readonly disposables: Disposables;
  readonly report: Report;
}

type Rebuilt = Pick<DerivableStore<unknown>, 'derivable' | 'probe'>;
type Unwritten = DataFolder['unwritten'] | undefined;
type Report = (problem: { message: string; error?: unknown; severity?: 'error' }) => void;

export type StoresConfig = Pick<Config, 'dataDir' | 'masterKey' | 'eventStoreUrl' | 'mongoUrl' | 'elasticsearchUrl'>;

/** @throws DataDirUnusable, DataDirInUse, MasterKeyInvalid, WrongMasterKey, IrreplaceableFileDamaged, StoreUnavailable; everything disposable is closed then */
export async function openStores(
  config: StoresConfig,
  embedder: Embedder,
  report: Report = () => undefined,
): Promise<Stores> {
  const disposables = new Disposables();
  try {
    const embedded = config.eventStoreUrl === null || config.mongoUrl === null || config.elasticsearchUrl === null;
    const dataFolder = embedded ? await openFolder(config.dataDir, disposables, report) : null;
    const { unwritten } = dataFolder ?? {};
    const masterKey = await masterKeyOf(config);
    const context = { directory: config.dataDir, dataFolder, disposables, report };
    // Concurrently: together they take as long as the slowest.
    const opening = [
      openLog(config, unwritten).then((log) => disposable(log, disposables)),
      openRecords(config, masterKey, context),
      openIndex(config, embedder, context),
    ] as const;
    await Promise.allSettled(opening);
    const [log, { derivable, ...records }, index] = await Promise.all(opening);
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

/** Opens the log alone, for a command-line program. @throws DataDirUnusable; DataDirInUse while a service has the embedded log open */
export async function openLogAlone(config: StoresConfig): Promise<EventLog> {
  const { eventStoreUrl, dataDir } = config;
  if (eventStoreUrl === null) {
    if (!existsSync(join(dataDir, 'events.db'))) {
      throw new Error(`There is no events.db in ${dataDir}. Set DATA_DIR to the folder of the service.`);
    }
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
  unwritten?: Unwritten,
): Promise<EventLog> {
  if (eventStoreUrl !== null) {
    const { openEventStoreLog } = await import('../../adapters/eventstoredb/event-log.ts');
    return openEventStoreLog({ url: eventStoreUrl });
  }
  const { openSqliteEventLog } = await import('../../adapters/sqlite/event-log/event-log.ts');
  return openIrreplaceable('event log', directory, 'events.db', () => openSqliteEventLog({ directory, unwritten }));
}

export async function openFolder(directory: string, disposables: Disposables, report: Report): Promise<DataFolder> {
  const { DataFolder } = await import('./data-folder.ts');
  const folder = await DataFolder.open(directory, report);
  disposables.add(async () => folder.release());
  return folder;
}

/** @throws RotationUnfinished while the folder holds the key that follows */
async function masterKeyOf({ masterKey, dataDir, mongoUrl }: StoresConfig): Promise<KeyObject> {
  const [{ loadMasterKey }, { requireNoRotation }] = await Promise.all([
    import('../../adapters/files/master-key.ts'),
    import('../../adapters/files/next-master-key.ts'),
  ]);
  if (masterKey === null && mongoUrl === null) requireNoRotation(dataDir);
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
    const searchIndex = await openElasticsearchIndex({ ...address, ...indexIdentity(embedder) });
    return { searchIndex: disposable(searchIndex, disposables), derivable: {} };
  }
  const { openDerivableIndex } = await import('./derivable-stores.ts');
  const index = await openDerivableIndex(context, indexIdentity(embedder));
  return { searchIndex: disposable(index.store, disposables), derivable: { searchIndex: index } };
}

async function openRecords(
  config: StoresConfig,
  masterKey: KeyObject,
  context: StoreContext,
): Promise<Records & { readonly derivable: DerivableStores }> {
  const { directory, dataFolder, disposables } = context;
  if (config.mongoUrl !== null) {
    const { openMongo } = await import('../../adapters/mongodb/open-mongo.ts');
    return { ...disposable(await openMongo({ url: config.mongoUrl, masterKey }), disposables), derivable: {} };
  }
  const [{ openDerivableDocuments, openDerivableSide }, { openSqliteKeys }, files] = await Promise.all([
    import('./derivable-stores.ts'),
    import('../../adapters/sqlite/keys/keys.ts'),
    Promise.all([
      import('../../adapters/files/blobs.ts'),
      import('../../adapters/files/tree-heads.ts'),
      import('../../adapters/files/migration-marker.ts'),
    ]),
  ]);
  const [{ openFileBlobs }, { openFileTreeHeads }, { fileMigrationMarker }] = files;
  const unwritten = dataFolder?.unwritten;
  const opening = [
    openDerivableDocuments(context).then((documents) => {
      disposable(documents.store, disposables);
      return documents;
    }),
    openIrreplaceable('key store', directory, 'keys.db', () =>
      openSqliteKeys({ directory, masterKey, unwritten }),
    ).then((store) => disposable(store, disposables)),
    openBlobs(context, openFileBlobs).then((store) => disposable(store, disposables)),
    openDerivableSide(context).then((side) => {
      disposable(side.store.counters, disposables);
      return side;
    }),
  ] as const;
  await Promise.allSettled(opening);
  const [documents, keys, blobs, side] = await Promise.all(opening);
  return {
    documents: documents.store,
    keys: erasingFilesMovedAside(keys, dataFolder),
    blobs,
    ...side.store,
    rateLimits: openMemoryRateLimits(),
    treeHeads: openFileTreeHeads({ directory }),
    migrationMarker: fileMigrationMarker(directory),
    clock: systemClock,
    derivable: { documents, sideStores: side },
  };
}

/** Answers need no blobs, so a start without them goes on, and says what is lost. */
async function openBlobs(
  { directory: dataDir, dataFolder, report }: StoreContext,
  open: (options: { directory: string }) => Promise<Blobs>,
): Promise<Blobs> {
  const directory = join(dataDir, 'blobs');
  if (dataFolder?.wasUsed === true && !existsSync(directory)) {
    report({
      message: `The folder ${directory} is missing: files, texts and images that were stored in it are lost. Restore a backup, or add those sources again`,
      severity: 'error',
    });
  }
  return open({ directory });
}

/** An erasure also deletes files that were moved aside, which may hold the erased data. */
function erasingFilesMovedAside(keys: Keys, dataFolder: DataFolder | null): Keys {
  return {
    get revision() {
      return keys.revision;
    },
    state: () => keys.state(),
    claim: (installationId) => keys.claim(installationId),
    raiseRevision: (revision) => keys.raiseRevision(revision),
    findMissing: (subjects) => keys.findMissing(subjects),
    getOrCreate: (subject) => keys.getOrCreate(subject),
    find: (subjects) => keys.find(subjects),
    erase: async (subject) => {
      await keys.erase(subject);
      await dataFolder?.removeFilesMovedAside();
    },
    close: () => keys.close(),
  };
}

function disposable<Store extends { close(): Promise<void> }>(store: Store, disposables: Disposables): Store {
  disposables.add(() => store.close());
  return store;
}
