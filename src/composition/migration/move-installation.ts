/**
 * Moves an installation between the embedded stores and the engines. Data that cannot be rebuilt is copied and compared; read models and
 * search index are built anew. Nothing changes at the source. Every step may be repeated, so the same command resumes an interrupted move.
 */
import { prepareDataDir } from '../../adapters/files/data-dir.ts';
import { fileMoveMarker } from '../../adapters/files/move-marker.ts';
import { openMongoMoving } from '../../adapters/mongodb/moving.ts';
import { lastEventOf, TREE_HEAD_STREAM } from '../../commands/tree-heads.ts';
import type { Config } from '../../config.ts';
import { toHeadRecord } from '../../event-log/tree/signed-head.ts';
import { parsePosition, type ReadableLog } from '../../ports/event-log.ts';
import { openAuditStores } from '../audit-stores.ts';
import { compareLogs, PositionMap } from './compare-logs.ts';
import { type ComparedContent, compareRecords } from './compare-records.ts';
import { copyLog } from './copy-log.ts';
import { type CopyContext, copyBlobs, copyDocuments, copyTables } from './copy-records.ts';
import { contentOfEngines, openDistributedSource, openDistributedTarget } from './distributed-side.ts';
import { contentOfFolder, openEmbeddedSource, openEmbeddedTarget } from './embedded-side.ts';
import { finishTarget } from './finish-target.ts';
import { type MoveState, readMove, writeMove } from './marker.ts';
import { moveWork, wantedPositions } from './move-work.ts';
import { MoveRefused } from './refused.ts';
import {
  configOf,
  engineUrls,
  type MoveOptions,
  type MoveSource,
  type MoveTarget,
  nameOf,
  type Profile,
} from './sides.ts';
import { requireSoundLog } from './verify-side.ts';

export interface MoveSummary {
  readonly state: MoveState;
  /** True when an earlier run had finished it. */
  readonly wasFinished: boolean;
  /** Contents of both ends; null when an earlier run has compared them. */
  readonly compared: readonly ComparedContent[] | null;
  /** Files whose bytes no longer had their hash. They were left out. */
  readonly damaged: readonly string[];
  /** Notes about what the service completes later. */
  readonly notes: readonly string[];
}

/** @throws MoveRefused, DataDirInUse, WrongMasterKey, StoreUnavailable */
export async function moveInstallation(options: MoveOptions): Promise<MoveSummary> {
  const { config, to, now, onProgress } = options;
  engineUrls(config);
  const source = await openSource(to, config);
  try {
    const { move, isNew } = await requireTarget(source, options);
    if (move.phase === 'finished') return { state: move, wasFinished: true, compared: null, damaged: [], notes: [] };
    if (isNew) {
      await requireSoundLog(source, nameOf(otherThan(to), config), (events) =>
        onProgress('verifying', `${events} events`),
      );
      await writeMarker(to, config, move);
    }
    const copied = move.phase === 'copying' ? await copyAll(source, move, options) : null;
    const finishing = copied?.state ?? move;
    const target = configOf(to, config);
    const notes = await finishTarget(target, movedTree(finishing), options);
    const stores = await openAuditStores(target);
    try {
      await requireSoundLog(stores, nameOf(to, config), (events) =>
        onProgress('verifying the copy', `${events} events`),
      );
    } finally {
      await stores.close();
    }
    // A node on the engines may have written, or erased something, since the copy was compared.
    await requireUnchanged(source, move);
    const state: MoveState = { ...finishing, phase: 'finished', finishedAt: now() };
    await writeMarker(to, config, state);
    return { state, wasFinished: false, compared: copied?.compared ?? null, damaged: copied?.damaged ?? [], notes };
  } finally {
    await source.close();
  }
}

export const otherThan = (profile: Profile): Profile => (profile === 'embedded' ? 'distributed' : 'embedded');

export function openSource(to: Profile, config: Config): Promise<MoveSource> {
  const source = configOf(otherThan(to), config);
  return to === 'embedded' ? openDistributedSource(source) : openEmbeddedSource(source);
}

const openTarget = (to: Profile, config: Config): Promise<MoveTarget> =>
  to === 'embedded' ? openEmbeddedTarget(configOf(to, config)) : openDistributedTarget(configOf(to, config));

