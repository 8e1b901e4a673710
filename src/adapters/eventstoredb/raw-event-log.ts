/**
 * The log on EventStoreDB for an audit. Readers trust nothing that the server stores beside an event, but settings of a stream
 * can hide its events from them.
 */
import type { Position } from '../../ports/event-log.ts';
import type { RawEvent, RawEventPage, RawFlaw, RawLog } from '../../ports/raw-log.ts';
import { categoryOf } from '../shared/append-input.ts';
import { Calls } from './calls.ts';
import { BACKWARDS, connectClient, END, type EventStoreClient, FORWARDS, type RecordedEvent, START } from './client.ts';
import { collect } from './collect.ts';
import { parseConnectionUrl } from './connection-url.ts';
import { ownName } from './shared-server.ts';
import { fromServerEvent, positionOf } from './stored-event.ts';

const PAGE = 500;
const DEFAULT_DEADLINE_MS = 10_000;
/** Members of a stream's metadata that hide its events. */
const HIDING = ['$tb', '$maxCount', '$maxAge'] as const;

export interface RawEventStoreLogOptions {
  readonly url: string;
  /** Categories of the service's streams: other applications may share the server. */
  readonly categories: readonly string[];
}

export function openRawEventStoreLog({ url, categories }: RawEventStoreLogOptions): RawLog {
  const settings = parseConnectionUrl(url);
  const calls = new Calls(settings.deadlineMs ?? DEFAULT_DEADLINE_MS);
  const client = connectClient(settings, calls.deadlineMs);
  return {
    pages: () => pagesOf(client, calls, new Set(categories)),
    hidden: async () => [],
    close: async () => {
      calls.close();
      await client.close();
    },
  };
}

/** Events of the system among ours tell what hides events: `$metadata` of our streams, and tombstones of deleted ones. */
async function* pagesOf(
  client: EventStoreClient,
  calls: Calls,
  categories: ReadonlySet<string>,
): AsyncGenerator<RawEventPage> {
  const end = await lastPosition(client, calls);
  for (let reading: Promise<readonly PlacedEvent[]> | null = readBatch(client, calls, null); reading !== null; ) {
    const batch: readonly PlacedEvent[] = await reading;
    const last = batch.at(-1);
    const isLast = last === undefined || end === null || last.position >= end;
    reading = isLast ? null : readBatch(client, calls, last.position);
    // The next batch is read while this one is verified. Its failure counts when it is awaited.
    reading?.catch(() => undefined);
    yield rawPage(batch, categories, client.prefix);
  }
}

async function lastPosition(client: EventStoreClient, calls: Calls): Promise<Position | null> {
  const options = { fromPosition: END, maxCount: 1, direction: BACKWARDS, requiresLeader: true } as const;
  const [last] = await calls.run((deadlineMs) => collect(client.readAll(options), deadlineMs));
  return positionOf(last?.event);
}

function rawPage(batch: readonly PlacedEvent[], categories: ReadonlySet<string>, prefix: string): RawEventPage {
  const events: RawEvent[] = [];
  const hiding: RawFlaw[] = [];
  for (const { position, event } of batch) {
    const problem = hidingProblem(event, categories, prefix);
    if (problem !== null) hiding.push({ position, problem });
    const stored = fromServerEvent(event, position, prefix);
    if (stored !== null) events.push({ position, event: stored, bytes: null, flaw: null });
  }
  return { events, hiding };
}

interface PlacedEvent {
  readonly position: Position;
  readonly event: RecordedEvent;
}

/** Empty at the end. The server begins with the event at the position itself. */
async function readBatch(
  client: EventStoreClient,
  calls: Calls,
  after: Position | null,
): Promise<readonly PlacedEvent[]> {
  const fromPosition = after === null ? START : { commit: after, prepare: after };
  const options = { fromPosition, maxCount: PAGE, direction: FORWARDS, requiresLeader: true } as const;
  const resolved = await calls.run((deadlineMs) => collect(client.readAll(options), deadlineMs));
  return resolved.flatMap(({ event }) => {
    const position = positionOf(event);
    if (event === undefined || position === null || (after !== null && position <= after)) return [];
    return [{ position, event }];
  });
}

function hidingProblem(
  { streamId, type, data }: RecordedEvent,
  categories: ReadonlySet<string>,
  prefix: string,
): string | null {
  const isOurs = (name: string | null): name is string => name !== null && categories.has(categoryOf(name));
  const deleted = type === '$streamDeleted' ? ownName(prefix, streamId) : null;
  if (isOurs(deleted)) return `deletes the stream ${deleted}`;
  const stream = type === '$metadata' && streamId.startsWith('$$') ? ownName(prefix, streamId.slice(2)) : null;
  if (!isOurs(stream)) return null;
  const settings = HIDING.filter((name) => Reflect.get(Object(data), name) !== undefined);
  return settings.length === 0
    ? null
    : `hides events of the stream ${stream} from its readers (${settings.join(', ')})`;
}
