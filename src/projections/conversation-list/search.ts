/**
 * Search in what visitors, chatbot and agents wrote. Reads the messages, newest first, without an index: one installation has
 * few searching owners, and an index would be one more copy of personal data to erase.
 */
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { FindOptions, FoundDocument, ReadableDocuments, Where } from '../../ports/documents.ts';
import { excerptAround, foldedForSearch, searchedWords } from '../../text/word-search.ts';
import { type ConversationDocument, conversations } from '../conversations/projection.ts';
import { type LeadDocument, leads } from '../leads/projection.ts';
import { type MessageDocument, messages } from '../messages/projection.ts';
import type { RawMessage } from '../raw-message.ts';
import {
  type ConversationFilter,
  type ConversationPage,
  cursorOf,
  type SearchMatch,
  startOf,
  toListed,
} from './list.ts';

/** Few enough that reading the longest ones takes a fraction of a time slice. */
const MESSAGES_A_READ = 50;
/** Bounds the cost of a request. A search that finds less continues with `nextBefore`. */
const MAX_MESSAGES = 2_000;
/** Bounds the messages that are read to tell whether an earlier page has shown a conversation. */
const MAX_NEWER_MESSAGES = 2_000;
/** The newest are searched. */
const MAX_LEADS = 1_000;
/** Folded characters that a request looks at, because one may unfold to eighteen (`ﷺ`). Checked after each page of messages. */
const MAX_CHARACTERS = 4_000_000;
const MAX_LEAD_CHARACTERS = 1_000_000;
const MAX_EXCERPT = 200;

export interface ConversationSearch extends ConversationFilter {
  /** The conversation has a message that, together with session id and contact details, has each of these words. */
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
  return { conversations: await toListed(documents, page, matches), nextBefore };
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
  const budget = new EventLoopBudget();
  const words = searchedWords(search);
  const leadTexts = await leadTextsOf(documents, chatbotId, budget);
  const texts = new SearchedTexts(words, leadTexts);
  const start = startOf(before);
  const earlier = start === undefined ? null : new EarlierPages(documents, start, { texts, budget });
  const found: GrowingMatches = { matches: new Map(), start, end: start, limit };
  for (let read = 0; read < MAX_MESSAGES && !texts.areTooLong; read += MESSAGES_A_READ) {
    const some = await documents.find<MessageDocument>(messages.collection, newestFirst({ chatbotId }, found.end));
    const goesOn = await addMatches(found, some, { words, texts, budget, earlier });
    if (!goesOn) break;
    if (some.length < MESSAGES_A_READ) return { matches: found.matches, nextBefore: null };
  }
  return { matches: found.matches, nextBefore: found.end === undefined ? null : cursorOf(found.end.value) };
}

interface GrowingMatches {
  readonly matches: Map<string, SearchMatch>;
  readonly limit: number;
  readonly start: Place | undefined;
  /** Place of the last message looked at. */
  end: Place | undefined;
}

/** Looks at messages, newest first. Returns false when the page ends before the last of them, or with it. */
async function addMatches(
  found: GrowingMatches,
  some: readonly FoundDocument<MessageDocument>[],
  matching: PageMatching,
): Promise<boolean> {
  const { words, budget } = matching;
  for (const { document } of some) {
    if (budget.isUsedUp) await budget.yieldNow();
    const isNew = await isNewMatch(document, found, matching);
    // The page ends here and the next request looks at this message again, unless it is the first one of this page.
    if (isNew === 'unknown' && found.end !== found.start) return false;
    if (isNew !== false) found.matches.set(document.conversationId, matchOf(document.shown, words));
    found.end = { value: document.order, id: '' };
    if (found.matches.size === found.limit) return false;
  }
  return true;
}

/** Tells whether a message matches, and is the first of its conversation that does. */
async function isNewMatch(
  message: MessageDocument,
  { matches }: GrowingMatches,
  { texts, earlier }: PageMatching,
): Promise<boolean | 'unknown'> {
  if (matches.has(message.conversationId) || !texts.match(message)) return false;
  const isShown = (await earlier?.haveShown(message.conversationId)) ?? false;
  return isShown === 'unknown' ? 'unknown' : !isShown;
}

/** Folds the texts of messages, and counts what that takes. */
class SearchedTexts {
  readonly #words: readonly string[];
  readonly #leadTexts: ReadonlyMap<string, string>;
  #characters = 0;

