import type { ConversationEvent } from './events.ts';

/** Events that say something in a conversation, with the role of who says it. */
export const ROLE_OF_SPEAKER = { QuestionAsked: 'user', AnswerGiven: 'assistant', AgentMessageSent: 'agent' } as const;

export type SpokenType = keyof typeof ROLE_OF_SPEAKER;
export type SpokenEvent = Extract<ConversationEvent, { type: SpokenType }>;
