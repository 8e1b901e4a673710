/** Events that a client missed: their places come from the index of the log by chatbot, and the log is read at exactly these. */
import type { EventCodec } from '../../event-log/codec.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import type { EventLog, Position, StoredEvent } from '../../ports/event-log.ts';
import type { ChannelScope } from '../../projections/chatbot-events/queries.ts';
import type { Queries } from '../../projections/queries.ts';
import { type ChannelEvent, isInScope, type ShowingQueries, showFact } from './channel-events.ts';
import type { EventId } from './event-format.ts';

export interface BacklogDeps {
  readonly log: Pick<EventLog, 'eventAt' | 'readEvents'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly queries: ShowingQueries & Pick<Queries, 'chatbotEvents'>;
}

/** Index entries per query; their events are read from the log together. */
const PAGE = 32;

interface Page {
  readonly events: readonly ChannelEvent[];
  readonly next: Position | null;
}

interface MissedRange {
  /** Last event that the client has. */
  readonly after: EventId;
  /** Inclusive. */
  readonly upTo: Position;
}

/** Pages in order. @param read waits for its turn with each page @throws StoreUnavailable */
export async function* missedEvents(
  scope: ChannelScope,
  { after: { position, part }, upTo }: MissedRange,
  deps: BacklogDeps,
  read: <Result>(page: () => Promise<Result>) => Promise<Result>,
): AsyncGenerator<readonly ChannelEvent[]> {
  if (part !== null) {
    const parts = await read(async () => shownIn([await deps.log.eventAt(position)], scope, deps));
    yield parts.filter(({ id }) => id.part === null || id.part > part);
  }
  for (let after: Position | null = position; after !== null; ) {
    const from: Position = after;
    const page: Page = await read(() => pageAfter(from, scope, upTo, deps));
    yield page.events;
    after = page.next;
  }
}

async function pageAfter(after: Position, scope: ChannelScope, upTo: Position, deps: BacklogDeps): Promise<Page> {
  const places = await deps.queries.chatbotEvents.shownBetween(scope, after, upTo, PAGE);
  const events = await shownIn(await deps.log.readEvents(places), scope, deps);
  return { events, next: places.length < PAGE ? null : (places.at(-1)?.position ?? null) };
}

async function shownIn(
  stored: readonly (StoredEvent | null)[],
  scope: ChannelScope,
  { codec, queries }: BacklogDeps,
): Promise<readonly ChannelEvent[]> {
  const decoded = await codec.decode(stored.flatMap((event) => event ?? []));
  const recorded: readonly RecordedEvent[] = decoded.flatMap((each) => (each.ok ? [each.recorded] : []));
  const facts = await Promise.all(recorded.map((each) => showFact(each, queries)));
  return facts.flatMap((fact) => {
    if (fact === null || !isInScope(scope, fact)) return [];
    return scope.session === null ? fact.forOwner : fact.forVisitor;
  });
}
