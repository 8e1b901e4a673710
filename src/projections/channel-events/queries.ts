import type { Documents, Where } from '../../ports/documents.ts';
import { type Position, parsePosition } from '../../ports/event-log.ts';
import type { ConversationQueries } from '../conversations/queries.ts';
import { sortable } from '../projection.ts';
import { type ChannelEventDocument, channelEvents } from './projection.ts';

/** A whole chatbot for its owner, one session for its visitor. */
export interface ChannelScope {
  readonly chatbotId: string;
  readonly sessionId: string | null;
}

export class ChannelEventQueries {
  readonly #documents: Documents;
  readonly #conversations: ConversationQueries;

  constructor(documents: Documents, conversations: ConversationQueries) {
    this.#documents = documents;
    this.#conversations = conversations;
  }

  /**
   * Log positions that the channel showed, oldest first. Costs one range of an index, however long the log.
   * @param upTo inclusive
   */
  async between(scope: ChannelScope, after: Position, upTo: Position, limit: number): Promise<readonly Position[]> {
    const where = await this.#where(scope);
    if (where === null) return [];
    const found = await this.#documents.find<ChannelEventDocument>(channelEvents.collection, {
      where,
      orderBy: { field: 'order', direction: 'asc' },
      after: { value: sortable(after), id: sortable(after) },
      limit,
    });
    return found.map(({ document }) => parsePosition(document.order)).filter((position) => position <= upTo);
  }

  async #where({ chatbotId, sessionId }: ChannelScope): Promise<Where | null> {
    if (sessionId === null) return { chatbotId };
    const conversation = await this.#conversations.bySession(chatbotId, sessionId);
    return conversation === null ? null : { conversationId: conversation.id, isForVisitor: true };
  }
}
