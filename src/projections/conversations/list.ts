import type { ReadableDocuments } from '../../ports/documents.ts';
import { type LeadDocument, leads } from '../leads/projection.ts';
import { type ConversationDocument, conversations, type LastMessage } from './projection.ts';

/** As the chatbot's owner sees it. */
export type ListedConversation = {
  id: string;
  sessionId: string;
  startedAt: string;
  lastMessageAt: string;
  lastMessage: LastMessage | null;
  messageCount: number;
  takenOver: boolean;
  handoffRequested: boolean;
  lead: { id: string; name: string | null; email: string | null; phone: string | null; capturedAt: string } | null;
};

/** `nextBefore` asks for conversations whose last activity is older; null at the end. */
export type ConversationPage = { conversations: ListedConversation[]; nextBefore: string | null };

export interface ConversationsWanted {
  readonly limit: number;
  /** `nextBefore` of the page before: a log position. */
  readonly before?: string | undefined;
  readonly takenOver?: boolean | undefined;
  readonly handoffRequested?: boolean | undefined;
}

/** Newest activity first. The caller checks the chatbot's owner. */
export async function listConversations(
  documents: ReadableDocuments,
  chatbotId: string,
  { limit, before, takenOver, handoffRequested }: ConversationsWanted,
): Promise<ConversationPage> {
  const found = await documents.find<ConversationDocument>(conversations.collection, {
    where: {
      chatbotId,
      ...(takenOver === undefined ? {} : { takenOver }),
      ...(handoffRequested === undefined ? {} : { handoffRequested }),
    },
    orderBy: { field: 'lastActivity', direction: 'desc' },
    // No two conversations have the same log position.
    ...(before === undefined ? {} : { after: { value: before.padStart(19, '0'), id: '' } }),
    limit: limit + 1,
  });
  const page = found.slice(0, limit).map(({ document }) => document);
  const leadsById = await leadsOf(documents, page);
  const oldest = page.at(-1);
  return {
    conversations: page.map((conversation) => view(conversation, leadsById.get(conversation.leadId ?? ''))),
    nextBefore: found.length > limit && oldest !== undefined ? oldest.lastActivity.replace(/^0+(?=\d)/, '') : null,
  };
}

/** The page of one conversation, or an empty one. */
export async function pageOf(
  documents: ReadableDocuments,
  conversation: ConversationDocument | null,
): Promise<ConversationPage> {
  if (conversation === null) return { conversations: [], nextBefore: null };
  const leadsById = await leadsOf(documents, [conversation]);
  return { conversations: [view(conversation, leadsById.get(conversation.leadId ?? ''))], nextBefore: null };
}

async function leadsOf(
  documents: ReadableDocuments,
  page: readonly ConversationDocument[],
): Promise<ReadonlyMap<string, LeadDocument>> {
  const ids = page.flatMap(({ leadId }) => leadId ?? []);
  const found = ids.length === 0 ? [] : await documents.getMany<LeadDocument>(leads.collection, ids);
  return new Map(found.map(({ id, document }) => [id, document]));
}

function view(conversation: ConversationDocument, lead: LeadDocument | undefined): ListedConversation {
  const { id, sessionId, startedAt, lastMessageAt, lastMessage, messageCount, takenOver, handoffRequested } =
    conversation;
  const shown = { id, sessionId, startedAt, lastMessageAt, lastMessage, messageCount, takenOver, handoffRequested };
  if (lead === undefined) return { ...shown, lead: null };
  const { id: leadId, name, email, phone, capturedAt } = lead;
  return { ...shown, lead: { id: leadId, name, email, phone, capturedAt } };
}
