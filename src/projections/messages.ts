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

/** One document a message: a conversation has no bound. */
export type MessageDocument = {
  readonly id: string;
  readonly chatbotId: string;
  readonly conversationId: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly sources: readonly AnswerSource[];
  readonly suggestions: readonly string[];
  readonly feedback: Feedback | null;
  /** Its place in the log, so that messages sort as they happened: compare as text. */
  readonly order: string;
  readonly createdAt: string;
};

type MessageEventType = 'QuestionAsked' | 'AnswerGiven' | 'MessageRated' | ChatbotEnd;

export const messages = defineProjection<MessageDocument, MessageEventType>({
  collection: {
    name: 'messages',
    version: 1,
    indexes: [
      ['chatbotId', 'order'],
      ['conversationId', 'order'],
    ],
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
    const place = { order: sortable(position), createdAt: isoTime(metadata.at) };
    switch (event.type) {
      case 'QuestionAsked': {
        const { messageId: id, chatbotId, conversationId } = event.data;
        const content = event.sealed?.content ?? '';
        const bare = { sources: [], suggestions: [], feedback: null };
        return { id, chatbotId, conversationId, role: 'user', content, ...bare, ...place };
      }
      case 'AnswerGiven': {
        const { messageId: id, chatbotId, conversationId } = event.data;
        const { content, sources, suggestions } = event.sealed ?? { content: '', sources: [], suggestions: [] };
        const said = { content, sources, suggestions, feedback: null };
        return { id, chatbotId, conversationId, role: 'assistant', ...said, ...place };
      }
      case 'MessageRated':
        return before === null ? null : { ...before, feedback: event.data.feedback };
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});
