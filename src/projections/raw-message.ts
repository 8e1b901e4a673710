import type { AnswerSource, ConversationEvent, Feedback } from '../domain/conversation/events.ts';

/** Raw JSON, as clients receive it. */
export type RawMessage = {
  readonly messageId: string;
  readonly sessionId: string;
  readonly conversationId: string;
  readonly role: 'user' | 'assistant' | 'agent';
  readonly content: string;
  readonly sources: readonly AnswerSource[];
  readonly suggestions: readonly string[];
  readonly feedback: Feedback | null;
  readonly createdAt: string;
};

type SaidEvent = Extract<ConversationEvent, { type: 'QuestionAsked' | 'AnswerGiven' | 'AgentMessageSent' }>;

const ROLES = { QuestionAsked: 'user', AnswerGiven: 'assistant', AgentMessageSent: 'agent' } as const;

/** The message as clients receive it before it is rated. */
export function rawMessage(event: SaidEvent, createdAt: string): RawMessage {
  const { messageId, conversationId } = event.data;
  const { sessionId = '', content = '' } = event.sealed ?? {};
  const answer = event.type === 'AnswerGiven' ? event.sealed : null;
  const { sources = [], suggestions = [] } = answer ?? {};
  const role = ROLES[event.type];
  return { messageId, sessionId, conversationId, role, content, sources, suggestions, feedback: null, createdAt };
}
