/**
 * Compares live read models with rebuilt ones while the live ones change. A document that differs may only be newer, so it is compared again
 * once the rebuilt models have caught up. It is a difference when it still differs at a position that both sides have passed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PositionedDocument, ReadableDocuments } from '../../ports/documents.ts';
import type { JsonObject, Position, ReadableLog } from '../../ports/event-log.ts';
import { logMismatch } from '../../projections/engine/log-identity.ts';
import { type Projection, projectionKey } from '../../projections/projection.ts';
import type { Difference } from './differences.ts';
import { pairsById } from './pairs-by-id.ts';
import type { RebuiltModels } from './rebuilt-models.ts';

/** Ids to compare again are held in memory. A read model with more of them counts as different as a whole. */
const MAX_SUSPECTS = 10_000;
const RECHECKED_AT_ONCE = 200;
/** A document that changed between all of these comparisons stays undecided. */
const MAX_COMPARISONS = 20;
const CATCH_UP_MS = 100;

export interface ModelComparison {
  readonly differences: readonly Difference[];
  readonly compared: number;
  /** Documents that changed between all comparisons. */
  readonly undecided: number;
}

export interface CompareOptions {
  readonly log: Pick<ReadableLog, 'eventAt' | 'head'>;
  readonly live: ReadableDocuments;
  readonly rebuilt: RebuiltModels;
  readonly projections: readonly Projection[];
  readonly onCompared: (model: string, documents: number) => void;
  readonly signal: AbortSignal;
}

/** Separates the read models that cannot be compared. The others come furthest behind first, because rebuilt models never go back. */
export async function comparable({ log, live, projections }: Pick<CompareOptions, 'log' | 'live' | 'projections'>) {
  const incomparable: Difference[] = [];
  const models: { readonly projection: Projection; readonly position: Position }[] = [];
  for (const projection of projections) {
    const model = projectionKey(projection);
    const because = await whyIncomparable(projection, log, live);
    const pointer = await live.checkpoint(model);
    if (because === null && pointer !== null) models.push({ projection, position: pointer.position });
    else incomparable.push({ kind: 'incomparable', model, because: because ?? 'it has no checkpoint' });
  }
  models.sort((a, b) => Number(a.position - b.position));
  return { incomparable, models: models.map(({ projection }) => projection) };
}

async function whyIncomparable(
  projection: Projection,
  log: CompareOptions['log'],
  live: ReadableDocuments,
): Promise<string | null> {
  const { name, version } = projection.collection;
  const active = await live.activeVersion(name);
  if (active === null) return 'it was never built';
  if (active !== version) return `version ${active} is in use, and this release builds version ${version}`;
  const pointer = await live.checkpoint(projectionKey(projection));
  if (pointer === null) return 'it has no checkpoint';
  const mismatch = await logMismatch(log, pointer);
  return mismatch === null ? null : `it was built from another log: ${mismatch}`;
}

export async function compareModel(projection: Projection, options: CompareOptions): Promise<ModelComparison> {
  const model = projectionKey(projection);
  await foldToLive(model, options);
  const { suspects, compared } = await findSuspects(projection, options);
  if (suspects.size > MAX_SUSPECTS) {
    const because = `more than ${MAX_SUSPECTS} documents differ`;
    return { differences: [{ kind: 'incomparable', model, because }], compared, undecided: 0 };
  }
  return { ...(await confirmDifferences(suspects, projection, options)), compared };
}

/** Ids of documents that differ now. Stops above `MAX_SUSPECTS`. */
async function findSuspects(projection: Projection, { live, rebuilt, onCompared, signal }: CompareOptions) {
  const suspects = new Set<string>();
  let compared = 0;
  for await (const { id, left, right } of pairsById(projection.collection, live, rebuilt.documents)) {
    signal.throwIfAborted();
    compared += 1;
    onCompared(projectionKey(projection), compared);
    if (!isDeepStrictEqual(left, right)) suspects.add(id);
    if (suspects.size > MAX_SUSPECTS) break;
  }
  return { suspects, compared };
}

/** A difference counts when two comparisons in a row find it: a missing document may have been deleted since the checkpoint was read. */
async function confirmDifferences(
  suspects: ReadonlySet<string>,
  projection: Projection,
  options: CompareOptions,
): Promise<Omit<ModelComparison, 'compared'>> {
  const differences: Difference[] = [];
  let undecided = suspects;
  let foundOnce: ReadonlySet<string> = new Set();
  for (let round = 0; round < MAX_COMPARISONS && undecided.size > 0; round += 1) {
    options.signal.throwIfAborted();
    const { settled, moving } = await differingOf([...undecided], projection, options);
    for (const [id, difference] of settled) if (foundOnce.has(id)) differences.push(difference);
    foundOnce = new Set([...settled.keys()].filter((id) => !foundOnce.has(id)));
    undecided = new Set([...foundOnce, ...moving]);
  }
  return { differences, undecided: undecided.size };
}

/** Returns the position of the live model, or null while it is behind one that was compared before: rebuilt models never go back. */
async function foldToLive(model: string, { live, rebuilt, signal }: CompareOptions): Promise<Position | null> {
  const pointer = await live.checkpoint(model);
  if (pointer === null) return null;
  await rebuilt.foldTo(pointer.position, signal);
  const end = rebuilt.foldedTo;
  return end !== null && end > pointer.position ? null : end;
}

/** Compares documents again: `settled` differ at a position that both sides have passed, `moving` ones are newer in the live model. */
async function differingOf(ids: readonly string[], projection: Projection, options: CompareOptions) {
  const model = projectionKey(projection);
  const settled = new Map<string, Difference>();
  const moving = new Set<string>();
  const end = await foldToLive(model, options);
  if (end === null) {
    await pause(CATCH_UP_MS, undefined, { signal: options.signal });
    return { settled, moving: new Set(ids) };
  }
  for await (const { id, there, built } of bothCopies(ids, projection, options)) {
    const difference = differenceOf(model, id, there?.document ?? null, built?.document ?? null);
    if (difference === null) continue;
    if (there !== undefined && there.position > end) moving.add(id);
    else settled.set(id, difference);
  }
  return { settled, moving };
}

async function* bothCopies(
  ids: readonly string[],
  { collection }: Projection,
  { live, rebuilt }: Pick<CompareOptions, 'live' | 'rebuilt'>,
) {
  for (let start = 0; start < ids.length; start += RECHECKED_AT_ONCE) {
    const some = ids.slice(start, start + RECHECKED_AT_ONCE);
    const [left, right] = await Promise.all([
      byId(live.getMany<JsonObject>(collection, some)),
      byId(rebuilt.documents.getMany<JsonObject>(collection, some)),
    ]);
    for (const id of some) yield { id, there: left.get(id), built: right.get(id) };
  }
}

async function byId(found: Promise<readonly PositionedDocument<JsonObject>[]>) {
  return new Map((await found).map((each) => [each.id, each] as const));
}

function differenceOf(model: string, id: string, live: JsonObject | null, built: JsonObject | null): Difference | null {
  if (live === null) return built === null ? null : { kind: 'missing', model, id };
  if (built === null) return { kind: 'unexpected', model, id };
  const names = [...new Set([...Object.keys(live), ...Object.keys(built)])];
  const fields = names.filter((name) => !isDeepStrictEqual(live[name], built[name]));
  return fields.length === 0 ? null : { kind: 'different', model, id, fields };
}
