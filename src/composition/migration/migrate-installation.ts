/**
 * Migrates an installation between the embedded stores and the engines. Data that cannot be rebuilt is copied and compared; read models and
 * search index are built anew. Nothing changes at the source. Every step may be repeated, so the same command resumes an interrupted migration.
 */
import { prepareDataDir } from '../../adapters/files/data-dir.ts';
import { fileMigrationMarker } from '../../adapters/files/migration-marker.ts';
import { openMongoMigration } from '../../adapters/mongodb/migration.ts';
import { lastEventOf, TREE_HEAD_STREAM } from '../../commands/tree-heads.ts';
import type { Config } from '../../config.ts';
import { toHeadRecord } from '../../event-log/tree/signed-head.ts';
import { parsePosition, type ReadableLog } from '../../ports/event-log.ts';
import { openAuditStores } from '../stores/audit-stores.ts';
import { compareLogs, PositionMap } from './compare-logs.ts';
import { type ComparedContent, compareRecords } from './compare-records.ts';
import { copyLog } from './copy-log.ts';
import { type CopyContext, copyBlobs, copyDocuments, copyTables } from './copy-records.ts';
import { contentOfEngines, openDistributedSource, openDistributedTarget } from './distributed-side.ts';
import { contentOfFolder, openEmbeddedSource, openEmbeddedTarget } from './embedded-side.ts';
import { finishTarget } from './finish-target.ts';
import { migrateWork, wantedPositions } from './migrate-work.ts';
import { MigrationRefused } from './migration-refused.ts';
import { type MigrationState, readMigrationState, writeMigrationState } from './migration-state.ts';
import {
  configOf,
  engineUrls,
  type MigrationOptions,
  type MigrationSource,
  type MigrationTarget,
  nameOf,
  type Profile,
} from './sides.ts';
import { requireSoundLog } from './verify-side.ts';

export interface MigrationSummary {
  readonly state: MigrationState;
  /** True when an earlier run had finished it. */
  readonly wasFinished: boolean;
  /** Contents of both ends; null when an earlier run has compared them. */
  readonly compared: readonly ComparedContent[] | null;
  /** Files whose bytes no longer had their hash. They were left out. */
  readonly damaged: readonly string[];
  /** Notes about what the service completes later. */
  readonly notes: readonly string[];
}

/** @throws MigrationRefused, DataDirInUse, WrongMasterKey, StoreUnavailable */
export async function migrateInstallation(options: MigrationOptions): Promise<MigrationSummary> {
  const { config, to, now, onProgress } = options;
  engineUrls(config);
  const source = await openSource(to, config);
  try {
    const { migration, isNew } = await requireTarget(source, options);
    if (migration.phase === 'finished')
      return { state: migration, wasFinished: true, compared: null, damaged: [], notes: [] };
    if (isNew) {
      await requireSoundLog(source, nameOf(otherProfile(to), config), (events) =>
        onProgress('verifying', `${events} events`),
      );
      await writeMarker(to, config, migration);
    }
    const copied = migration.phase === 'copying' ? await copyAll(source, migration, options) : null;
    const finishing = copied?.state ?? migration;
    const target = configOf(to, config);
    const notes = await finishTarget(target, migratedTree(finishing), options);
    const stores = await openAuditStores(target);
    try {
      await requireSoundLog(stores, nameOf(to, config), (events) =>
        onProgress('verifying the copy', `${events} events`),
      );
    } finally {
      await stores.close();
    }
    // A node on the engines may have written, or erased something, since the copy was compared.
    await requireUnchanged(source, migration);
    const state: MigrationState = { ...finishing, phase: 'finished', finishedAt: now() };
    await writeMarker(to, config, state);
    return { state, wasFinished: false, compared: copied?.compared ?? null, damaged: copied?.damaged ?? [], notes };
  } finally {
    await source.close();
  }
}

export const otherProfile = (profile: Profile): Profile => (profile === 'embedded' ? 'distributed' : 'embedded');

export function openSource(to: Profile, config: Config): Promise<MigrationSource> {
  const source = configOf(otherProfile(to), config);
  return to === 'embedded' ? openDistributedSource(source) : openEmbeddedSource(source);
}

const openTarget = (to: Profile, config: Config): Promise<MigrationTarget> =>
  to === 'embedded' ? openEmbeddedTarget(configOf(to, config)) : openDistributedTarget(configOf(to, config));

