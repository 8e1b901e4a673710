/** The events of one chatbot in log order, found by the index of the log by chatbot. */
import type { JsonObject, Position, ReadableLog, StoredEvent } from '../ports/event-log.ts';
import { laterPosition } from '../ports/event-log.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import type { ChatbotEventQueries, FeedScope, IndexedEvent } from '../projections/chatbot-events/queries.ts';

export interface FeedStores {
  readonly log: Pick<ReadableLog, 'readAll' | 'readEvents'>;
  readonly index: Pick<ChatbotEventQueries, 'indexedTo' | 'placesAfter'>;
}

export interface BackwardFeedStores extends FeedStores {
  readonly index: FeedStores['index'] & Pick<ChatbotEventQueries, 'placesBefore'>;
}

export interface FeedRange {
  /** Exclusive; null is the beginning. */
  readonly after: Position | null;
  /** Inclusive. */
  readonly upTo: Position;
  /** Epoch milliseconds. Ends the part that the index does not cover at the first event that was recorded later. */
  readonly recordedBy?: number | null;
  /** Called in log order, once for each event. Unwanted events that the index holds are not read from the log. Default: all. */
  readonly isWanted?: ((event: IndexedEvent) => boolean) | undefined;
  /** Number of events that the caller needs at least. Default: a whole page. */
  readonly firstPage?: number;
}

export interface BackwardFeedRange extends Pick<FeedRange, 'isWanted' | 'firstPage'> {
  /** Exclusive. */
  readonly before: Position;
  /** Exclusive, for the part that the index covers. Default: `before`. */
  readonly indexedBefore?: Position;
}

export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** All events of the chatbot up to here, in the order of the feed, were read, wanted or not. */
  readonly readTo: Position;
}

const PAGE = 256;
/** Pages of the log beyond the index that are read to find its newest event. An index lags by less than one. */
const MAX_TAIL_PAGES = 20;

/** Continues in the log where the index ends: an index that lags costs time, never an event. */
export async function* feedPages(scope: FeedScope, range: FeedRange, stores: FeedStores): AsyncGenerator<FeedPage> {
  const indexedTo = await stores.index.indexedTo();
  if (indexedTo !== null) {
    const upTo = range.upTo < indexedTo ? range.upTo : indexedTo;
    yield* indexedPages(scope, { ...range, upTo }, stores);
  }
  yield* scannedPages(scope, { ...range, after: laterPosition(range.after, indexedTo) }, stores);
}

async function* indexedPages(
  scope: FeedScope,
  { after, upTo, isWanted = () => true, firstPage = PAGE }: FeedRange,
  { log, index }: FeedStores,
): AsyncGenerator<FeedPage> {
  let size = Math.min(firstPage, PAGE);
  for (let from = after; from === null || from < upTo; ) {
    const page = await index.placesAfter(scope, from, size);
    const places = page.filter(({ position }) => position <= upTo);
    const last = places.at(-1);
    if (last === undefined) return;
    const events = await log.readEvents(places.filter((place) => isWanted(place)));
    yield { events: events.filter((event) => event !== null), readTo: last.position };
    if (page.length < size) return;
    from = last.position;
    size = PAGE;
  }
}

/**
 * The same events, newest first.
 * @throws StoreUnavailable when the index lags too far: the log beyond it can only be read from old to new
 */
export async function* feedPagesBackward(
  scope: FeedScope,
  { before, indexedBefore = before, isWanted = () => true, firstPage = PAGE }: BackwardFeedRange,
  stores: BackwardFeedStores,
): AsyncGenerator<FeedPage> {
  const indexedTo = await stores.index.indexedTo();
  if (indexedTo === null || beyond(indexedTo) < before) {
    const events = await tailBefore(before, scope, { after: indexedTo, isWanted }, stores);
    const [oldest] = events;
    if (oldest !== undefined) yield { events: events.toReversed(), readTo: oldest.position };
  }
  if (indexedTo === null) return;
  // An event that was indexed meanwhile was in the tail.
  const from = [before, indexedBefore, beyond(indexedTo)].reduce((first, other) => (other < first ? other : first));
  yield* indexedPagesBackward(scope, { before: from, isWanted, firstPage }, stores);
}

