/** Opens the log, its heads and the keys alone, for a command that changes an account. Creates none of them. */
import type { KeyObject } from 'node:crypto';
import { systemClock } from '../../adapters/system/clock.ts';
import { KeyedHash } from '../../event-log/keyed-hash.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Keys } from '../../ports/keys.ts';
import type { MigrationMarker } from '../../ports/migration/migrated-tables.ts';
import type { TreeHeads } from '../../ports/tree-heads.ts';
import { Disposables } from '../disposables.ts';
import { requireFinishedMigration } from '../migration/migration-state.ts';
import { requireDataFile } from '../stores/data-file.ts';
import { requireUndamaged } from '../stores/irreplaceable-file.ts';
import { openFolder, openLog, type StoresConfig } from '../stores/stores.ts';

interface Records {
  readonly keys: Keys;
  readonly treeHeads: TreeHeads;
  readonly migrationMarker: MigrationMarker;
  /** The clock of MongoDB, else of the machine. */
  readonly clock: Clock;
}

export interface AccountStores extends Pick<Records, 'keys' | 'treeHeads' | 'clock'> {
  readonly log: EventLog;
  readonly keyedHash: KeyedHash;
  close(): Promise<void>;
}

/** @throws DataDirInUse while a service has an embedded log or key store open; whatever else `openStores` throws */
export async function openAccountStores(config: StoresConfig): Promise<AccountStores> {
  const { dataDir, eventStoreUrl, mongoUrl } = config;
  const disposables = new Disposables();
  try {
    if (eventStoreUrl === null) requireDataFile(dataDir, 'events.db');
    if (mongoUrl === null) requireDataFile(dataDir, 'keys.db');
    if (eventStoreUrl === null || mongoUrl === null) await openFolder(dataDir, disposables, () => undefined);
    const masterKey = await masterKeyOf(config);
    const { keys, treeHeads, migrationMarker, clock } = await openRecords(config, masterKey, disposables);
    await requireFinishedMigration(migrationMarker);
    const log = await openLog(config);
    disposables.own(log);
    const keyedHash = await KeyedHash.open(keys, masterKey);
    return { log, keys, treeHeads, clock, keyedHash, close: () => disposables.close() };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

/** @throws RotationUnfinished while the folder holds the key that follows */
async function masterKeyOf({ dataDir: directory, masterKey: configured, mongoUrl }: StoresConfig): Promise<KeyObject> {
  const [{ findMasterKey }, { requireNoRotation }] = await Promise.all([
    import('../../adapters/files/master-key.ts'),
    import('../../adapters/files/next-master-key.ts'),
  ]);
  if (configured === null && mongoUrl === null) requireNoRotation(directory);
  const masterKey = await findMasterKey({ configured: configured ?? undefined, directory });
  if (masterKey === null)
    throw new Error(
      `There is no master.key in ${directory}, and MASTER_KEY is not set. Set MASTER_KEY, or DATA_DIR to the folder of the service.`,
    );
  return masterKey;
}

async function openRecords(
  { dataDir: directory, mongoUrl: url }: StoresConfig,
  masterKey: KeyObject,
  disposables: Disposables,
): Promise<Records> {
  if (url !== null) {
    const { openMongo } = await import('../../adapters/mongodb/open-mongo.ts');
    const { keys, treeHeads, migrationMarker, clock, close } = await openMongo({ url, masterKey });
    disposables.add(close);
    return { keys, treeHeads, migrationMarker, clock };
  }
  const [{ openSqliteKeys }, { openFileTreeHeads }, { fileMigrationMarker }] = await Promise.all([
    import('../../adapters/sqlite/keys/keys.ts'),
    import('../../adapters/files/tree-heads.ts'),
    import('../../adapters/files/migration-marker.ts'),
  ]);
  const keys = await requireUndamaged(directory, () => openSqliteKeys({ directory, masterKey }));
  disposables.own(keys);
  return {
    keys,
    treeHeads: openFileTreeHeads({ directory }),
    migrationMarker: fileMigrationMarker(directory),
    clock: systemClock,
  };
}
