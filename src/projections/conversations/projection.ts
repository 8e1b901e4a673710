import { isoTime } from '../../lib/iso-time.ts';
import { cutText } from '../../text/cut-text.ts';
import {
  CHATBOT_ENDS,
  type ChatbotEnd,
  defineProjection,
  endsChatbot,
  reading,
  sortablePosition,
} from '../projection.ts';
import { rawMessage } from '../raw-message.ts';

/** Newest message of a conversation, as a list shows it. */
export type LastMessage = {
  readonly role: 'user' | 'assistant' | 'agent';
  readonly excerpt: string;
};

const MAX_EXCERPT = 200;

export type ConversationDocument = {
  readonly id: string;
  readonly chatbotId: string;
  readonly sessionId: string;
  readonly messageCount: number;
  readonly startedAt: string;
  readonly lastMessageAt: string;
  /** `null` before the first message. */
  readonly lastMessage: LastMessage | null;
  /** Beginning of the visitor's newest message; `null` before the first. */
  readonly lastQuestion: string | null;
  /** Log position of the last message or request for a human, as sortable text. */
  readonly lastActivity: string;
  /** Time of what visitor, chatbot or agent did last, epoch milliseconds: retention counts from it. */
  readonly lastActiveAt: number;
  readonly takenOver: boolean;
  /** `null` while the chatbot answers. */
  readonly takenOverSince: string | null;
  readonly handoffRequested: boolean;
  /** `null` unless a visitor waits for a human. */
  readonly handoffRequestedAt: string | null;
  /** `null` when no contact details are known. */
  readonly leadId: string | null;
};

type ConversationEventType =
  | 'ConversationStarted'
  | 'QuestionAsked'
  | 'AnswerGiven'
  | 'AgentMessageSent'
  | 'SessionTakenOver'
  | 'SessionReleased'
  | 'HandoffRequested'
  | 'LeadCaptured'
  | 'LeadDeleted'
  | 'ConversationErased'
  | ChatbotEnd;

export const conversations = defineProjection<ConversationDocument, ConversationEventType>({
  collection: {
    name: 'conversations',
    version: 6,
    indexes: [
      ['chatbotId', 'lastActivity'],
      ['chatbotId', 'takenOver', 'lastActivity'],
      ['chatbotId', 'handoffRequested', 'lastActivity'],
      ['chatbotId', 'takenOver', 'handoffRequested', 'lastActivity'],
      ['chatbotId', 'sessionId'],
      ['lastActiveAt'],
    ],
  },
  handles: [
    'ConversationStarted',
    'QuestionAsked',
    'AnswerGiven',
    'AgentMessageSent',
    'SessionTakenOver',
    'SessionReleased',
    'HandoffRequested',
    'LeadCaptured',
    'LeadDeleted',
    'ConversationErased',
    ...CHATBOT_ENDS,
  ],
  touches: ({ event }) => (endsChatbot(event) ? [] : reading(event.data.conversationId)),
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(before, { event, metadata, position }) {
    const at = isoTime(metadata.at);
    const lastActivity = sortablePosition(position);
    const lastActiveAt = metadata.at;
    if (event.type === 'ConversationStarted') {
      const { conversationId: id, chatbotId } = event.data;
      const sessionId = event.sealed?.sessionId ?? '';
      const times = { startedAt: at, lastMessageAt: at, lastActivity, lastActiveAt };
      const byChatbot = { takenOver: false, takenOverSince: null, handoffRequested: false, handoffRequestedAt: null };
      const messages = { messageCount: 0, lastMessage: null, lastQuestion: null };
      return { id, chatbotId, sessionId, ...messages, ...times, ...byChatbot, leadId: null };
    }
    // The chatbot was deleted.
    if (before === null) return null;
    switch (event.type) {
      case 'QuestionAsked':
      case 'AnswerGiven':
      case 'AgentMessageSent': {
        const lastMessage = lastMessageOf(event);
        return {
          ...before,
          messageCount: before.messageCount + 1,
          lastMessage,
          lastQuestion: lastMessage.role === 'user' ? lastMessage.excerpt : before.lastQuestion,
          lastMessageAt: at,
          lastActivity,
          lastActiveAt,
        };
      }
      case 'SessionTakenOver': {
        const takenOverSince = isoTime(event.data.since);
        return {
          ...before,
          takenOver: true,
          takenOverSince,
          handoffRequested: false,
          handoffRequestedAt: null,
          lastActiveAt,
        };
      }
      case 'SessionReleased':
        return { ...before, takenOver: false, takenOverSince: null, lastActiveAt };
      case 'HandoffRequested':
        return { ...before, handoffRequested: true, handoffRequestedAt: at, lastActivity, lastActiveAt };
      case 'LeadCaptured':
        return { ...before, leadId: event.data.leadId, lastActiveAt };
      case 'LeadDeleted':
        return { ...before, leadId: before.leadId === event.data.leadId ? null : before.leadId };
      case 'ConversationErased':
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});

function lastMessageOf(event: Parameters<typeof rawMessage>[0]): LastMessage {
  const { role, content } = rawMessage(event, '');
  return { role, excerpt: cutText(content, MAX_EXCERPT) };
}
