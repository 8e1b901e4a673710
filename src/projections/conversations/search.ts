/**
 * Search in what visitors, chatbot and agents wrote. It reads the messages, newest first, instead of an index: one installation
 * has few searching owners, and an index would be one more copy of personal data to erase.
 */
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { FindOptions, ReadableDocuments } from '../../ports/documents.ts';
import { excerptAround, foldedForSearch, searchedWords } from '../../text/word-search.ts';
import { type LeadDocument, leads } from '../leads/projection.ts';
import { type MessageDocument, messages, type RawMessage } from '../messages/projection.ts';
import {
  type ConversationPage,
  type ConversationsWanted,
  cursorOf,
  listed,
  type SearchMatch,
  startOf,
} from './list.ts';
import { type ConversationDocument, conversations } from './projection.ts';

/** Few enough that reading the longest ones takes a fraction of a time slice. */
const MESSAGES_A_READ = 50;
/** Bounds the cost of a request. A search that finds less continues with `nextBefore`. */
const MAX_MESSAGES = 2_000;
/** The newest contact details that are searched. */
const MAX_LEADS = 1_000;
const MAX_EXCERPT = 200;

export interface ConversationSearch extends ConversationsWanted {
  /** A conversation is found by a message that, together with session id and contact details, has each of these words. */
  readonly search: string;
}

/** Newest match first. The caller checks the chatbot's owner. */
export async function searchConversations(
  documents: ReadableDocuments,
  chatbotId: string,
  wanted: ConversationSearch,
): Promise<ConversationPage> {
  const { matches, nextBefore } = await matchingMessages(documents, chatbotId, wanted);
  const found = await documents.getMany<ConversationDocument>(conversations.collection, [...matches.keys()]);
  const byId = new Map(found.map(({ id, document }) => [id, document]));
  const page = [...matches.keys()]
    .flatMap((id) => byId.get(id) ?? [])
    .filter((conversation) => hasWantedState(conversation, wanted));
  return { conversations: await listed(documents, page, matches), nextBefore };
}

interface Matches {
  /** By conversation, newest first. */
  readonly matches: ReadonlyMap<string, SearchMatch>;
  readonly nextBefore: string | null;
}

async function matchingMessages(
  documents: ReadableDocuments,
  chatbotId: string,
  { search, limit, before }: ConversationSearch,
): Promise<Matches> {
  const words = searchedWords(search);
  const leadTexts = await leadTextsOf(documents, chatbotId);
  const matches = new Map<string, SearchMatch>();
  const budget = new EventLoopBudget();
  let after = startOf(before);
  for (let read = 0; read < MAX_MESSAGES; read += MESSAGES_A_READ) {
    const page = await documents.find<MessageDocument>(messages.collection, newestFirst(chatbotId, after));
    for (const { document } of page) {
      const { conversationId, order, shown } = document;
      after = { value: order, id: '' };
      if (budget.isUsedUp) await budget.yieldNow();
      if (matches.has(conversationId)) continue;
      if (!hasWords(words, shown, leadTexts.get(conversationId) ?? '')) continue;
      matches.set(conversationId, matchOf(shown, words));
      if (matches.size === limit) return { matches, nextBefore: cursorOf(order) };
    }
    if (page.length < MESSAGES_A_READ) return { matches, nextBefore: null };
  }
  return { matches, nextBefore: after === undefined ? null : cursorOf(after.value) };
}

const newestFirst = (chatbotId: string, after: ReturnType<typeof startOf>): FindOptions => ({
  where: { chatbotId },
  orderBy: { field: 'order', direction: 'desc' },
  ...(after === undefined ? {} : { after }),
  limit: MESSAGES_A_READ,
});

/** Folded contact details by conversation. */
async function leadTextsOf(documents: ReadableDocuments, chatbotId: string): Promise<ReadonlyMap<string, string>> {
  const found = await documents.find<LeadDocument>(leads.collection, {
    where: { chatbotId },
    orderBy: { field: 'capturedAt', direction: 'desc' },
    limit: MAX_LEADS,
  });
  return new Map(
    found.map(({ document: { conversationId, name, email, phone } }) => [
      conversationId,
      foldedForSearch([name, email, phone].join('\n')),
    ]),
  );
}

function hasWords(words: readonly string[], { content, sessionId }: RawMessage, leadText: string): boolean {
  const text = `${foldedForSearch(content)}\n${foldedForSearch(sessionId)}\n${leadText}`;
  return words.every((word) => text.includes(word));
}

function matchOf({ messageId, role, content, createdAt }: RawMessage, words: readonly string[]): SearchMatch {
  const folded = foldedForSearch(content);
  const word = words.find((searched) => folded.includes(searched)) ?? '';
  return { messageId, role, excerpt: excerptAround(content, word, MAX_EXCERPT), createdAt };
}

const hasWantedState = (conversation: ConversationDocument, { takenOver, handoffRequested }: ConversationsWanted) =>
  (takenOver ?? conversation.takenOver) === conversation.takenOver &&
  (handoffRequested ?? conversation.handoffRequested) === conversation.handoffRequested;
