/**
 * Events that a client missed: their positions come from the channel's index, and each is read from the log at exactly its
 * position.
 */
import type { EventCodec } from '../../event-log/codec.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import type { EventLog, Position } from '../../ports/event-log.ts';
import type { ChannelScope } from '../../projections/chatbot-events/queries.ts';
import type { Queries } from '../../projections/queries.ts';
import { type ChannelEvent, isOf, type ShowingQueries, showFact } from './channel-events.ts';
import type { EventId } from './wire.ts';

export interface BacklogDeps {
  readonly log: Pick<EventLog, 'eventAt'>;
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
    for (const event of await shownAt([position], scope, deps)) {
      if (event.id.part === null || event.id.part > part) yield event;
    }
  }
  for (let after = position; ; ) {
    const positions = await deps.queries.chatbotEvents.shownBetween(scope, after, upTo, PAGE);
    yield* await shownAt(positions, scope, deps);
    const last = positions.at(-1);
    if (last === undefined || positions.length < PAGE) return;
    after = last;
  }
}

async function shownAt(
  positions: readonly Position[],
  scope: ChannelScope,
  { log, codec, queries }: BacklogDeps,
): Promise<readonly ChannelEvent[]> {
  const stored = await Promise.all(positions.map((position) => log.eventAt(position)));
  const decoded = await codec.decode(stored.flatMap((event) => event ?? []));
  const recorded: readonly RecordedEvent[] = decoded.flatMap((each) => (each.ok ? [each.recorded] : []));
  const facts = await Promise.all(recorded.map((each) => showFact(each, queries)));
  return facts.flatMap((fact) => {
    if (fact === null || !isOf(scope, fact)) return [];
    return scope.sessionId === null ? fact.forOwner : fact.forVisitor;
  });
}
