/** Opens the stores that MongoDB keeps, or else the data folder. */
import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryRateLimits } from '../../adapters/memory/rate-limits.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import type { Config } from '../../config.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Counters } from '../../ports/counters.ts';
import type { Documents, LostReadModels } from '../../ports/documents.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { Idempotency } from '../../ports/idempotency.ts';
import type { Keys } from '../../ports/keys.ts';
import type { MigrationMarker } from '../../ports/migration/migrated-tables.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { Report } from '../../ports/report.ts';
import type { IndexedSource } from '../../ports/search-index.ts';
import type { TreeHeads } from '../../ports/tree-heads.ts';
import type { Disposables } from '../disposables.ts';
import type { DataFolder } from './data-folder.ts';
import type { DerivableStore } from './derivable-stores.ts';
import { requireUndamaged } from './irreplaceable-file.ts';
import { countStart } from './side-store-age.ts';

export interface Records {
  readonly documents: Documents;
  /** Begins the next generation of read models that somebody else has dropped. Absent for an embedded store, which is one file. */
  readonly retireLostReadModels?: () => Promise<LostReadModels>;
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

/** Stores that are rebuilt when their files are damaged or their index is gone, by their names on `/readyz`. */
export interface DerivableStores {
  readonly documents?: Rebuilt;
  /** `sources` are those of an index that is this installation's alone. */
  readonly searchIndex?: Rebuilt & { readonly sources?: () => Promise<readonly IndexedSource[]> };
  readonly sideStores?: Rebuilt;
}

export type Rebuilt = Pick<DerivableStore<unknown>, 'derivable' | 'probe'>;

export interface StoreContext {
  readonly directory: string;
  readonly dataFolder: DataFolder | null;
  readonly disposables: Disposables;
  readonly report: Report;
}

export async function openRecords(
  { mongoUrl }: Pick<Config, 'mongoUrl'>,
  masterKey: KeyObject,
  context: StoreContext,
): Promise<Records & { readonly derivable: DerivableStores }> {
  if (mongoUrl !== null) {
    const { openMongo } = await import('../../adapters/mongodb/open-mongo.ts');
    return { ...context.disposables.own(await openMongo({ url: mongoUrl, masterKey })), derivable: {} };
  }
  return openEmbeddedRecords(masterKey, context);
}

async function openEmbeddedRecords(
  masterKey: KeyObject,
  context: StoreContext,
): Promise<Records & { readonly derivable: DerivableStores }> {
  const { directory, dataFolder, disposables } = context;
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
  const unwritableStores = dataFolder?.unwritableStores;
  const opening = [
    openDerivableDocuments(context).then((documents) => {
      disposables.own(documents.store);
      return documents;
    }),
    requireUndamaged(directory, () => openSqliteKeys({ directory, masterKey, unwritableStores })).then((store) =>
      disposables.own(store),
    ),
    openBlobs(context, openFileBlobs).then((store) => disposables.own(store)),
    openDerivableSide(context).then((side) => {
      disposables.own(side.store.counters);
      return side;
    }),
  ] as const;
  await Promise.allSettled(opening);
  const [documents, keys, blobs, side] = await Promise.all(opening);
  const { counters } = side.store;
  await countStart({
    counters,
    endIdleThread: side.endIdleThread,
    documents: documents.store,
    path: join(directory, 'side.db'),
    now: systemClock.now(),
    report: context.report,
  });
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
