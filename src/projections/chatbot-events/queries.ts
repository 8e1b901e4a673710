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

/** A chatbot's events, those of one of its conversations, or those of one type. */
export interface FeedScope {
  readonly chatbotId: string;
  /** `null` for events of the chatbot as a whole. Default: all. */
  readonly conversationId?: string | null | undefined;
  /** Default: all. */
  readonly type?: string | undefined;
}

export interface IndexedEvent extends EventPlace {
  readonly type: string;
  /** `null` for events of the chatbot as a whole. */
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

  /** Places in the log, oldest first, at most `limit`. Costs one range of an index. The caller checks the chatbot's owner. */
  async placesAfter(scope: FeedScope, after: Position | null, limit: number): Promise<readonly IndexedEvent[]> {
    const { chatbotId, conversationId, type } = scope;
    const where: Where = {
      chatbotId,
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(type === undefined ? {} : { type }),
    };
    const found = await this.#find(where, after, limit);
    return found.map((event) => ({ ...placeOf(event), type: event.type, conversationId: event.conversationId }));
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
   * Places in the log of what the channel showed in a range, oldest first, at most `limit`. Costs one range of an index, however
   * long the log.
   * @param upTo the last place that counts
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

  async #placesOf(
    where: Where,
    { after, upTo, limit, pageSize = limit }: PlaceRange,
    isShown: (entry: ChatbotEventDocument) => boolean,
  ): Promise<readonly EventPlace[]> {
    const shown: EventPlace[] = [];
    for (let from = after; shown.length < limit; ) {
      const page = await this.#find(where, from, pageSize);
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

  async #find(where: Where, after: Position | null, limit: number): Promise<readonly ChatbotEventDocument[]> {
    const found = await this.#documents.find<ChatbotEventDocument>(chatbotEvents.collection, {
      where,
      orderBy: { field: 'order', direction: 'asc' },
      ...(after === null ? {} : { after: { value: sortablePosition(after), id: sortablePosition(after) } }),
      limit,
    });
    return found.map(({ document }) => document);
  }
}

interface PlaceRange {
  readonly after: Position;
  /** The last place that counts. */
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
