import type { Decoded } from '../../event-log/event-decoder.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import type { UnreadableEvent } from '../../event-log/unreadable-event.ts';
import { errorMessage } from '../../lib/thrown.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import type { JsonObject, StoredEvent } from '../../ports/event-log.ts';
import type { Projection, TouchedDocument } from '../projection.ts';
import { WorkingSet } from './working-set.ts';

export interface PoisonEvent {
  readonly event: Pick<StoredEvent, 'position' | 'stream' | 'revision' | 'type'>;
  readonly reason: string;
}

export interface Folded {
  readonly workingSet: WorkingSet;
  readonly poison: readonly PoisonEvent[];
}

export interface FoldStep {
  readonly recorded: RecordedEvent;
  readonly touched: readonly TouchedDocument[];
}

/** @param unwritten earlier batches that may not be in the store yet, oldest first */
export async function foldBatch(
  projection: Projection,
  batch: readonly Decoded[],
  documents: Pick<ReadableDocuments, 'getMany'>,
  unwritten: readonly WorkingSet[],
): Promise<Folded> {
  const poison: PoisonEvent[] = [];
  const steps = stepsOf(projection, batch, poison);
  const workingSet = new WorkingSet(projection.collection);
  foldUnreadable(projection, batch, workingSet, poison);
  const ids = new Set<string>();
  for (const { touched } of steps) for (const { id, reads } of touched) if (reads) ids.add(id);
  await workingSet.fetch([...ids], documents, unwritten);
  foldSteps(projection, steps, workingSet, poison);
  return { workingSet, poison };
}

/** Adds those to `poison` that the projection handles and cannot do without. */
function foldUnreadable(
  projection: Projection,
  batch: readonly Decoded[],
  workingSet: WorkingSet,
  poison: PoisonEvent[],
): void {
  for (const decoded of batch) {
    if (decoded.ok) continue;
    const { stored } = decoded.error;
    const entry = projection.applyUnreadable?.(stored) ?? null;
    if (entry !== null) workingSet.set(entry.id, entry.document, stored.position);
    else if ((projection.handles as readonly string[]).includes(stored.type)) poison.push(unreadable(decoded.error));
  }
}

/** Adds failures to `poison`. */
export function foldSteps(
  projection: Projection,
  steps: readonly FoldStep[],
  workingSet: WorkingSet,
  poison: PoisonEvent[],
): void {
  for (const step of steps) {
    try {
      fold(projection, step, workingSet);
    } catch (error) {
      poison.push({ event: eventOf(step.recorded), reason: errorMessage(error) });
    }
  }
}

/** Steps of the readable events that the projection handles. Adds failures to `poison`. */
export function stepsOf(projection: Projection, batch: readonly Decoded[], poison: PoisonEvent[]): readonly FoldStep[] {
  const handled = new Set<string>(projection.handles);
  const steps: FoldStep[] = [];
  for (const decoded of batch) {
    if (!decoded.ok) continue;
    const { recorded } = decoded;
    if (!handled.has(recorded.event.type)) continue;
    try {
      steps.push({ recorded, touched: projection.touches(recorded as RecordedEvent<never>) });
    } catch (error) {
      poison.push({ event: eventOf(recorded), reason: errorMessage(error) });
    }
  }
  return steps;
}

/** Atomic: all documents of the event change, or none. */
function fold(projection: Projection, { recorded, touched }: FoldStep, workingSet: WorkingSet): void {
  const event = recorded as RecordedEvent<never>;
  const where = projection.removes?.(event) ?? null;
  const changed: [string, JsonObject | null][] = [];
  for (const { id, reads } of touched) {
    if (workingSet.holds(id, recorded.position)) continue;
    changed.push([id, projection.apply(reads ? workingSet.get(id) : null, event, id)]);
  }
  if (where !== null) workingSet.removeWhere(where, recorded.position);
  for (const [id, document] of changed) workingSet.set(id, document, recorded.position);
}

function eventOf({ position, stream, revision, event }: RecordedEvent): PoisonEvent['event'] {
  return { position, stream, revision, type: event.type };
}

function unreadable(error: UnreadableEvent): PoisonEvent {
  const { position, stream, revision, type } = error.stored;
  return { event: { position, stream, revision, type }, reason: error.reason };
}
