/** Places of the events from which the state of a chatbot is folded, found by the index of the log by chatbot. */
import type { Position } from '../../ports/event-log.ts';
import type { ChatbotEventQueries, FeedScope, IndexedEvent } from '../../projections/chatbot-events/queries.ts';
import type { ConversationWindow } from './conversation-window.ts';

export type StateIndex = Pick<ChatbotEventQueries, 'indexedTo' | 'placesAfter' | 'lastPlace'>;

const PAGE = 256;
/** Most events of a page's conversations, which take some 12 ms to fold. The first conversation is always whole. */
const MAX_CONVERSATION_EVENTS = 300;

/**
 * Places of all that concerns the chatbot as a whole, of the conversations in the window, and of all ratings, in log order. The window ends
 * early before conversations that would have too many events.
 * @param options.withRatings false when the ratings are counted otherwise
 */
export async function statePlaces(
  chatbotId: string,
  upTo: Position,
  { window, withRatings }: { readonly window: ConversationWindow; readonly withRatings: boolean },
  index: StateIndex,
): Promise<readonly IndexedEvent[]> {
  await beginConversations(chatbotId, upTo, window, index);
  const found = new Map<Position, IndexedEvent>();
  for (const place of await conversationPlaces(chatbotId, upTo, window, index)) found.set(place.position, place);
  const scopes: FeedScope[] = [{ chatbotId, conversationId: null }];
  if (withRatings) scopes.push({ chatbotId, types: ['MessageRated'] });
  for (const scope of scopes) {
    for await (const place of placesOf(scope, null, upTo, index)) found.set(place.position, place);
  }
  return [...found.values()].toSorted((left, right) => (left.position < right.position ? -1 : 1));
}

/** Fills the window, and reads one more conversation to know whether there are more. */
async function beginConversations(
  chatbotId: string,
  upTo: Position,
  window: ConversationWindow,
  index: StateIndex,
): Promise<void> {
  let from: Position | null = null;
  if (window.after !== null) {
    const [first] = await index.placesAfter({ chatbotId, conversationId: window.after }, null, 1);
    // The conversation may begin beyond the index.
    if (first === undefined || first.position > upTo) return;
    window.begin(window.after);
    from = first.position;
  }
  for await (const { conversationId } of placesOf({ chatbotId, types: ['ConversationStarted'] }, from, upTo, index)) {
    if (conversationId !== null) window.begin(conversationId);
    if (window.hasMore) return;
  }
}

async function conversationPlaces(
  chatbotId: string,
  upTo: Position,
  window: ConversationWindow,
  index: StateIndex,
): Promise<readonly IndexedEvent[]> {
  const all: IndexedEvent[] = [];
  for (const [at, conversationId] of window.kept.entries()) {
    const places: IndexedEvent[] = [];
    for await (const place of placesOf({ chatbotId, conversationId }, null, upTo, index)) {
      places.push(place);
      if (at > 0 && all.length + places.length > MAX_CONVERSATION_EVENTS) {
        window.endAfter(at);
        return all;
      }
    }
    for (const place of places) all.push(place);
  }
  return all;
}

async function* placesOf(
  scope: FeedScope,
  after: Position | null,
  upTo: Position,
  index: StateIndex,
): AsyncGenerator<IndexedEvent> {
  for (let from = after; from === null || from < upTo; ) {
    const page = await index.placesAfter(scope, from, PAGE);
    for (const place of page) {
      if (place.position > upTo) return;
      yield place;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    from = last.position;
  }
}