/** Requires an empty target, or the unfinished copy of this very source. @throws MigrationRefused */
export async function requireTarget(
  source: MigrationSource,
  { config, to, now }: Pick<MigrationOptions, 'config' | 'to' | 'now'>,
): Promise<{ readonly migration: MigrationState; readonly isNew: boolean }> {
  const place = nameOf(to, config);
  const identity = await identityOf(source, otherProfile(to));
  const migration = await readMarker(to, config);
  if (migration === null) {
    const content = await (to === 'embedded' ? contentOfFolder(config.dataDir) : contentOfEngines(config));
    if (content.length === 0) {
      const fresh = { phase: 'copying', tree: null, events: 0, root: '', finishedAt: null } as const;
      return { migration: { ...fresh, source: identity, startedAt: now() }, isNew: true };
    }
    const named = content.slice(0, 5).join(', ');
    throw new MigrationRefused(
      `The target is not empty: ${place} hold${to === 'embedded' ? 's' : ''} ${named}. Name an empty one.`,
    );
  }
  const { installationId, kind, head } = migration.source;
  if (installationId !== identity.installationId || kind !== identity.kind) {
    throw new MigrationRefused(
      `The target holds the copy of another installation. Empty ${place}, or name another target.`,
    );
  }
  if (migration.phase !== 'finished' && head?.eventId !== identity.head?.eventId) {
    throw new MigrationRefused(`The source has changed since this migration began. Empty ${place}, then begin again.`);
  }
  return { migration, isNew: false };
}

async function identityOf({ keys, log }: MigrationSource, kind: Profile): Promise<MigrationState['source']> {
  const { installationId } = await keys.state();
  if (installationId === null) {
    throw new MigrationRefused(
      'The source belongs to no installation yet. Start the service of this release on it once.',
    );
  }
  return { installationId, kind, head: await headOf(log) };
}

async function headOf(log: ReadableLog): Promise<MigrationState['source']['head']> {
  const [last] = await log.readLatest(1);
  return last === undefined ? null : { position: String(last.position), eventId: last.id };
}

async function copyAll(source: MigrationSource, migration: MigrationState, options: MigrationOptions) {
  const { config, to, now, onProgress } = options;
  const target = await openTarget(to, config);
  const context: CopyContext = { source, target, now, onProgress };
  try {
    await copyTables(context);
    const damaged = await copyBlobs(context);
    await copyDocuments(context);
    const { log } = source;
    await copyLog({
      source: log,
      target: target.log,
      into: target.into,
      onProgress: (n) => onProgress('log', `${n} events`),
    });
    const work = await source.work();
    const size = await newestHeadSize(log);
    const positions = new PositionMap(wantedPositions(work), size);
    const compared = await compareRecords(context, damaged);
    const onCompared = (events: number) => onProgress('comparing', `${events} events`);
    const logs = { source: log, target: target.log, positions, onProgress: onCompared };
    const { events, root } = await compareLogs(logs).catch(async (error: unknown) => {
      // A source that has grown is the likelier cause.
      await requireUnchanged(source, migration);
      throw error;
    });
    await requireUnchanged(source, migration);
    await migrateWork(work, positions, target);
    const end = positions.endOfTree;
    const tree = size === 0 ? null : { size, position: end === null ? null : String(end) };
    const state: MigrationState = { ...migration, phase: 'finishing', tree, events, root };
    await writeMigrationState(target.marker, state);
    return { state, compared, damaged };
  } finally {
    await target.close();
  }
}

/** @throws MigrationRefused when the log has grown since the migration began */
async function requireUnchanged({ log }: MigrationSource, { source: { head } }: MigrationState): Promise<void> {
  if ((await headOf(log))?.eventId === head?.eventId) return;
  throw new MigrationRefused(
    'Something wrote to the source during the migration. Stop it, empty the target, then begin again.',
  );
}

/** Number of events that the newest head in the source's log covers; 0 without one. */
async function newestHeadSize(log: ReadableLog): Promise<number> {
  const last = await lastEventOf(log, TREE_HEAD_STREAM);
  return toHeadRecord(last?.data)?.size ?? 0;
}

const migratedTree = ({ tree }: MigrationState) =>
  tree === null ? null : { size: tree.size, position: tree.position === null ? null : parsePosition(tree.position) };

async function readMarker(to: Profile, { dataDir, mongoUrl }: Config): Promise<MigrationState | null> {
  if (to === 'embedded') return readMigrationState(fileMigrationMarker(dataDir));
  const mongo = await openMongoMigration(mongoUrl ?? '');
  try {
    return await readMigrationState(mongo.marker);
  } finally {
    await mongo.close();
  }
}

/** Written before anything is created, so that an interrupted migration is recognised from its first moment. */
async function writeMarker(to: Profile, { dataDir, mongoUrl }: Config, state: MigrationState): Promise<void> {
  if (to === 'embedded') {
    await prepareDataDir(dataDir);
    return writeMigrationState(fileMigrationMarker(dataDir), state);
  }
  const mongo = await openMongoMigration(mongoUrl ?? '');
  try {
    await writeMigrationState(mongo.marker, state);
  } finally {
    await mongo.close();
  }
}
