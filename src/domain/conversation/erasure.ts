/** Erasure of one conversation, by its age or because its owner asked for it. */
import { accept, type Decision, reject } from '../aggregate.ts';
import { countAll, type PersistentList } from '../persistent-list.ts';
import type { ConversationEvent } from './events.ts';

export interface EraseConversation {
  readonly type: 'EraseConversation';
  readonly conversationId: string;
  readonly reason: 'retention' | 'owner';
  /** State that the caller saw: the erasure is rejected when the conversation has changed since. Null always erases. */
  readonly seen: { readonly messageCount: number; readonly handoffRequested: boolean } | null;
}

export type ErasureRejection = 'ConversationNotFound' | 'ConversationWentOn';

interface Conversation {
  readonly conversationId: string;
  readonly chatbotId: string;
  readonly messages: PersistentList<unknown>;
  readonly lead: { readonly leadId: string } | null;
  readonly takeover: { readonly isHandoffRequested: boolean };
}

export function decideErasure(
  { conversationId, reason, seen }: EraseConversation,
  conversation: Conversation,
): Decision<ConversationEvent, ErasureRejection> {
  const { chatbotId, lead, messages, takeover } = conversation;
  // The session began another conversation.
  if (conversation.conversationId !== conversationId) return reject('ConversationNotFound');
  const wentOn =
    seen !== null &&
    (countAll(messages) !== seen.messageCount || takeover.isHandoffRequested !== seen.handoffRequested);
  if (wentOn) return reject('ConversationWentOn');
  const data = { conversationId, chatbotId, leadId: lead?.leadId ?? null, reason };
  return accept<ConversationEvent>({ type: 'ConversationErased', data });
}
