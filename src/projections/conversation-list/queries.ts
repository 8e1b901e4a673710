import type { ReadableDocuments } from '../../ports/documents.ts';
import type { ConversationQueries } from '../conversations/queries.ts';
import { type ConversationFilter, type ConversationPage, listConversations, singleConversationPage } from './list.ts';
import { type ConversationSearch, searchConversations } from './search.ts';

/** Conversations as their owner lists them, from three read models: conversations, messages, leads. The caller checks the chatbot's owner. */
export class ConversationListQueries {
  readonly #documents: ReadableDocuments;
  readonly #conversations: ConversationQueries;

  constructor(documents: ReadableDocuments, conversations: ConversationQueries) {
    this.#documents = documents;
    this.#conversations = conversations;
  }

  list(chatbotId: string, wanted: ConversationFilter): Promise<ConversationPage> {
    return listConversations(this.#documents, chatbotId, wanted);
  }

  /** Newest match first. Reads a bounded number of messages: a page may be short, or empty, before the last. */
  search(chatbotId: string, wanted: ConversationSearch): Promise<ConversationPage> {
    return searchConversations(this.#documents, chatbotId, wanted);
  }

  /** Empty for a conversation of another chatbot. */
  async listOne(chatbotId: string, conversationId: string): Promise<ConversationPage> {
    return singleConversationPage(this.#documents, await this.#conversations.find(chatbotId, conversationId));
  }
}
