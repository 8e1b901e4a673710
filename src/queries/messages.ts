import type { AnswerSource, Feedback } from '../domain/conversation/events.ts';
import type { Documents, FindOptions, Where } from '../ports/documents.ts';
import { type MessageDocument, messages } from '../projections/messages.ts';
import { ratings } from '../projections/ratings.ts';
import type { ConversationQueries } from './conversations.ts';

/** A message of a visitor's conversation. */
export type Message = {
  messageId: string;
  sessionId: string;
  conversationId: string;
  role: 'user' | 'assistant';
  content: string;
  sources: AnswerSource[];
  suggestions: string[];
  feedback: Feedback | null;
  createdAt: string;
};

/** `messages` oldest first; `nextBefore` asks for the page before it, null at the beginning. */
export type MessagePage = { messages: Message[]; nextBefore: string | null };

export interface PageWanted {
  readonly limit: number;
  /** The id of a message: only older ones. */
  readonly before?: string | undefined;
}

export type Satisfaction = { positive: number; negative: number; total: number; rate: number | null };

/** The chatbot's owner is the caller's to check. */
export class MessageQueries {
  readonly #documents: Documents;
  readonly #conversations: ConversationQueries;

  constructor(documents: Documents, conversations: ConversationQueries) {
    this.#documents = documents;
    this.#conversations = conversations;
  }

  /** The newest messages of all the chatbot's conversations. Null when `before` is no message of the chatbot. */
  async ofChatbot(chatbotId: string, page: PageWanted): Promise<MessagePage | null> {
    return this.#page({ chatbotId }, page);
  }

  /** The newest messages of one session; none for a session that is not known. Null when `before` is no message of the session. */
  async ofSession(chatbotId: string, sessionId: string, page: PageWanted): Promise<MessagePage | null> {
    const conversation = await this.#conversations.bySession(chatbotId, sessionId);
    if (conversation === null) return { messages: [], nextBefore: null };
    return this.#page({ conversationId: conversation.id }, page);
  }

  /** The newest messages of a conversation, oldest first. */
  async newestOf(conversationId: string, sessionId: string, limit: number): Promise<Message[]> {
    const found = await this.#newest({ conversationId }, undefined, limit);
    return found.map((document) => view(document, sessionId)).reverse();
  }

  async satisfaction(chatbotId: string): Promise<Satisfaction> {
    const [positive, negative] = await Promise.all([
      this.#documents.count(ratings.collection, { chatbotId, feedback: 'positive' }),
      this.#documents.count(ratings.collection, { chatbotId, feedback: 'negative' }),
    ]);
    const total = positive + negative;
    return { positive, negative, total, rate: total === 0 ? null : Math.round((positive / total) * 100) };
  }

  async #page(where: Where, { limit, before }: PageWanted): Promise<MessagePage | null> {
    const mark =
      before === undefined ? undefined : await this.#documents.get<MessageDocument>(messages.collection, before);
    if (mark === null || (mark !== undefined && !isOf(where, mark))) return null;
    const newest = await this.#newest(where, mark, limit + 1);
    const page = newest.slice(0, limit).reverse();
    const sessions = await this.#conversations.byIds(page.map(({ conversationId }) => conversationId));
    return {
      messages: page.map((document) => view(document, sessions.get(document.conversationId)?.sessionId ?? '')),
      nextBefore: newest.length > limit ? (page[0]?.id ?? null) : null,
    };
  }

  async #newest(where: Where, before: MessageDocument | undefined, limit: number): Promise<MessageDocument[]> {
    const options: FindOptions = { where, orderBy: { field: 'order', direction: 'desc' }, limit };
    const after = before === undefined ? {} : { after: { value: before.order, id: before.id } };
    const found = await this.#documents.find<MessageDocument>(messages.collection, { ...options, ...after });
    return found.map(({ document }) => document);
  }
}

/** A message of another session would tell that it exists, and when it was sent. */
const isOf = (where: Where, message: MessageDocument): boolean =>
  Object.entries(where).every(([field, value]) => Reflect.get(message, field) === value);

function view(document: MessageDocument, sessionId: string): Message {
  const { id: messageId, conversationId, role, content, sources, suggestions, feedback, createdAt } = document;
  return {
    ...{ messageId, sessionId, conversationId, role, content },
    ...{ sources: [...sources], suggestions: [...suggestions], feedback, createdAt },
  };
}