async function* indexedPagesBackward(
  scope: FeedScope,
  { before, isWanted = () => true, firstPage = PAGE }: Omit<BackwardFeedRange, 'indexedBefore'>,
  { log, index }: BackwardFeedStores,
): AsyncGenerator<FeedPage> {
  let from = before;
  for (let size = Math.min(firstPage, PAGE); ; size = PAGE) {
    const places = await index.placesBefore(scope, from, size);
    const last = places.at(-1);
    if (last === undefined) return;
    const events = await log.readEvents(places.filter((place) => isWanted(place)));
    yield { events: events.filter((event) => event !== null), readTo: last.position };
    if (places.length < size) return;
    from = last.position;
  }
}

/** Events that the index does not cover, oldest first. */
async function tailBefore(
  before: Position,
  scope: FeedScope,
  range: Pick<FeedRange, 'after' | 'isWanted'>,
  stores: FeedStores,
): Promise<StoredEvent[]> {
  const tail: StoredEvent[][] = [];
  for await (const { events } of scannedPages(scope, { ...range, upTo: before }, stores)) {
    tail.push(events.filter(({ position }) => position < before));
    if (tail.length > MAX_TAIL_PAGES) throw new StoreUnavailable('read models', 'The index of events lags');
  }
  return tail.flat();
}

export const beyond = (position: Position): Position => (position + 1n) as Position;

/** Scans the log itself, for the part that the index does not cover. */
export async function* scannedPages(
  scope: FeedScope,
  { after, upTo, recordedBy = null, isWanted = () => true }: FeedRange,
  { log }: FeedStores,
): AsyncGenerator<FeedPage> {
  for (let from = after; from === null || from < upTo; ) {
    const { events, readTo } = await log.readAll({ after: from, limit: PAGE });
    if (readTo === null || readTo === from) return;
    const ofScope = events.filter((event) => event.position <= upTo && isOfScope(event, scope));
    const late = recordedBy === null ? -1 : ofScope.findIndex(({ recordedAt }) => recordedAt > recordedBy);
    const included = late === -1 ? ofScope : ofScope.slice(0, late);
    yield { events: included.filter((event) => isWanted(entryOf(event))), readTo: readTo < upTo ? readTo : upTo };
    if (late !== -1) return;
    from = readTo;
  }
}

function entryOf({ type, data, position, stream, revision }: StoredEvent): IndexedEvent {
  const { conversationId = null } = data as Partial<JsonObject>;
  return {
    type,
    position,
    stream,
    revision,
    conversationId: typeof conversationId === 'string' ? conversationId : null,
  };
}

function isOfScope(event: StoredEvent, { chatbotId, conversationId, types }: FeedScope): boolean {
  const named = event.data as Partial<JsonObject> | null;
  if (named?.chatbotId !== chatbotId || types?.includes(event.type) === false) return false;
  return conversationId === undefined || (named.conversationId ?? null) === conversationId;
}

/**
 * The last indexed event of the scope that was recorded before the time. Bisects positions: the log's own clock stamps events, so times follow them.
 * A midpoint need not be the position of an event.
 */
export async function lastBefore(scope: FeedScope, time: number, { log, index }: FeedStores): Promise<Position | null> {
  let older = 0n;
  let notOlder = ((await index.indexedTo()) ?? 0n) + 1n;
  while (notOlder - older > 1n) {
    const middle = (older + notOlder) / 2n;
    const [place] = await index.placesAfter(scope, (middle - 1n) as Position, 1);
    const isBetween = place !== undefined && place.position < notOlder;
    const event = isBetween ? (await log.readEvents([place]))[0] : null;
    if (event !== null && event !== undefined && event.recordedAt < time) older = event.position;
    else notOlder = middle;
  }
  return older === 0n ? null : (older as Position);
}
