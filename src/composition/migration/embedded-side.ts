/** A data folder as an end of a migration. Its lock is held for the whole time. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileBlobs } from '../../adapters/files/blobs.ts';
import { loadMasterKey } from '../../adapters/files/master-key.ts';
import { fileMigrationMarker } from '../../adapters/files/migration-marker.ts';
import { openFileTreeHeads } from '../../adapters/files/tree-heads.ts';
import { openSqliteDocuments } from '../../adapters/sqlite/documents/documents.ts';
import { openSqliteLogImport } from '../../adapters/sqlite/event-log/import-event-log.ts';
import { readSqliteEventLog } from '../../adapters/sqlite/event-log/read-event-log.ts';
import { openSqliteKeys } from '../../adapters/sqlite/keys/keys.ts';
import { openSqliteSideStores } from '../../adapters/sqlite/side-stores/side-stores.ts';
import { openSqliteTables } from '../../adapters/sqlite/table-migration.ts';
import { DataDirInUse, DataDirLock } from '../../adapters/sqlite/thread/data-dir-lock.ts';
import { readSqliteWork, writeSqliteWork } from '../../adapters/sqlite/work-migration.ts';
import type { Config } from '../../config.ts';
import { BLOBS, blobHashOf, filesBelow } from '../backup/backup-files.ts';
import { Disposables } from '../disposables.ts';
import { openAuditStores } from '../stores/audit-stores.ts';
import { DataFolder } from '../stores/data-folder.ts';
import { dataFilesIn, isRestoreUnfinished } from '../stores/restore-journal.ts';
import { MigrationRefused } from './migration-refused.ts';
import { requireFinishedMigration } from './migration-state.ts';
import type { MigrationSource, MigrationTarget } from './sides.ts';

const BLOBS_PER_PAGE = 1_000;

/** @throws MigrationRefused, DataDirInUse, WrongMasterKey */
export async function openEmbeddedSource(config: Config): Promise<MigrationSource> {
  const { dataDir } = config;
  for (const name of ['events.db', 'keys.db', 'documents.db']) {
    if (existsSync(join(dataDir, name))) continue;
    throw new MigrationRefused(
      `There is no ${join(dataDir, name)}. Set DATA_DIR to the folder of the service; a service that starts once creates what is missing.`,
    );
  }
  const disposables = new Disposables();
  try {
    const lock = lockOf(dataDir);
    disposables.add(async () => lock.release());
    if (isRestoreUnfinished(dataDir)) {
      throw new MigrationRefused(
        `A restore of ${dataDir} was interrupted. Start the service once, which completes it.`,
      );
    }
    await requireFinishedMigration(fileMigrationMarker(dataDir));
    const { openDocuments, ...stores } = disposables.own(await openAuditStores(config));
    const tables = openSqliteTables(dataDir, { writable: false });
    disposables.add(async () => tables.close());
    return {
      ...stores,
      documents: openDocuments(),
      tables,
      listBlobs: () => blobsIn(dataDir),
      work: async () => readSqliteWork(dataDir),
      close: () => disposables.close(),
    };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

function lockOf(dataDir: string): DataDirLock {
  try {
    return DataDirLock.acquire(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    const sentence = `A service, or another migration, uses the data folder ${dataDir}. Stop it, then run the same command again.`;
    throw new MigrationRefused(sentence, { cause: error });
  }
}

/** Names of what a service keeps in the folder. */
export async function contentOfFolder(dataDir: string): Promise<readonly string[]> {
  const exists = existsSync(dataDir) && (await readdir(dataDir)).length > 0;
  return exists ? dataFilesIn(dataDir) : [];
}

/** @throws DataDirInUse, DataDirUnusable, WrongMasterKey */
export async function openEmbeddedTarget(config: Config): Promise<MigrationTarget> {
  const { dataDir: directory } = config;
  const disposables = new Disposables();
  try {
    const folder = await DataFolder.open(directory, () => undefined);
    disposables.add(async () => folder.release());
    const masterKey = await loadMasterKey({ configured: config.masterKey ?? undefined, directory });
    const keys = disposables.own(await openSqliteKeys({ directory, masterKey }));
    const documents = disposables.own(await openSqliteDocuments({ directory }));
    const blobs = disposables.own(await openFileBlobs({ directory: join(directory, BLOBS) }));
    await createSideStores(directory);
    const into = disposables.own(await openSqliteLogImport({ directory }));
    const log = disposables.own(readSqliteEventLog({ directory }));
    const tables = openSqliteTables(directory, { writable: true });
    disposables.add(async () => tables.close());
    return {
      log,
      into,
      keys,
      documents,
      blobs,
      tables,
      treeHeads: openFileTreeHeads({ directory }),
      marker: fileMigrationMarker(directory),
      listBlobs: () => blobsIn(directory),
      beginWork: async (groups) => writeSqliteWork(directory, groups),
      close: () => disposables.close(),
    };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

async function createSideStores(directory: string): Promise<void> {
  const { counters, embeddingCache, idempotency } = await openSqliteSideStores({ directory });
  for (const store of [counters, embeddingCache, idempotency]) await store.close();
}

async function* blobsIn(dataDir: string): AsyncGenerator<readonly string[]> {
  let page: string[] = [];
  for await (const path of filesBelow(join(dataDir, BLOBS))) {
    const hash = blobHashOf(`${BLOBS}/${path}`);
    // Any other file is work in progress.
    if (hash === null) continue;
    page.push(`${path.slice(0, -`/${hash.slice(0, 2)}/${hash}`.length)}/${hash}`);
    if (page.length < BLOBS_PER_PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}
