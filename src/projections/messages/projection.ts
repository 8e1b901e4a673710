import { isoTime } from '../../lib/iso-time.ts';
import {
  CHATBOT_ENDS,
  type ChatbotEnd,
  defineProjection,
  reading,
  removedWith,
  sortablePosition,
  writing,
} from '../projection.ts';
import { type RawMessage, rawMessage } from '../raw-message.ts';

/** One document per message, since a conversation is unbounded. */
export type MessageDocument = {
  readonly chatbotId: string;
  readonly conversationId: string;
  /** Log position as sortable text. */
  readonly order: string;
  /** Raw field, therefore the last one; see `CollectionDefinition`. */
  readonly shown: RawMessage;
};

type MessageEventType =
  | 'QuestionAsked'
  | 'AnswerGiven'
  | 'AgentMessageSent'
  | 'MessageRated'
  | 'ConversationErased'
  | ChatbotEnd;

export const messages = defineProjection<MessageDocument, MessageEventType>({
  collection: {
    name: 'messages',
    version: 4,
    indexes: [
      ['chatbotId', 'order'],
      ['conversationId', 'order'],
    ],
    rawField: 'shown',
  },
  handles: ['QuestionAsked', 'AnswerGiven', 'AgentMessageSent', 'MessageRated', 'ConversationErased', ...CHATBOT_ENDS],
  touches({ event }) {
    switch (event.type) {
      case 'QuestionAsked':
      case 'AnswerGiven':
      case 'AgentMessageSent':
        return writing(event.data.messageId);
      case 'MessageRated':
        return reading(event.data.messageId);
      case 'ConversationErased':
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return [];
    }
  },
  removes: removedWith,
  apply(before, { event, metadata, position }) {
    const order = sortablePosition(position);
    const createdAt = isoTime(metadata.at);
    switch (event.type) {
      case 'QuestionAsked':
      case 'AnswerGiven':
      case 'AgentMessageSent': {
        const { chatbotId, conversationId } = event.data;
        return { chatbotId, conversationId, order, shown: rawMessage(event, createdAt) };
      }
      case 'MessageRated':
        return before === null ? null : { ...before, shown: { ...before.shown, feedback: event.data.feedback } };
      case 'ConversationErased':
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});
