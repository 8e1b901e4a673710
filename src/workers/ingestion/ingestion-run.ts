/** A run is loaded from the event that requested it. */
import { searchGeneration } from '../../domain/data-source/events.ts';
import type { EventCodec } from '../../event-log/codec.ts';
import type { CommandContext } from '../../event-log/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, StoredEvent } from '../../ports/event-log.ts';
import type { SourceRun } from '../../projections/data-sources/source-run.ts';
import { workContext } from '../work-context.ts';
import type { IndexGeneration } from './indexing.ts';
import type { QueuedSource } from './ingestion-queues.ts';
import type { SourceToRead } from './read-source.ts';

export interface IngestionRun {
  readonly source: SourceToRead;
  /** An attempt that was killed may have left content. */
  readonly isErased: boolean;
  readonly ref: SourceRun;
  readonly index: IndexGeneration;
  readonly context: CommandContext;
}

interface RunDeps {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly clock: Clock;
}

/** Returns null when the event's stream has no source. */
export async function findQueuedSource(event: StoredEvent, { log, codec }: RunDeps): Promise<QueuedSource | null> {
  const [first] = await log.readStream(event.stream, { limit: 1 });
  const [added] = first === undefined ? [] : await codec.decode([first]);
  if (added === undefined) return null;
  if (!added.ok) throw added.error;
  return added.recorded.event.type === 'DataSourceAdded' ? added.recorded.event.data : null;
}

/** Returns null when the event's stream has no source. */
export async function loadRun(event: StoredEvent, deps: RunDeps): Promise<IngestionRun | null> {
  const [first] = await deps.log.readStream(event.stream, { limit: 1 });
  const decoded = await deps.codec.decode(first === undefined ? [event] : [first, event]);
  const [added, requested] = decoded.map((each) => {
    if (!each.ok) throw each.error;
    return each.recorded.event;
  });
  if (added?.type !== 'DataSourceAdded') return null;
  const generation = requested?.type === 'IngestionRequested' ? requested.data.generation : 1;
  const isErased = added.sealed === null;
  const source = { ...added.data, ...(added.sealed ?? { sourceUrl: null, title: null, fileName: null }) };
  const { chatbotId, sourceId } = source;
  const ref = { chatbotId, sourceId, generation, position: event.position };
  const index = { chatbotId, sourceId, generation: searchGeneration(sourceId, generation) };
  return { source, isErased, ref, index, context: workContext('ingestion', event, deps.clock.now()) };
}
