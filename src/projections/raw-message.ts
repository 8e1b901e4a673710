import type { AnswerSource, Feedback } from '../domain/conversation/events.ts';
import { type ConversationMessageEvent, ROLE_BY_EVENT } from '../domain/conversation/message-events.ts';

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

/** The message as clients receive it before it is rated. */
export function rawMessage(event: ConversationMessageEvent, createdAt: string): RawMessage {
  const { messageId, conversationId } = event.data;
  const { sessionId = '', content = '' } = event.sealed ?? {};
  const answer = event.type === 'AnswerGiven' ? event.sealed : null;
  const { sources = [], suggestions = [] } = answer ?? {};
  const role = ROLE_BY_EVENT[event.type];
  return { messageId, sessionId, conversationId, role, content, sources, suggestions, feedback: null, createdAt };
}
