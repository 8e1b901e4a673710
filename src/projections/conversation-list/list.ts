import type { ReadableDocuments } from '../../ports/documents.ts';
import { type ConversationDocument, conversations, type LastMessage } from '../conversations/projection.ts';
import { type LeadDocument, leads } from '../leads/projection.ts';
import type { RawMessage } from '../raw-message.ts';

/** The newest message with the words of a search. */
export type SearchMatch = { messageId: string; role: RawMessage['role']; excerpt: string; createdAt: string };

export type ListedConversation = {
  id: string;
  sessionId: string;
  startedAt: string;
  lastMessageAt: string;
  lastMessage: LastMessage | null;
  lastQuestion: string | null;
  messageCount: number;
  takenOver: boolean;
  handoffRequested: boolean;
  handoffRequestedAt: string | null;
  lead: { id: string; name: string | null; email: string | null; phone: string | null; capturedAt: string } | null;
  /** `null` unless the conversation was searched for. */
  match: SearchMatch | null;
};

/** `nextBefore` asks for what is older; null at the end. */
export type ConversationPage = { conversations: ListedConversation[]; nextBefore: string | null };

export interface ConversationFilter {
  readonly limit: number;
  /** `nextBefore` of the previous page, a log position. */
  readonly before?: string | undefined;
  readonly takenOver?: boolean | undefined;
  readonly handoffRequested?: boolean | undefined;
}

/** Newest activity first. The caller checks the chatbot's owner. */
export async function listConversations(
  documents: ReadableDocuments,
  chatbotId: string,
  { limit, before, takenOver, handoffRequested }: ConversationFilter,
): Promise<ConversationPage> {
  const after = startOf(before);
  const found = await documents.find<ConversationDocument>(conversations.collection, {
    where: {
      chatbotId,
      ...(takenOver === undefined ? {} : { takenOver }),
      ...(handoffRequested === undefined ? {} : { handoffRequested }),
    },
    orderBy: { field: 'lastActivity', direction: 'desc' },
    after,
    limit: limit + 1,
  });
  const page = found.slice(0, limit).map(({ document }) => document);
  const oldest = page.at(-1);
  return {
    conversations: await toListed(documents, page, NO_MATCHES),
    nextBefore: found.length > limit && oldest !== undefined ? cursorOf(oldest.lastActivity) : null,
  };
}

export async function singleConversationPage(
  documents: ReadableDocuments,
  conversation: ConversationDocument | null,
): Promise<ConversationPage> {
  const page = conversation === null ? [] : [conversation];
  return { conversations: await toListed(documents, page, NO_MATCHES), nextBefore: null };
}

/** A sortable log position as clients see it. */
export const cursorOf = (sortable: string): string => sortable.replace(/^0+(?=\d)/, '');

/** A cursor needs no id: no two messages, and no two conversations, have the same log position. */
export const startOf = (cursor: string | undefined): { value: string; id: string } | undefined =>
  cursor === undefined ? undefined : { value: cursor.padStart(19, '0'), id: '' };

const NO_MATCHES: ReadonlyMap<string, SearchMatch> = new Map();

/** @param matches by conversation */
export async function toListed(
  documents: ReadableDocuments,
  page: readonly ConversationDocument[],
  matches: ReadonlyMap<string, SearchMatch>,
): Promise<ListedConversation[]> {
  const leadsById = await leadsOf(documents, page);
  return page.map((conversation) => {
    const lead = leadsById.get(conversation.leadId ?? '');
    return { ...view(conversation, lead), match: matches.get(conversation.id) ?? null };
  });
}

async function leadsOf(
  documents: ReadableDocuments,
  page: readonly ConversationDocument[],
): Promise<ReadonlyMap<string, LeadDocument>> {
  const ids = page.flatMap(({ leadId }) => leadId ?? []);
  const found = ids.length === 0 ? [] : await documents.getMany<LeadDocument>(leads.collection, ids);
  return new Map(found.map(({ id, document }) => [id, document]));
}

function view(conversation: ConversationDocument, lead: LeadDocument | undefined): Omit<ListedConversation, 'match'> {
  const { id, sessionId, startedAt, lastMessageAt, lastMessage, lastQuestion, messageCount } = conversation;
  const { takenOver, handoffRequested, handoffRequestedAt } = conversation;
  const answeredBy = { takenOver, handoffRequested, handoffRequestedAt };
  const shown = { id, sessionId, startedAt, lastMessageAt, lastMessage, lastQuestion, messageCount, ...answeredBy };
  if (lead === undefined) return { ...shown, lead: null };
  const { id: leadId, name, email, phone, capturedAt } = lead;
  return { ...shown, lead: { id: leadId, name, email, phone, capturedAt } };
}