  /** @param leadTexts folded, by conversation */
  constructor(words: readonly string[], leadTexts: ReadonlyMap<string, string>) {
    this.#words = words;
    this.#leadTexts = leadTexts;
  }

  get areTooLong(): boolean {
    return this.#characters > MAX_CHARACTERS;
  }

  match({ conversationId, shown: { content, sessionId } }: MessageDocument): boolean {
    const leadText = this.#leadTexts.get(conversationId) ?? '';
    const text = `${foldedForSearch(content)}\n${foldedForSearch(sessionId)}\n${leadText}`;
    this.#characters += text.length;
    return this.#words.every((word) => text.includes(word));
  }
}

interface Matching {
  readonly texts: SearchedTexts;
  readonly budget: EventLoopBudget;
}

interface PageMatching extends Matching {
  readonly words: readonly string[];
  /** None before the first page. */
  readonly earlier: EarlierPages | null;
}

/** Tells which conversations the pages before a cursor have shown: those with a newer match. */
class EarlierPages {
  readonly #documents: ReadableDocuments;
  readonly #end: Place;
  readonly #matching: Matching;
  readonly #shown = new Set<string>();
  #left = MAX_NEWER_MESSAGES;

  constructor(documents: ReadableDocuments, end: Place, matching: Matching) {
    this.#documents = documents;
    this.#end = end;
    this.#matching = matching;
  }

  /** @returns unknown after too many messages */
  async haveShown(conversationId: string): Promise<boolean | 'unknown'> {
    if (this.#shown.has(conversationId)) return true;
    for (let after = this.#end; this.#left > 0 && !this.#matching.texts.areTooLong; ) {
      const newer = oldestFirst({ conversationId }, after);
      const page = await this.#documents.find<MessageDocument>(messages.collection, newer);
      if (await this.#anyMatches(page)) {
        this.#shown.add(conversationId);
        return true;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < MESSAGES_A_READ) return false;
      after = { value: last.document.order, id: last.id };
      this.#left -= page.length;
    }
    return 'unknown';
  }

  async #anyMatches(page: readonly FoundDocument<MessageDocument>[]): Promise<boolean> {
    const { texts, budget } = this.#matching;
    for (const { document } of page) {
      if (budget.isUsedUp) await budget.yieldNow();
      if (texts.match(document)) return true;
    }
    return false;
  }
}

type Place = NonNullable<ReturnType<typeof startOf>>;

const newestFirst = (where: Where, after: Place | undefined): FindOptions => ({
  where,
  orderBy: { field: 'order', direction: 'desc' },
  after,
  limit: MESSAGES_A_READ,
});

const oldestFirst = (where: Where, after: Place): FindOptions => ({
  where,
  orderBy: { field: 'order', direction: 'asc' },
  after,
  limit: MESSAGES_A_READ,
});

async function leadTextsOf(
  documents: ReadableDocuments,
  chatbotId: string,
  budget: EventLoopBudget,
): Promise<ReadonlyMap<string, string>> {
  const found = await documents.find<LeadDocument>(leads.collection, {
    where: { chatbotId },
    orderBy: { field: 'capturedAt', direction: 'desc' },
    limit: MAX_LEADS,
  });
  const texts = new Map<string, string>();
  let characters = 0;
  for (const { document } of found) {
    if (budget.isUsedUp) await budget.yieldNow();
    const { conversationId, name, email, phone } = document;
    const text = foldedForSearch([name, email, phone].join('\n'));
    texts.set(conversationId, text);
    characters += text.length;
    if (characters > MAX_LEAD_CHARACTERS) break;
  }
  return texts;
}

function matchOf({ messageId, role, content, createdAt }: RawMessage, words: readonly string[]): SearchMatch {
  const folded = foldedForSearch(content);
  const word = words.find((searched) => folded.includes(searched)) ?? '';
  return { messageId, role, excerpt: excerptAround(content, word, MAX_EXCERPT), createdAt };
}

const hasWantedState = (conversation: ConversationDocument, { takenOver, handoffRequested }: ConversationFilter) =>
  (takenOver ?? conversation.takenOver) === conversation.takenOver &&
  (handoffRequested ?? conversation.handoffRequested) === conversation.handoffRequested;
