import type { Documents } from '../ports/documents.ts';
import { type LeadDocument, leads } from '../projections/leads.ts';
import type { ConversationQueries } from './conversations.ts';
import type { Message, MessageQueries, PageWanted } from './messages.ts';

/** Contact details that a visitor left, with the conversation they were left in. */
export type Lead = {
  id: string;
  conversationId: string;
  sessionId: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  capturedAt: string;
  conversation: {
    id: string;
    sessionId: string;
    startedAt: string;
    lastMessageAt: string;
    messages: Message[];
  };
};

/** Newest first; `nextBefore` asks for older ones, null at the end. */
export type LeadPage = { leads: Lead[]; nextBefore: string | null };

/** Of a longer conversation the newest: the rest is a page of history away. */
const MESSAGES_A_LEAD = 200;
/** Conversations whose messages are fetched at the same time. */
const AT_ONCE = 8;

/** The chatbot's owner is the caller's to check. */
export class LeadQueries {
  readonly #documents: Documents;
  readonly #conversations: ConversationQueries;
  readonly #messages: MessageQueries;

  constructor(documents: Documents, conversations: ConversationQueries, messages: MessageQueries) {
    this.#documents = documents;
    this.#conversations = conversations;
    this.#messages = messages;
  }

  /** @param page `before` is the id of a lead. Null when the chatbot has no such lead. */
  async list(chatbotId: string, { limit, before }: PageWanted): Promise<LeadPage | null> {
    const mark = before === undefined ? undefined : await this.#documents.get<LeadDocument>(leads.collection, before);
    if (mark === null || (mark !== undefined && mark.chatbotId !== chatbotId)) return null;
    const found = await this.#documents.find<LeadDocument>(leads.collection, {
      where: { chatbotId },
      orderBy: { field: 'capturedAt', direction: 'desc' },
      ...(mark === undefined ? {} : { after: { value: mark.capturedAt, id: mark.id } }),
      limit: limit + 1,
    });
    const page = found.slice(0, limit).map(({ document }) => document);
    const nextBefore = found.length > limit ? (page.at(-1)?.id ?? null) : null;
    return { leads: await this.#withConversations(page), nextBefore };
  }

  async #withConversations(page: readonly LeadDocument[]): Promise<Lead[]> {
    const conversations = await this.#conversations.byIds(page.map(({ conversationId }) => conversationId));
    const views: Lead[] = [];
    for (let start = 0; start < page.length; start += AT_ONCE) {
      const some = page.slice(start, start + AT_ONCE).map(async (lead): Promise<Lead[]> => {
        const conversation = conversations.get(lead.conversationId);
        // Its chatbot went while the page was being read.
        if (conversation === undefined) return [];
        const { id, sessionId, startedAt, lastMessageAt } = conversation;
        const messages = await this.#messages.newestOf(id, MESSAGES_A_LEAD);
        const { chatbotId: _, ...details } = lead;
        return [{ ...details, sessionId, conversation: { id, sessionId, startedAt, lastMessageAt, messages } }];
      });
      views.push(...(await Promise.all(some)).flat());
    }
    return views;
  }
}
