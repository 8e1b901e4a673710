import type { ReadableDocuments, Where } from '../../ports/documents.ts';
import { type EventPlace, type Position, parsePosition } from '../../ports/event-log.ts';
import type { ConversationQueries } from '../conversations/queries.ts';
import { projectionKey, sortablePosition } from '../projection.ts';
import { type ChatbotEventDocument, chatbotEvents } from './projection.ts';

/** Events that a channel shows: all of a chatbot to its owner, one session to its visitor. */
export interface ChannelScope {
  readonly chatbotId: string;
  readonly sessionId: string | null;
}

/** A chatbot's events, or those of one of its conversations. */
export interface FeedScope {
  readonly chatbotId: string;
  readonly conversationId?: string | undefined;
}

export interface IndexedEvent extends EventPlace {
  readonly type: string;
  /** It is null for events of the chatbot as a whole. */
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

  /** Places in the log, oldest first, at most `limit`. The caller checks the chatbot's owner. */
  async placesAfter(
    { chatbotId, conversationId }: FeedScope,
    after: Position | null,
    limit: number,
  ): Promise<readonly IndexedEvent[]> {
    // The conversations' index holds both kinds apart.
    const parts: readonly Where[] =
      conversationId === undefined
        ? [{ chatbotId }]
        : [false, true].map((isForVisitor) => ({ conversationId, isForVisitor }));
    const found = await Promise.all(parts.map((where) => this.#find(where, after, limit)));
    return found
      .flat()
      .filter((event) => event.chatbotId === chatbotId)
      .toSorted((left, right) => (left.order < right.order ? -1 : 1))
      .slice(0, limit)
      .map((event) => ({ ...placeOf(event), type: event.type, conversationId: event.conversationId }));
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
    const where = await this.#channel(scope);
    if (where === null) return [];
    const shown: EventPlace[] = [];
    for (let from = after; shown.length < limit; ) {
      const page = await this.#find(where, from, limit);
      for (const entry of page) {
        const place = placeOf(entry);
        if (place.position > upTo) return shown;
        if (entry.kind !== null && shown.length < limit) shown.push(place);
        from = place.position;
      }
      if (page.length < limit) break;
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

  async #channel({ chatbotId, sessionId }: ChannelScope): Promise<Where | null> {
    if (sessionId === null) return { chatbotId };
    const conversation = await this.#conversations.bySession(chatbotId, sessionId);
    return conversation === null ? null : { conversationId: conversation.id, isForVisitor: true };
  }
}

const placeOf = ({ order, stream, revision }: ChatbotEventDocument): EventPlace => ({
  position: parsePosition(order),
  stream,
  revision,
});
