import type { ReadableDocuments } from '../../ports/documents.ts';
import { eachDocument } from '../each-document.ts';
import { type ConversationDocument, conversations } from './projection.ts';

/** The caller checks the chatbot's owner. */
export class ConversationQueries {
  readonly #documents: ReadableDocuments;

  constructor(documents: ReadableDocuments) {
    this.#documents = documents;
  }

  /** Returns null also for a conversation of another chatbot. */
  async find(chatbotId: string, conversationId: string): Promise<ConversationDocument | null> {
    const conversation = await this.#documents.get<ConversationDocument>(conversations.collection, conversationId);
    return conversation?.chatbotId === chatbotId ? conversation : null;
  }

  async bySession(chatbotId: string, sessionId: string): Promise<ConversationDocument | null> {
    const where = { chatbotId, sessionId };
    const [found] = await this.#documents.find<ConversationDocument>(conversations.collection, { where, limit: 1 });
    return found?.document ?? null;
  }

  /** Counts, by chatbot, conversations that wait for a human. Reads one range of an index for each chatbot, and no document. */
  countWaiting(chatbotIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const where = { handoffRequested: true };
    return this.#documents.countByValue(conversations.collection, where, { field: 'chatbotId', among: chatbotIds });
  }

  /** Missing ids are left out. */
  async byIds(ids: Iterable<string>): Promise<ReadonlyMap<string, ConversationDocument>> {
    const found = await this.#documents.getMany<ConversationDocument>(conversations.collection, [...new Set(ids)]);
    return new Map(found.map(({ id, document }) => [id, document]));
  }

  /** Yields all conversations whose last activity is older, oldest first, page by page. @param before epoch milliseconds */
  async *inactiveSince(before: number, pageSize: number): AsyncGenerator<ConversationDocument> {
    const oldestFirst = { orderBy: { field: 'lastActiveAt', direction: 'asc' }, pageSize } as const;
    const found = eachDocument<ConversationDocument>(this.#documents, conversations.collection, oldestFirst);
    for await (const { document } of found) {
      if (document.lastActiveAt >= before) return;
      yield document;
    }
  }
}
