import type { ReadableDocuments, Where } from '../../ports/documents.ts';
import { type EventPlace, type Position, parsePosition } from '../../ports/event-log.ts';
import type { ConversationQueries } from '../conversations/queries.ts';
import { projectionKey, sortablePosition } from '../projection.ts';
import { type ChatbotEventDocument, chatbotEvents } from './projection.ts';

/** Events that a channel shows: all of a chatbot to its owner, one session to its visitor. */
export interface ChannelScope {
  readonly chatbotId: string;
  /** `null` for the owner. */
  readonly session: VisitorSession | null;
}

export interface VisitorSession {
  readonly id: string;
  /** Log stream of its conversations: it outlives them, and names the session when they are erased. */
  readonly stream: string;
}

/** A visitor may come back after many conversations of others were erased by age. */
const ERASURES_A_READ = 500;

/** A chatbot's events, those of one of its conversations, or those of some types. */
export interface FeedScope {
  readonly chatbotId: string;
  /** `null` for events of the chatbot as a whole. Default: all. */
  readonly conversationId?: string | null | undefined;
  /** Without a conversation only: the index has none of both. Default: all. */
  readonly types?: readonly string[] | undefined;
}

export interface IndexedEvent extends EventPlace {
  readonly type: string;
  readonly conversationId: string | null;
}

export class ChatbotEventQueries {
  readonly #documents: ReadableDocuments;
  readonly #conversations: ConversationQueries;

  constructor(documents: ReadableDocuments, conversations: ConversationQueries) {
    this.#documents = documents;
    this.#conversations = conversations;
  }

  /** Events up to here are indexed; null before the first. */
  async indexedTo(): Promise<Position | null> {
    return (await this.#documents.checkpoint(projectionKey(chatbotEvents)))?.position ?? null;
  }

  /** Oldest first, at most `limit`. Costs one range of an index for each type. The caller checks the chatbot's owner. */
  placesAfter(scope: FeedScope, after: Position | null, limit: number): Promise<readonly IndexedEvent[]> {
    return this.#placesOfTypes(scope, { order: 'asc', after, limit });
  }

  /** The same, newest first. */
  placesBefore(scope: FeedScope, before: Position | null, limit: number): Promise<readonly IndexedEvent[]> {
    return this.#placesOfTypes(scope, { order: 'desc', after: before, limit });
  }

  /** The chatbot's newest event up to a place; null when there is none. */
  async lastPlace(chatbotId: string, upTo: Position): Promise<EventPlace | null> {
    const beyond = sortablePosition((upTo + 1n) as Position);
    const [found] = await this.#documents.find<ChatbotEventDocument>(chatbotEvents.collection, {
      where: { chatbotId },
      orderBy: { field: 'order', direction: 'desc' },
      after: { value: beyond, id: beyond },
      limit: 1,
    });
    return found === undefined ? null : placeOf(found.document);
  }

  /** Place in the log of an answer or its failure, newest first; null when the index has none. */
  async answerPlace(messageId: string): Promise<EventPlace | null> {
    const [found] = await this.#documents.find<ChatbotEventDocument>(chatbotEvents.collection, {
      where: { answerId: messageId },
      orderBy: { field: 'order', direction: 'desc' },
      limit: 1,
    });
    return found === undefined ? null : placeOf(found.document);
  }

  /**
   * Places of what the channel showed in a range, oldest first, at most `limit`. Costs one range of an index, however long the
   * log.
   * @param upTo inclusive
   */
  async shownBetween(
    scope: ChannelScope,
    after: Position,
    upTo: Position,
    limit: number,
  ): Promise<readonly EventPlace[]> {
    const { chatbotId, session } = scope;
    const range = { after, upTo, limit };
    if (session === null) return this.#placesOf({ chatbotId }, range, ({ kind }) => kind !== null);
    const erased = { chatbotId, type: 'ConversationErased' };
    const pageSize = ERASURES_A_READ;
    const erasures = await this.#placesOf(erased, { ...range, pageSize }, ({ stream }) => stream === session.stream);
    // A session has one conversation at a time: the others were erased before it began.
    const conversation = await this.#conversations.bySession(chatbotId, session.id);
    if (conversation === null) return erasures;
    const shown = await this.#placesOf(
      { chatbotId, conversationId: conversation.id },
      range,
      (entry) => entry.isForVisitor,
    );
    return [...erasures, ...shown].slice(0, limit);
  }

  /** Merges the ranges of the types: the first of all are among the first of each. */
  async #placesOfTypes(
    { chatbotId, conversationId, types }: FeedScope,
    range: IndexRange,
  ): Promise<readonly IndexedEvent[]> {
    const where = { chatbotId, ...(conversationId === undefined ? {} : { conversationId }) };
    const ranges: readonly Where[] =
      types === undefined ? [where] : [...new Set(types)].map((type) => ({ ...where, type }));
    const found = (await Promise.all(ranges.map((each) => this.#find(each, range)))).flat();
    const sign = range.order === 'asc' ? 1 : -1;
    const ordered = ranges.length === 1 ? found : found.sort((a, b) => (a.order < b.order ? -sign : sign));
    return ordered
      .slice(0, range.limit)
      .map((event) => ({ ...placeOf(event), type: event.type, conversationId: event.conversationId }));
  }

  async #placesOf(
    where: Where,
    { after, upTo, limit, pageSize = limit }: PlaceRange,
    isShown: (entry: ChatbotEventDocument) => boolean,
  ): Promise<readonly EventPlace[]> {
    const shown: EventPlace[] = [];
    for (let from = after; shown.length < limit; ) {
      const page = await this.#find(where, { order: 'asc', after: from, limit: pageSize });
      for (const entry of page) {
        const place = placeOf(entry);
        if (place.position > upTo) return shown;
        if (shown.length < limit && isShown(entry)) shown.push(place);
        from = place.position;
      }
      if (page.length < pageSize) break;
    }
    return shown;
  }

  async #find(where: Where, { order, after, limit }: IndexRange): Promise<readonly ChatbotEventDocument[]> {
    const found = await this.#documents.find<ChatbotEventDocument>(chatbotEvents.collection, {
      where,
      orderBy: { field: 'order', direction: order },
      ...(after === null ? {} : { after: { value: sortablePosition(after), id: sortablePosition(after) } }),
      limit,
    });
    return found.map(({ document }) => document);
  }
}

interface IndexRange {
  readonly order: 'asc' | 'desc';
  /** Exclusive, in this order; null is the beginning of it. */
  readonly after: Position | null;
  readonly limit: number;
}

interface PlaceRange {
  readonly after: Position;
  /** Inclusive. */
  readonly upTo: Position;
  readonly limit: number;
  /** Entries of one read. Default: `limit`. */
  readonly pageSize?: number;
}

const placeOf = ({ order, stream, revision }: ChatbotEventDocument): EventPlace => ({
  position: parsePosition(order),
  stream,
  revision,
});
