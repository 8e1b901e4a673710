/**
 * The log on EventStoreDB for an audit. The server stores no columns beside an event that readers trust; settings of a stream hide events
 * from those who read it.
 */
import type { Position, ReadableLog } from '../../ports/event-log.ts';
import type { RawEvent, RawFlaw, RawLog } from '../../ports/raw-log.ts';
import { categoryOf } from '../shared/append-input.ts';
import { Calls } from './calls.ts';
import { connectClient, type EventStoreClient, FORWARDS, START } from './client.ts';
import { collect } from './collect.ts';
import { parseConnectionUrl } from './connection-url.ts';
import { positionOf } from './stored-event.ts';

const PAGE = 500;
const DEFAULT_DEADLINE_MS = 10_000;
const MAX_FLAWS = 100;
/** Members of a stream's metadata that hide its events. */
const HIDING = ['$tb', '$maxCount', '$maxAge'] as const;

export interface RawEventStoreLogOptions {
  readonly url: string;
  readonly log: ReadableLog;
  /** Categories of the service's streams: other applications may share the server. */
  readonly categories: readonly string[];
}

export function openRawEventStoreLog({ url, log, categories }: RawEventStoreLogOptions): RawLog {
  const settings = parseConnectionUrl(url);
  const calls = new Calls(settings.deadlineMs ?? DEFAULT_DEADLINE_MS);
  const client = connectClient(settings, calls.deadlineMs);
  return {
    pages: () => pagesOf(log),
    hidden: () => hidingSettings(client, calls, new Set(categories)),
    close: async () => {
      calls.close();
      await client.close();
    },
  };
}

async function* pagesOf(log: ReadableLog): AsyncGenerator<readonly RawEvent[]> {
  const head = await log.head();
  for (let after: Position | null = null; head !== null && (after === null || after < head); ) {
    const page = await log.readAll({ after, limit: PAGE });
    const events = page.events.filter(({ position }) => position <= head);
    yield events.map((event) => ({ position: event.position, event, bytes: null, flaw: null }));
    if (page.readTo === null || page.readTo === after) return;
    after = page.readTo;
  }
}

/** Scans the events of the system: `$metadata` of our streams, and tombstones of deleted ones. */
async function hidingSettings(
  client: EventStoreClient,
  calls: Calls,
  categories: ReadonlySet<string>,
): Promise<readonly RawFlaw[]> {
  const flaws: RawFlaw[] = [];
  for (let after: Position | null = null; flaws.length < MAX_FLAWS; ) {
    const batch = await readBatch(client, calls, after);
    for (const { position, event } of batch) {
      const problem = hidingProblem(event, categories);
      if (problem !== null) flaws.push({ position, problem });
    }
    const last = batch.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  return flaws;
}

interface PlacedEvent {
  readonly position: Position;
  readonly event: SystemEvent;
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
    const position = event === undefined ? null : positionOf(event);
    if (event === undefined || position === null || (after !== null && position <= after)) return [];
    return [{ position, event }];
  });
}

interface SystemEvent {
  readonly streamId: string;
  readonly type: string;
  readonly data: unknown;
}

function hidingProblem({ streamId, type, data }: SystemEvent, categories: ReadonlySet<string>): string | null {
  if (type === '$streamDeleted' && categories.has(categoryOf(streamId))) return `deletes the stream ${streamId}`;
  const stream = streamId.slice(2);
  if (type !== '$metadata' || !streamId.startsWith('$$') || !categories.has(categoryOf(stream))) return null;
  const settings = HIDING.filter((name) => Reflect.get(Object(data), name) !== undefined);
  return settings.length === 0
    ? null
    : `hides events of the stream ${stream} from its readers (${settings.join(', ')})`;
}
