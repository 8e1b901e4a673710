import type { ReadableDocuments, Where } from '../../ports/documents.ts';
import { type EventPlace, type Position, parsePosition } from '../../ports/event-log.ts';
import type { ConversationQueries } from '../conversations/queries.ts';
import { projectionKey, sortablePosition } from '../projection.ts';
import { type ChatbotEventDocument, chatbotEvents } from './projection.ts';

/** What a channel shows: all of a chatbot to its owner, one session to its visitor. */
export interface ChannelScope {
  readonly chatbotId: string;
  readonly sessionId: string | null;
}

export interface IndexedEvent extends EventPlace {
  readonly type: string;
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

  /** Places of the chatbot's events in the log, oldest first, at most `limit`. Whose chatbot it is, is the caller's to check. */
  async placesAfter(chatbotId: string, after: Position | null, limit: number): Promise<readonly IndexedEvent[]> {
    return (await this.#find({ chatbotId }, after, limit)).map(({ order, type, stream, revision }) => ({
      position: parsePosition(order),
      type,
      stream,
      revision,
    }));
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
  ): Promise<readonly Position[]> {
    const where = await this.#channel(scope);
    if (where === null) return [];
    const shown: Position[] = [];
    for (let from = after; shown.length < limit; ) {
      const page = await this.#find(where, from, limit);
      for (const { kind, order } of page) {
        const position = parsePosition(order);
        if (position > upTo) return shown;
        if (kind !== null && shown.length < limit) shown.push(position);
        from = position;
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
