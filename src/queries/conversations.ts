import type { Documents } from '../ports/documents.ts';
import { type ConversationDocument, conversations } from '../projections/conversations.ts';

/** The chatbot's owner is the caller's to check. */
export class ConversationQueries {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Null also for a conversation with another chatbot. */
  async find(chatbotId: string, conversationId: string): Promise<ConversationDocument | null> {
    const conversation = await this.#documents.get<ConversationDocument>(conversations.collection, conversationId);
    return conversation?.chatbotId === chatbotId ? conversation : null;
  }

  async bySession(chatbotId: string, sessionId: string): Promise<ConversationDocument | null> {
    const where = { chatbotId, sessionId };
    const [found] = await this.#documents.find<ConversationDocument>(conversations.collection, { where, limit: 1 });
    return found?.document ?? null;
  }

  /** Those that exist, by id. */
  async byIds(ids: Iterable<string>): Promise<ReadonlyMap<string, ConversationDocument>> {
    const found = await this.#documents.getMany<ConversationDocument>(conversations.collection, [...new Set(ids)]);
    return new Map(found.map(({ id, document }) => [id, document]));
  }
}
