/** Folds a batch of events into the documents of one projection. */
import type { Decoded, UnreadableEvent } from '../../log/codec.ts';
import type { Recorded } from '../../log/recorded.ts';
import type { Documents } from '../../ports/documents.ts';
import type { JsonObject, StoredEvent } from '../../ports/event-log.ts';
import type { Projection, Touched } from '../projection.ts';
import { WorkingSet } from './working-set.ts';

/** An event that the projection cannot fold. */
export interface PoisonEvent {
  readonly event: Pick<StoredEvent, 'position' | 'stream' | 'revision' | 'type'>;
  readonly reason: string;
}

export interface Folded {
  readonly workingSet: WorkingSet;
  readonly poison: readonly PoisonEvent[];
}

export interface Step {
  readonly recorded: Recorded;
  readonly touched: readonly Touched[];
}

/** @param ahead the batches before that may not have reached the store yet, newest last */
export async function foldBatch(
  projection: Projection,
  batch: readonly Decoded[],
  documents: Documents,
  ahead: readonly WorkingSet[],
): Promise<Folded> {
  const poison: PoisonEvent[] = [];
  const steps = stepsOf(projection, batch, poison);
  const workingSet = new WorkingSet(projection.collection);
  const ids = new Set<string>();
  for (const { touched } of steps) for (const { id, reads } of touched) if (reads) ids.add(id);
  await workingSet.fetch([...ids], documents, ahead);
  foldSteps(projection, steps, workingSet, poison);
  return { workingSet, poison };
}

/** Changes the documents of the working set; the steps that cannot be folded go to `poison`. */
export function foldSteps(
  projection: Projection,
  steps: readonly Step[],
  workingSet: WorkingSet,
  poison: PoisonEvent[],
): void {
  for (const step of steps) {
    try {
      fold(projection, step, workingSet);
    } catch (error) {
      poison.push({ event: eventOf(step.recorded), reason: reasonOf(error) });
    }
  }
}

/** What of the batch the projection handles; what it cannot even place goes to `poison`. */
export function stepsOf(projection: Projection, batch: readonly Decoded[], poison: PoisonEvent[]): readonly Step[] {
  const handled = new Set<string>(projection.handles);
  const steps: Step[] = [];
  for (const decoded of batch) {
    if (!decoded.readable) {
      if (handled.has(decoded.error.stored.type)) poison.push(unreadable(decoded.error));
      continue;
    }
    const { recorded } = decoded;
    if (!handled.has(recorded.event.type)) continue;
    try {
      steps.push({ recorded, touched: projection.touches(recorded as Recorded<never>) });
    } catch (error) {
      poison.push({ event: eventOf(recorded), reason: reasonOf(error) });
    }
  }
  return steps;
}

/** All documents of the event change, or none does. */
function fold(projection: Projection, { recorded, touched }: Step, workingSet: WorkingSet): void {
  const event = recorded as Recorded<never>;
  const where = projection.removes?.(event) ?? null;
  const changed: [string, JsonObject | null][] = touched
    .filter(({ id }) => !workingSet.holds(id, recorded.position))
    .map(({ id, reads }) => [id, projection.apply(reads ? workingSet.get(id) : null, event, id)]);
  if (where !== null) workingSet.removeWhere(where, recorded.position);
  for (const [id, document] of changed) workingSet.set(id, document, recorded.position);
}

function eventOf({ position, stream, revision, event }: Recorded): PoisonEvent['event'] {
  return { position, stream, revision, type: event.type };
}

function unreadable(error: UnreadableEvent): PoisonEvent {
  const { position, stream, revision, type } = error.stored;
  return { event: { position, stream, revision, type }, reason: error.message };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