/** Requires an empty target, or the unfinished copy of this very source. @throws MoveRefused */
export async function requireTarget(
  source: MoveSource,
  { config, to, now }: Pick<MoveOptions, 'config' | 'to' | 'now'>,
): Promise<{ readonly move: MoveState; readonly isNew: boolean }> {
  const place = nameOf(to, config);
  const identity = await identityOf(source, otherThan(to));
  const move = await readMarker(to, config);
  if (move === null) {
    const content = await (to === 'embedded' ? contentOfFolder(config.dataDir) : contentOfEngines(config));
    if (content.length === 0) {
      const fresh = { phase: 'copying', tree: null, events: 0, root: '', finishedAt: null } as const;
      return { move: { ...fresh, source: identity, startedAt: now() }, isNew: true };
    }
    const named = content.slice(0, 5).join(', ');
    throw new MoveRefused(
      `The target is not empty: ${place} hold${to === 'embedded' ? 's' : ''} ${named}. Name an empty one.`,
    );
  }
  const { installationId, kind, head } = move.source;
  if (installationId !== identity.installationId || kind !== identity.kind) {
    throw new MoveRefused(`The target holds the copy of another installation. Empty ${place}, or name another target.`);
  }
  if (move.phase !== 'finished' && head?.eventId !== identity.head?.eventId) {
    throw new MoveRefused(`The source has changed since this move began. Empty ${place}, then begin again.`);
  }
  return { move, isNew: false };
}

async function identityOf({ keys, log }: MoveSource, kind: Profile): Promise<MoveState['source']> {
  const { installationId } = await keys.state();
  if (installationId === null) {
    throw new MoveRefused('The source belongs to no installation yet. Start the service of this release on it once.');
  }
  return { installationId, kind, head: await headOf(log) };
}

async function headOf(log: ReadableLog): Promise<MoveState['source']['head']> {
  const [last] = await log.readLatest(1);
  return last === undefined ? null : { position: String(last.position), eventId: last.id };
}

async function copyAll(source: MoveSource, move: MoveState, options: MoveOptions) {
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
      await requireUnchanged(source, move);
      throw error;
    });
    await requireUnchanged(source, move);
    await moveWork(work, positions, target);
    const end = positions.endOfTree;
    const tree = size === 0 ? null : { size, position: end === null ? null : String(end) };
    const state: MoveState = { ...move, phase: 'finishing', tree, events, root };
    await writeMove(target.marker, state);
    return { state, compared, damaged };
  } finally {
    await target.close();
  }
}

/** @throws MoveRefused when the log has grown since the move began */
async function requireUnchanged({ log }: MoveSource, { source: { head } }: MoveState): Promise<void> {
  if ((await headOf(log))?.eventId === head?.eventId) return;
  throw new MoveRefused('Something wrote to the source during the move. Stop it, empty the target, then begin again.');
}

/** Number of events that the newest head in the source's log covers; 0 without one. */
async function newestHeadSize(log: ReadableLog): Promise<number> {
  const last = await lastEventOf(log, TREE_HEAD_STREAM);
  return toHeadRecord(last?.data)?.size ?? 0;
}

const movedTree = ({ tree }: MoveState) =>
  tree === null ? null : { size: tree.size, position: tree.position === null ? null : parsePosition(tree.position) };

async function readMarker(to: Profile, { dataDir, mongoUrl }: Config): Promise<MoveState | null> {
  if (to === 'embedded') return readMove(fileMoveMarker(dataDir));
  const moving = await openMongoMoving(mongoUrl ?? '');
  try {
    return await readMove(moving.marker);
  } finally {
    await moving.close();
  }
}

/** Written before anything is created, so that an interrupted move is recognised from its first moment. */
async function writeMarker(to: Profile, { dataDir, mongoUrl }: Config, state: MoveState): Promise<void> {
  if (to === 'embedded') {
    await prepareDataDir(dataDir);
    return writeMove(fileMoveMarker(dataDir), state);
  }
  const moving = await openMongoMoving(mongoUrl ?? '');
  try {
    await writeMove(moving.marker, state);
  } finally {
    await moving.close();
  }
}
