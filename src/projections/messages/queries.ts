import type { AnswerSource, Feedback } from '../../domain/conversation/events.ts';
import { type RawJson, rawJsonOf } from '../../lib/raw-json.ts';
import type { FindOptions, ReadableDocuments, Where } from '../../ports/documents.ts';
import type { ConversationQueries } from '../conversations/queries.ts';
import type { RawMessage } from '../raw-message.ts';
import { type MessageDocument, messages } from './projection.ts';

export type Message = {
  messageId: string;
  sessionId: string;
  conversationId: string;
  role: 'user' | 'assistant' | 'agent';
  content: string;
  sources: AnswerSource[];
  suggestions: string[];
  feedback: Feedback | null;
  createdAt: string;
};

/** `messages` are oldest first; `nextBefore` asks for the page before, null on the last page. */
export type MessagePage = { messages: Message[]; nextBefore: string | null };

/** `takenOver`: a human answers the session now. */
export type SessionHistory = MessagePage & { takenOver: boolean };

export interface PageRequest {
  readonly limit: number;
  /** Id of a message; the page holds older ones. */
  readonly before?: string | undefined;
}

/** The caller checks the chatbot's owner. */
export class MessageQueries {
  readonly #documents: ReadableDocuments;
  readonly #conversations: ConversationQueries;

  constructor(documents: ReadableDocuments, conversations: ConversationQueries) {
    this.#documents = documents;
    this.#conversations = conversations;
  }

  /** All conversations. Returns null when `before` is no message of the chatbot. */
  async pageOfChatbot(chatbotId: string, page: PageRequest): Promise<RawJson<MessagePage> | null> {
    return this.#page({ chatbotId }, page, {});
  }

  /** Empty when the session is unknown. Returns null when `before` is no message of the session. */
  async pageOfSession(chatbotId: string, sessionId: string, page: PageRequest): Promise<RawJson<MessagePage> | null> {
    const conversation = await this.#conversations.bySession(chatbotId, sessionId);
    if (conversation === null) return rawJsonOf({ messages: [], nextBefore: null });
    return this.#page({ conversationId: conversation.id }, page, {});
  }

  /** As its visitor reads it. Returns null when `before` is no message of the session. */
  async historyOfSession(
    chatbotId: string,
    sessionId: string,
    page: PageRequest,
  ): Promise<RawJson<SessionHistory> | null> {
    const conversation = await this.#conversations.bySession(chatbotId, sessionId);
    if (conversation === null) return rawJsonOf({ messages: [], nextBefore: null, takenOver: false });
    return this.#page({ conversationId: conversation.id }, page, { takenOver: conversation.takenOver });
  }

  /** Oldest first. */
  async newest(conversationId: string, limit: number): Promise<Message[]> {
    const search = newestFirst({ conversationId }, limit);
    const found = await this.#documents.find<MessageDocument>(messages.collection, search);
    return found.map(({ document }) => messageView(document.shown)).reverse();
  }

  /** A JSON list, oldest first. */
  async newestRaw(conversationId: string, limit: number): Promise<Uint8Array> {
    const search = { ...newestFirst({ conversationId }, limit), reversed: true };
    return (await this.#documents.findRaw(messages.collection, search)).json;
  }

  async find(messageId: string): Promise<RawMessage | null> {
    return (await this.#documents.get<MessageDocument>(messages.collection, messageId))?.shown ?? null;
  }

  async view(messageId: string): Promise<Message | null> {
    const shown = await this.find(messageId);
    return shown === null ? null : messageView(shown);
  }

  /** @param more fields of the response beside the page */
  async #page<More extends object>(
    where: Where,
    { limit, before }: PageRequest,
    more: More,
  ): Promise<RawJson<MessagePage & More> | null> {
    const mark =
      before === undefined ? undefined : await this.#documents.get<MessageDocument>(messages.collection, before);
    if (mark === null || (mark !== undefined && !isOf(where, mark))) return null;
    const after = mark === undefined || before === undefined ? {} : { after: { value: mark.order, id: before } };
    const options = { ...newestFirst(where, limit), ...after, reversed: true };
    const { json: list, nextId: nextBefore } = await this.#documents.findRaw(messages.collection, options);
    const rest = JSON.stringify({ nextBefore, ...more }).slice(1);
    return [Buffer.from('{"messages":'), list, Buffer.from(`,${rest}`)];
  }
}

/** A message of another session is no cursor: that would reveal that it exists and when it was sent. */
const isOf = (where: Where, message: MessageDocument): boolean =>
  Object.entries(where).every(([field, value]) => Reflect.get(message, field) === value);

const newestFirst = (where: Where, limit: number): FindOptions => ({
  where,
  orderBy: { field: 'order', direction: 'desc' },
  limit,
});

function messageView({ sources, suggestions, ...shown }: RawMessage): Message {
  return { ...shown, sources: [...sources], suggestions: [...suggestions] };
}
