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

/** A message as it is shown, but for the session: that is its conversation's. */
export type ShownMessage = {
  readonly messageId: string;
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
  /** The last field: see `shownIn`. */
  readonly shown: ShownMessage;
};

const BEFORE_SHOWN = ',"shown":';

/**
 * What is shown of a message that is still JSON, as JSON. Found by its name alone, since a quote inside a text is never bare in JSON,
 * and what stands before it are texts.
 * @throws Error for what is no document of this collection
 */
export function shownIn(document: string): string {
  const at = document.indexOf(BEFORE_SHOWN);
  if (at === -1) throw new Error('A stored message has nothing to show');
  return document.slice(at + BEFORE_SHOWN.length, -1);
}

type MessageEventType = 'QuestionAsked' | 'AnswerGiven' | 'MessageRated' | ChatbotEnd;

export const messages = defineProjection<MessageDocument, MessageEventType>({
  collection: {
    name: 'messages',
    version: 2,
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
    const order = sortable(position);
    const createdAt = isoTime(metadata.at);
    switch (event.type) {
      case 'QuestionAsked': {
        const { messageId, chatbotId, conversationId } = event.data;
        const content = event.sealed?.content ?? '';
        const bare = { sources: [], suggestions: [], feedback: null };
        const shown = { messageId, conversationId, role: 'user', content, ...bare, createdAt } as const;
        return { chatbotId, conversationId, order, shown };
      }
      case 'AnswerGiven': {
        const { messageId, chatbotId, conversationId } = event.data;
        const { content, sources, suggestions } = event.sealed ?? { content: '', sources: [], suggestions: [] };
        const said = { content, sources, suggestions, feedback: null };
        const shown = { messageId, conversationId, role: 'assistant', ...said, createdAt } as const;
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
