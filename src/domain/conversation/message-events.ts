import type { ConversationEvent } from './events.ts';

/** Events that say something in a conversation, with the role of who says it. */
export const ROLE_BY_EVENT = { QuestionAsked: 'user', AnswerGiven: 'assistant', AgentMessageSent: 'agent' } as const;

export type MessageEventType = keyof typeof ROLE_BY_EVENT;
export type ConversationMessageEvent = Extract<ConversationEvent, { type: MessageEventType }>;
