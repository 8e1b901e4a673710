/** Rebuilds read models and search index from the copied stores, and signs the log as this installation goes on. */
import { setTimeout as pause } from 'node:timers/promises';
import { uuidV7Ids } from '../../adapters/system/ids.ts';
import { TreeHeadCommands } from '../../commands/tree-heads.ts';
import type { Config } from '../../config.ts';
import { EventCodec } from '../../event-log/codec.ts';
import { EventStore } from '../../event-log/event-store.ts';
import type { Position } from '../../ports/event-log.ts';
import { NO_LOGGER } from '../../ports/logger.ts';
import { DiskRefusesWrites, StoreUnavailable } from '../../ports/store-unavailable.ts';
import { ThreadedPreparer } from '../../reading/threads/threaded-preparer.ts';
import { IndexMigration } from '../../workers/ingestion/index-migration.ts';
import { TreeHeadPublisher, UNOBSERVED_TREE_HEADS } from '../../workers/tree-heads/tree-head-publisher.ts';
import { buildApplication } from '../application.ts';
import { Disposables } from '../disposables.ts';
import { type Models, openModels } from '../models/models.ts';
import { leastCheckpoint } from '../read-side/read-side.ts';
import { openStores, type Stores } from '../stores/stores.ts';
import { MAX_FAILING_MS, RebuildFailures } from './rebuild-failures.ts';
import type { MigrationOptions } from './sides.ts';

const LOOK_MS = 250;
/** Nobody signs in during a migration. */
const NO_PASSWORDS = { hash: async () => '', verify: async () => false };
const UNOBSERVED = { answered: () => undefined };

type FinishOptions = Pick<MigrationOptions, 'onProgress' | 'report'>;
type MigratedTree = { readonly size: number; readonly position: Position | null } | null;

/** @returns notes about work that the service completes later @throws Error that stopped a read model */
export async function finishTarget(
  config: Config,
  tree: MigratedTree,
  options: FinishOptions,
): Promise<readonly string[]> {
  const disposables = new Disposables();
  try {
    const models = await openModels(config, () => undefined);
    // Opened without a report: missing read models and search index would be reported as a loss.
    const stores = await openStores(config, models.embedder);
    disposables.own(stores);
    await rebuildReadModels(config, stores, models, options);
    const notes = await rebuildIndex(stores, models, options);
    options.onProgress('signing', '');
    await signHead(stores, config.eventStoreUrl === null, tree, options);
    return notes;
  } finally {
    await disposables.close();
  }
}

async function rebuildReadModels(
  config: Config,
  stores: Stores,
  models: Models,
  options: FinishOptions,
): Promise<void> {
  const failures = new RebuildFailures();
  const report: MigrationOptions['report'] = (problem) => {
    failures.add(problem.error);
    // A disk that refuses writes ends the migration, whose error names it.
    if (!(problem.error instanceof DiskRefusesWrites)) options.report(problem);
  };
  const { readSide, joinInstallation } = buildApplication({
    config: { ...config, roles: ['projector'] },
    stores,
    models,
    passwords: NO_PASSWORDS,
    clock: stores.clock,
    ids: uuidV7Ids,
    logger: NO_LOGGER,
    observer: UNOBSERVED,
    report,
  });
  await joinInstallation();
  const done = new AbortController();
  await readSide.start();
  try {
    const showing = show(done.signal, async () => {
      const reached = leastCheckpoint(await readSide.status());
      options.onProgress('read models', `up to position ${reached} of ${await stores.log.head()}`);
      failures.requireProgress(reached);
    });
    showing.catch(() => undefined);
    // Read models would resubscribe for ever while a store is unavailable, which the race ends.
    await Promise.race([readSide.caughtUp(), showing]);
    done.abort();
    await showing;
  } finally {
    done.abort();
    await readSide.stop();
  }
}

/** Leaves an unavailable model to the start of the service, which calls it again. */
async function rebuildIndex(stores: Stores, { embedder }: Models, { onProgress, report }: FinishOptions) {
  const { documents, blobs, searchIndex, embeddingCache } = stores;
  const preparer = new ThreadedPreparer();
  const [migration, waiting, done] = [new IndexMigration(), new AbortController(), new AbortController()];
  try {
    const showing = show(done.signal, async () => {
      const { state, sources } = migration.status;
      onProgress('search index', `${sources.indexed} sources`);
      if (state === 'waiting for the model') waiting.abort();
    });
    let outage: StoreUnavailable | null = null;
    const onProblem: MigrationOptions['report'] = (problem) => {
      // The migration of a service waits for an hour.
      if (problem.error instanceof StoreUnavailable) outage ??= problem.error;
      if (outage === null) report(problem);
      else waiting.abort();
    };
    const deps = { documents, blobs, preparer, searchIndex, embeddingCache, embedder, report: onProblem };
    await migration.run(deps, waiting.signal).catch((error: unknown) => {
      if (outage !== null) throw outage;
      if (!waiting.signal.aborted) throw error;
    });
    done.abort();
    await showing;
    const isWhole = migration.status.state === 'whole';
    return isWhole
      ? []
      : ['The search index is not whole yet: a process with the role `scheduler` completes it at its start.'];
  } finally {
    done.abort();
    await preparer.close();
  }
}

/** The newest head in the log names a position of the former log, so one with a position of this log is recorded. */
async function signHead(
  stores: Stores,
  exclusive: boolean,
  migrated: MigratedTree,
  { report }: FinishOptions,
): Promise<void> {
  const { log, keys, treeHeads: heads, clock } = stores;
  const ids = uuidV7Ids;
  const commands = new TreeHeadCommands({
    log,
    eventStore: new EventStore(log, new EventCodec(keys), clock),
    clock,
    ids,
  });
  const publisher = new TreeHeadPublisher({
    log,
    commands,
    keys,
    heads,
    clock,
    exclusive,
    observer: UNOBSERVED_TREE_HEADS,
    report,
    recordAfterMs: 0,
    ...(migrated === null ? {} : { migrated }),
  });
  while (await publisher.step());
  // A closing head shows events that are added while no service runs.
  if (exclusive) while (await publisher.step({ closing: true }));
}

/** Polls until the signal aborts. @throws the error of a store that stays unavailable */
async function show(signal: AbortSignal, look: () => Promise<void>): Promise<void> {
  let failsSince: number | null = null;
  while (!signal.aborted) {
    try {
      await look();
      failsSince = null;
    } catch (error) {
      failsSince ??= performance.now();
      // A busy store sometimes answers late.
      const mayRecover = error instanceof StoreUnavailable && !(error instanceof DiskRefusesWrites);
      if (!mayRecover || performance.now() - failsSince > MAX_FAILING_MS) throw error;
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}
