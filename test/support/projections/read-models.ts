/** Base of the projections' tests: a real log, real documents, and a projection in which every mistake shows. */
import { onTestFinished } from 'vitest';
import { openSqliteDocuments } from '../../../src/adapters/sqlite/documents/documents.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite/event-log/event-log.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { chainHash } from '../../../src/event-log/chain.ts';
import { EventCodec } from '../../../src/event-log/codec.ts';
import type { RecordedEvent } from '../../../src/event-log/recorded-event.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import type { EventLog, JsonObject, NewEvent, Position } from '../../../src/ports/event-log.ts';
import { ProjectionEngine } from '../../../src/projections/engine/engine.ts';
import type { EngineOptions } from '../../../src/projections/engine/engine-options.ts';
import { defineProjection, type Projection, reading } from '../../../src/projections/projection.ts';
import { idOf, NOON } from '../fixtures.ts';
import { MemoryKeys } from '../stores/memory-keys.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

export interface ReadSide {
  readonly log: EventLog;
  readonly documents: Documents;
  readonly codec: EventCodec;
  readonly keys: MemoryKeys;
}

/** Empty stores of the running test. @param keys those of stores opened before in the same place */
export async function openReadSide(
  directory: string = temporaryDirectory(),
  keys: MemoryKeys = new MemoryKeys(),
): Promise<ReadSide> {
  const log = await openSqliteEventLog({ directory });
  onTestFinished(() => log.close());
  const documents = await openSqliteDocuments({ directory });
  onTestFinished(() => documents.close());
  return { log, documents, keys, codec: new EventCodec(keys) };
}

let recordedSoFar = 0;
/** End of each log's streams, as far as they were recorded here. */
const ends = new WeakMap<EventLog, Map<string, { readonly revision: number; readonly chain: string }>>();

/** Appends the facts to the end of a stream that nobody else writes, as they are: no decider is asked. */
export async function record(
  { log, codec }: Pick<ReadSide, 'log' | 'codec'>,
  stream: string,
  ...facts: readonly DomainEvent[]
): Promise<Position> {
  const endsHere = ends.get(log) ?? new Map();
  ends.set(log, endsHere);
  const end = endsHere.get(stream);
  let revision = end?.revision ?? -1;
  let previous = end?.chain ?? null;
  const events: NewEvent[] = [];
  for (const fact of facts) {
    const metadata = { at: NOON, commandId: idOf('test'), actor: { kind: 'anonymous' }, previous } as const;
    const event = await codec.encode(idOf(`recorded ${recordedSoFar++}`), fact, metadata);
    revision += 1;
    previous = chainHash(stream, revision, event);
    events.push(event);
  }
  const result = await log.append(stream, end?.revision ?? 'no-stream', events);
  if (!result.ok) throw new Error(`Somebody else wrote to ${stream}`);
  endsHere.set(stream, { revision, chain: previous ?? '' });
  return result.position;
}

/** Number of readings of a source, and the sum of the generations: counting twice, or missing one, shows at once. */
export type Tally = { readonly chatbotId: string; readonly runs: number; readonly sum: number };

export const bot = idOf('bot');
export const runOf = (source: string, generation: number, chatbotId: string = bot): DomainEvent => ({
  type: 'IngestionStarted',
  data: { sourceId: idOf(source), chatbotId, generation },
});

export interface TallyOptions {
  readonly name?: string;
  readonly version?: number;
  /** Throws when true, as for a poison event. */
  readonly stumblesOver?: (recorded: RecordedEvent) => boolean;
}

export function tally({ name = 'tally', version = 1, stumblesOver = () => false }: TallyOptions = {}): Projection {
  return defineProjection<Tally, 'IngestionStarted' | 'ChatbotDeleted'>({
    collection: { name, version, indexes: [['chatbotId', 'runs']] },
    handles: ['IngestionStarted', 'ChatbotDeleted'],
    touches: ({ event }) => (event.type === 'ChatbotDeleted' ? [] : reading(event.data.sourceId)),
    removes: ({ event }) => (event.type === 'ChatbotDeleted' ? { chatbotId: event.data.chatbotId } : null),
    apply(before, recorded) {
      if (stumblesOver(recorded)) throw new Error('stumbled');
      const { event } = recorded;
      if (event.type === 'ChatbotDeleted') return null;
      const { chatbotId, generation } = event.data;
      return { chatbotId, runs: (before?.runs ?? 0) + 1, sum: (before?.sum ?? 0) + generation };
    },
  });
}

export interface Problem {
  readonly message: string;
  readonly projection?: string;
  readonly severity?: string;
}

/** An engine that is stopped when the test ends, and what it reported. */
export async function startEngine(
  side: Pick<ReadSide, 'log' | 'documents' | 'codec'>,
  projections: readonly Projection[],
  options: Partial<
    Pick<
      EngineOptions,
      'replacedRetentionMs' | 'verifyEveryMs' | 'verifyDocumentsEveryMs' | 'lingerMs' | 'onLogReplaced' | 'decryption'
    >
  > = {},
): Promise<{ engine: ProjectionEngine; problems: Problem[] }> {
  const problems: Problem[] = [];
  const { log, documents, codec } = side;
  const engine = new ProjectionEngine({
    clock: systemClock,
    retryMs: 20,
    log,
    documents,
    codec,
    projections,
    report: (problem) => problems.push(problem),
    ...options,
  });
  onTestFinished(() => engine.stop());
  await engine.start();
  return { engine, problems };
}

export async function tallyOf(documents: Documents, projection: Projection, source: string): Promise<Tally | null> {
  return documents.get<Tally>(projection.collection, idOf(source));
}

export type Models = Readonly<Record<string, readonly { readonly id: string; readonly document: JsonObject }[]>>;

/** All documents of the projections, by the name of their collection. */
export async function modelsOf(documents: Documents, projections: readonly Projection[]): Promise<Models> {
  const models: Record<string, readonly { id: string; document: JsonObject }[]> = {};
  for (const { collection } of projections) {
    models[collection.name] = await documents.find<JsonObject>(collection, { where: {}, limit: 100_000 });
  }
  return models;
}
