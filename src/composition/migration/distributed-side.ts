/** EventStoreDB and MongoDB as one end of a migration. They have no lock: consumers of the log tell whether a node is running. */
import { indicesWithPassages } from '../../adapters/elasticsearch/held-passages.ts';
import { openEventStoreLog } from '../../adapters/eventstoredb/event-log.ts';
import { openEventStoreLogImport } from '../../adapters/eventstoredb/import-event-log.ts';
import { openEventStoreWork } from '../../adapters/eventstoredb/work/work-migration.ts';
import { loadMasterKey } from '../../adapters/files/master-key.ts';
import { openMongoMigration } from '../../adapters/mongodb/migration.ts';
import { openMongo } from '../../adapters/mongodb/open-mongo.ts';
import type { Config } from '../../config.ts';
import { WORK_GROUPS } from '../../workers/work-groups.ts';
import { Disposables } from '../disposables.ts';
import { openAuditStores } from '../stores/audit-stores.ts';
import { MigrationRefused } from './migration-refused.ts';
import { requireFinishedMigration } from './migration-state.ts';
import { engineUrls, type MigrationSource, type MigrationTarget } from './sides.ts';

/** @throws MigrationRefused, WrongMasterKey, StoreUnavailable */
export async function openDistributedSource(config: Config): Promise<MigrationSource> {
  const { eventStoreUrl, mongoUrl } = engineUrls(config);
  const disposables = new Disposables();
  try {
    const mongo = await openMongoMigration(mongoUrl);
    disposables.own(mongo);
    await requireFinishedMigration(mongo.marker);
    const work = openEventStoreWork({ url: eventStoreUrl });
    disposables.own(work);
    const consumers = (await work.progress(WORK_GROUPS)).reduce((sum, each) => sum + each.consumers, 0);
    if (consumers > 0) {
      throw new MigrationRefused(
        'A node of the service is connected to EventStoreDB. Stop all nodes before the migration; one that was killed is forgotten within half a minute.',
      );
    }
    const { openDocuments, ...stores } = disposables.own(await openAuditStores(config));
    return {
      ...stores,
      documents: openDocuments(),
      tables: mongo.tables,
      listBlobs: () => mongo.blobs(),
      work: () => work.progress(WORK_GROUPS),
      close: () => disposables.close(),
    };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

/**
 * Names the kinds of data that a service has stored there. Passages count as well: those of an earlier migration may have been
 * erased at the source since, and nothing would erase them here. Creates nothing. @throws StoreUnavailable
 */
export async function contentOfEngines(config: Config): Promise<readonly string[]> {
  const { eventStoreUrl, mongoUrl, elasticsearchUrl } = engineUrls(config);
  const disposables = new Disposables();
  try {
    const mongo = await openMongoMigration(mongoUrl);
    disposables.own(mongo);
    const log = await openEventStoreLog({ url: eventStoreUrl });
    disposables.own(log);
    const events = await log.readLatest(1);
    const collections = (await mongo.content()).map((name) => `the collection ${name}`);
    const indices = (await indicesWithPassages(elasticsearchUrl)).map((name) => `the index ${name}`);
    return [...(events.length > 0 ? ['events'] : []), ...collections, ...indices];
  } finally {
    await disposables.close();
  }
}

/** @throws WrongMasterKey, StoreUnavailable */
export async function openDistributedTarget(config: Config): Promise<MigrationTarget> {
  const { eventStoreUrl: url, mongoUrl } = engineUrls(config);
  const disposables = new Disposables();
  try {
    const masterKey = await loadMasterKey({ configured: config.masterKey ?? undefined, directory: config.dataDir });
    const mongo = disposables.own(await openMongoMigration(mongoUrl));
    const { keys, documents, blobs, treeHeads } = disposables.own(await openMongo({ url: mongoUrl, masterKey }));
    const log = disposables.own(await openEventStoreLog({ url }));
    const into = disposables.own(openEventStoreLogImport({ url }));
    const work = disposables.own(openEventStoreWork({ url }));
    return {
      log,
      into,
      keys,
      documents,
      blobs,
      treeHeads,
      tables: mongo.tables,
      marker: mongo.marker,
      listBlobs: () => mongo.blobs(),
      beginWork: (groups, startAfter) => work.begin(groups, startAfter),
      close: () => disposables.close(),
    };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}
