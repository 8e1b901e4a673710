/** Events that a client missed: their places come from the index of the log by chatbot, and the log is read at exactly these. */
import type { EventCodec } from '../../event-log/codec.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import type { EventLog, Position, StoredEvent } from '../../ports/event-log.ts';
import type { ChannelScope } from '../../projections/chatbot-events/queries.ts';
import type { Queries } from '../../projections/queries.ts';
import { type ChannelEvent, isOf, type ShowingQueries, showFact } from './channel-events.ts';
import type { EventId } from './wire.ts';

export interface BacklogDeps {
  readonly log: Pick<EventLog, 'eventAt' | 'readEvents'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly queries: ShowingQueries & Pick<Queries, 'chatbotEvents'>;
}

/** Index entries per query; their events are read from the log together. */
const PAGE = 32;

/** In order, from after `lastId` up to `upTo`. @throws StoreUnavailable */
export async function* missedEvents(
  scope: ChannelScope,
  { position, part }: EventId,
  upTo: Position,
  deps: BacklogDeps,
): AsyncGenerator<ChannelEvent> {
  if (part !== null) {
    for (const event of await shownIn([await deps.log.eventAt(position)], scope, deps)) {
      if (event.id.part === null || event.id.part > part) yield event;
    }
  }
  for (let after = position; ; ) {
    const places = await deps.queries.chatbotEvents.shownBetween(scope, after, upTo, PAGE);
    yield* await shownIn(await deps.log.readEvents(places), scope, deps);
    const last = places.at(-1);
    if (last === undefined || places.length < PAGE) return;
    after = last.position;
  }
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
    if (fact === null || !isOf(scope, fact)) return [];
    return scope.sessionId === null ? fact.forOwner : fact.forVisitor;
  });
}
