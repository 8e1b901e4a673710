import type { AnswerSource, Feedback } from '../domain/conversation/events.ts';
import {
  CHATBOT_ENDS,
  type ChatbotEnd,
  defineProjection,
  endsChatbot,
  isoTime,
  reading,
  sortable,
  writing,
} from './projection.ts';

/** A message as it is shown. */
export type ShownMessage = {
  readonly messageId: string;
  readonly sessionId: string;
  readonly conversationId: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly sources: readonly AnswerSource[];
  readonly suggestions: readonly string[];
  readonly feedback: Feedback | null;
  readonly createdAt: string;
};

/** One document a message: a conversation has no bound. */
export type MessageDocument = {
  readonly chatbotId: string;
  readonly conversationId: string;
  /** Its place in the log, so that messages sort as they happened: compare as text. */
  readonly order: string;
  /** The last field: see `CollectionDefinition`. */
  readonly shown: ShownMessage;
};

type MessageEventType = 'QuestionAsked' | 'AnswerGiven' | 'MessageRated' | ChatbotEnd;

export const messages = defineProjection<MessageDocument, MessageEventType>({
  collection: {
    name: 'messages',
    version: 2,
    indexes: [
      ['chatbotId', 'order'],
      ['conversationId', 'order'],
    ],
    shown: 'shown',
  },
  handles: ['QuestionAsked', 'AnswerGiven', 'MessageRated', ...CHATBOT_ENDS],
  touches({ event }) {
    switch (event.type) {
      case 'QuestionAsked':
      case 'AnswerGiven':
        return writing(event.data.messageId);
      case 'MessageRated':
        return reading(event.data.messageId);
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return [];
    }
  },
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(before, { event, metadata, position }) {
    const order = sortable(position);
    const createdAt = isoTime(metadata.at);
    switch (event.type) {
      case 'QuestionAsked': {
        const { messageId, chatbotId, conversationId } = event.data;
        const { sessionId = '', content = '' } = event.sealed ?? {};
        const bare = { sources: [], suggestions: [], feedback: null };
        const shown = { messageId, sessionId, conversationId, role: 'user', content, ...bare, createdAt } as const;
        return { chatbotId, conversationId, order, shown };
      }
      case 'AnswerGiven': {
        const { messageId, chatbotId, conversationId } = event.data;
        const { sessionId = '', content = '', sources = [], suggestions = [] } = event.sealed ?? {};
        const said = { content, sources, suggestions, feedback: null };
        const shown = { messageId, sessionId, conversationId, role: 'assistant', ...said, createdAt } as const;
        return { chatbotId, conversationId, order, shown };
      }
      case 'MessageRated':
        return before === null ? null : { ...before, shown: { ...before.shown, feedback: event.data.feedback } };
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});
