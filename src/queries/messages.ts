import type { AnswerSource, Feedback } from '../domain/conversation/events.ts';
import type { Documents, FindOptions, Where } from '../ports/documents.ts';
import { type MessageDocument, messages, type ShownMessage } from '../projections/messages.ts';
import { ratings } from '../projections/ratings.ts';
import { type JsonParts, jsonPartsOf } from '../runtime/json-parts.ts';
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
  async ofChatbot(chatbotId: string, page: PageWanted): Promise<JsonParts<MessagePage> | null> {
    return this.#page({ chatbotId }, page);
  }

  /** The newest messages of one session; none for a session that is not known. Null when `before` is no message of the session. */
  async ofSession(chatbotId: string, sessionId: string, page: PageWanted): Promise<JsonParts<MessagePage> | null> {
    const conversation = await this.#conversations.bySession(chatbotId, sessionId);
    if (conversation === null) return jsonPartsOf({ messages: [], nextBefore: null });
    return this.#page({ conversationId: conversation.id }, page);
  }

  /** The newest messages of a conversation, oldest first. */
  async newestOf(conversationId: string, limit: number): Promise<Message[]> {
    const search = newestFirst({ conversationId }, limit);
    const found = await this.#documents.find<MessageDocument>(messages.collection, search);
    return found.map(({ document }) => view(document.shown)).reverse();
  }

  async find(messageId: string): Promise<ShownMessage | null> {
    return (await this.#documents.get<MessageDocument>(messages.collection, messageId))?.shown ?? null;
  }

  async satisfaction(chatbotId: string): Promise<Satisfaction> {
    const [positive, negative] = await Promise.all([
      this.#documents.count(ratings.collection, { chatbotId, feedback: 'positive' }),
      this.#documents.count(ratings.collection, { chatbotId, feedback: 'negative' }),
    ]);
    const total = positive + negative;
    return { positive, negative, total, rate: total === 0 ? null : Math.round((positive / total) * 100) };
  }

  async #page(where: Where, { limit, before }: PageWanted): Promise<JsonParts<MessagePage> | null> {
    const mark =
      before === undefined ? undefined : await this.#documents.get<MessageDocument>(messages.collection, before);
    if (mark === null || (mark !== undefined && !isOf(where, mark))) return null;
    const after = mark === undefined || before === undefined ? {} : { after: { value: mark.order, id: before } };
    const options = { ...newestFirst(where, limit), ...after, reversed: true };
    const { list, more } = await this.#documents.findShown(messages.collection, options);
    return [Buffer.from('{"messages":'), list, Buffer.from(`,"nextBefore":${JSON.stringify(more)}}`)];
  }
}

/** A message of another session would tell that it exists, and when it was sent. */
const isOf = (where: Where, message: MessageDocument): boolean =>
  Object.entries(where).every(([field, value]) => Reflect.get(message, field) === value);

const newestFirst = (where: Where, limit: number): FindOptions => ({
  where,
  orderBy: { field: 'order', direction: 'desc' },
  limit,
});

function view({ sources, suggestions, ...shown }: ShownMessage): Message {
  return { ...shown, sources: [...sources], suggestions: [...suggestions] };
}
