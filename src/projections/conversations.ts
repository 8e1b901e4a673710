import { CHATBOT_ENDS, type ChatbotEnd, defineProjection, endsChatbot, isoTime, reading } from './projection.ts';

export type ConversationDocument = {
  readonly id: string;
  readonly chatbotId: string;
  readonly sessionId: string;
  readonly messageCount: number;
  readonly startedAt: string;
  readonly lastMessageAt: string;
};

type ConversationEventType = 'ConversationStarted' | 'QuestionAsked' | 'AnswerGiven' | ChatbotEnd;

export const conversations = defineProjection<ConversationDocument, ConversationEventType>({
  collection: {
    name: 'conversations',
    version: 1,
    indexes: [
      ['chatbotId', 'lastMessageAt'],
      ['chatbotId', 'sessionId'],
    ],
  },
  handles: ['ConversationStarted', 'QuestionAsked', 'AnswerGiven', ...CHATBOT_ENDS],
  touches: ({ event }) => (endsChatbot(event) ? [] : reading(event.data.conversationId)),
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(before, { event, metadata }) {
    const at = isoTime(metadata.at);
    switch (event.type) {
      case 'ConversationStarted': {
        const { conversationId: id, chatbotId } = event.data;
        const sessionId = event.sealed?.sessionId ?? '';
        return { id, chatbotId, sessionId, messageCount: 0, startedAt: at, lastMessageAt: at };
      }
      case 'QuestionAsked':
      case 'AnswerGiven':
        return before === null ? null : { ...before, messageCount: before.messageCount + 1, lastMessageAt: at };
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});
