/** EventStoreDB and MongoDB as an end of a move. Nothing locks them, so that consumers of the log tell whether a node runs. */
import { indicesWithPassages } from '../../adapters/elasticsearch/held-passages.ts';
import { openEventStoreLog } from '../../adapters/eventstoredb/event-log.ts';
import { openEventStoreLogImport } from '../../adapters/eventstoredb/import-event-log.ts';
import { openEventStoreWork } from '../../adapters/eventstoredb/work/moving.ts';
import { loadMasterKey } from '../../adapters/files/master-key.ts';
import { openMongoMoving } from '../../adapters/mongodb/moving.ts';
import { openMongo } from '../../adapters/mongodb/open-mongo.ts';
import type { Config } from '../../config.ts';
import { openAuditStores } from '../audit-stores.ts';
import { Disposables } from '../disposables.ts';
import { WORK_GROUPS } from '../work-groups.ts';
import { requireFinishedMove } from './marker.ts';
import { MoveRefused } from './refused.ts';
import { engineUrls, type MoveSource, type MoveTarget } from './sides.ts';

/** @throws MoveRefused, WrongMasterKey, StoreUnavailable */
export async function openDistributedSource(config: Config): Promise<MoveSource> {
  const { eventStoreUrl, mongoUrl } = engineUrls(config);
  const disposables = new Disposables();
  try {
    const moving = await openMongoMoving(mongoUrl);
    disposables.add(() => moving.close());
    await requireFinishedMove(moving.marker);
    const work = openEventStoreWork({ url: eventStoreUrl });
    disposables.add(() => work.close());
    const consumers = (await work.progress(WORK_GROUPS)).reduce((sum, each) => sum + each.consumers, 0);
    if (consumers > 0) {
      throw new MoveRefused(
        'A node of the service is connected to EventStoreDB. Stop all nodes before the move; one that was killed is forgotten within half a minute.',
      );
    }
    const stores = await openAuditStores(config);
    disposables.add(() => stores.close());
    return {
      ...stores,
      tables: moving.tables,
      listBlobs: () => moving.blobs(),
      work: () => work.progress(WORK_GROUPS),
      close: () => disposables.close(),
    };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

/**
 * Names of what a service keeps there. Passages count as well: those of an earlier move may have been erased at the source since, and
 * nothing would erase them here. Creates nothing. @throws StoreUnavailable
 */
export async function contentOfEngines(config: Config): Promise<readonly string[]> {
  const { eventStoreUrl, mongoUrl, elasticsearchUrl } = engineUrls(config);
  const disposables = new Disposables();
  try {
    const moving = await openMongoMoving(mongoUrl);
    disposables.add(() => moving.close());
    const log = await openEventStoreLog({ url: eventStoreUrl });
    disposables.add(() => log.close());
    const events = await log.readLatest(1);
    const collections = (await moving.content()).map((name) => `the collection ${name}`);
    const indices = (await indicesWithPassages(elasticsearchUrl)).map((name) => `the index ${name}`);
    return [...(events.length > 0 ? ['events'] : []), ...collections, ...indices];
  } finally {
    await disposables.close();
  }
}

/** @throws WrongMasterKey, StoreUnavailable */
export async function openDistributedTarget(config: Config): Promise<MoveTarget> {
  const { eventStoreUrl: url, mongoUrl } = engineUrls(config);
  const disposables = new Disposables();
  const kept = <Store extends { close(): Promise<void> }>(store: Store): Store => {
    disposables.add(() => store.close());
    return store;
  };
  try {
    const masterKey = await loadMasterKey({ configured: config.masterKey ?? undefined, directory: config.dataDir });
    const moving = kept(await openMongoMoving(mongoUrl));
    const { keys, documents, blobs, treeHeads } = kept(await openMongo({ url: mongoUrl, masterKey }));
    const log = kept(await openEventStoreLog({ url }));
    const into = kept(openEventStoreLogImport({ url }));
    const work = kept(openEventStoreWork({ url }));
    return {
      ...{ log, into, keys, documents, blobs, treeHeads, tables: moving.tables, marker: moving.marker },
      listBlobs: () => moving.blobs(),
      beginWork: (groups, startAfter) => work.begin(groups, startAfter),
      close: () => disposables.close(),
    };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}
