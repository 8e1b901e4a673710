/**
 * Search in what visitors, chatbot and agents wrote. Reads the messages, newest first, without an index: one installation has
 * few searching owners, and an index would be one more copy of personal data to erase.
 */
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { FoundDocument, ReadableDocuments, Where } from '../../ports/documents.ts';
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
  const search = new MessageSearch(documents, chatbotId, wanted);
  const nextBefore = await search.run();
  const found = await documents.getMany<ConversationDocument>(conversations.collection, [...search.matches.keys()]);
  const byId = new Map(found.map(({ id, document }) => [id, document]));
  const page = [...search.matches.keys()]
    .flatMap((id) => byId.get(id) ?? [])
    .filter((conversation) => hasWantedState(conversation, wanted));
  return { conversations: await toListed(documents, page, search.matches), nextBefore };
}

type Place = NonNullable<ReturnType<typeof startOf>>;
type FoundMessage = FoundDocument<MessageDocument>;

/** Searches the messages for one page of conversations. */
class MessageSearch {
  /** By conversation, newest first. */
  readonly matches = new Map<string, SearchMatch>();
  readonly #documents: ReadableDocuments;
  readonly #chatbotId: string;
  readonly #words: readonly string[];
  readonly #limit: number;
  readonly #start: Place | undefined;
  /** Place of the last message looked at. */
  #end: Place | undefined;
  /** Contact details, folded, by conversation. */
  #leadTexts: ReadonlyMap<string, string> = new Map();
  /** Conversations that an earlier page has shown. */
  readonly #shown = new Set<string>();
  #newerMessages = 0;
  #characters = 0;
  readonly #budget = new EventLoopBudget();

  constructor(documents: ReadableDocuments, chatbotId: string, { search, limit, before }: ConversationSearch) {
    this.#documents = documents;
    this.#chatbotId = chatbotId;
    this.#words = searchedWords(search);
    this.#limit = limit;
    this.#start = startOf(before);
    this.#end = this.#start;
  }

  /** @returns where the next page begins; null at the end */
  async run(): Promise<string | null> {
    this.#leadTexts = await leadTextsOf(this.#documents, this.#chatbotId, this.#budget);
    for (let read = 0; read < MAX_MESSAGES && !this.#isTooLong; read += MESSAGES_A_READ) {
      const page = await this.#read({ chatbotId: this.#chatbotId }, 'desc', this.#end);
      if (!(await this.#addMatches(page))) break;
      if (page.length < MESSAGES_A_READ) return null;
    }
    return this.#end === undefined ? null : cursorOf(this.#end.value);
  }

  get #isTooLong(): boolean {
    return this.#characters > MAX_CHARACTERS;
  }

  #read(where: Where, direction: 'asc' | 'desc', after: Place | undefined): Promise<readonly FoundMessage[]> {
    const orderBy = { field: 'order', direction } as const;
    return this.#documents.find(messages.collection, { where, orderBy, after, limit: MESSAGES_A_READ });
  }

  /** Looks at messages, newest first. Returns false when the page ends before the last of them, or with it. */
  async #addMatches(page: readonly FoundMessage[]): Promise<boolean> {
    for (const { document } of page) {
      await this.#budget.yieldIfUsedUp();
      const isNew = await this.#isNewMatch(document);
      // The page ends here and the next request looks at this message again, unless it is the first one of this page.
      if (isNew === 'unknown' && this.#end !== this.#start) return false;
      if (isNew !== false) this.matches.set(document.conversationId, matchOf(document.shown, this.#words));
      this.#end = { value: document.order, id: '' };
      if (this.matches.size === this.#limit) return false;
    }
    return true;
  }

  /** Tells whether a message matches, and is the first of its conversation that does. */
  async #isNewMatch(message: MessageDocument): Promise<boolean | 'unknown'> {
    if (this.matches.has(message.conversationId) || !this.#isMatch(message)) return false;
    const wasShown = await this.#wasShown(message.conversationId);
    return wasShown === 'unknown' ? 'unknown' : !wasShown;
  }

  /** Tells whether a conversation has a match before this page. @returns unknown after too many messages */
  async #wasShown(conversationId: string): Promise<boolean | 'unknown'> {
    if (this.#start === undefined) return false;
    if (this.#shown.has(conversationId)) return true;
    for (let after = this.#start; this.#newerMessages < MAX_NEWER_MESSAGES && !this.#isTooLong; ) {
      const page = await this.#read({ conversationId }, 'asc', after);
      if (await this.#anyMatches(page)) {
        this.#shown.add(conversationId);
        return true;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < MESSAGES_A_READ) return false;
      after = { value: last.document.order, id: last.id };
      this.#newerMessages += page.length;
    }
    return 'unknown';
  }

  async #anyMatches(page: readonly FoundMessage[]): Promise<boolean> {
    for (const { document } of page) {
      await this.#budget.yieldIfUsedUp();
      if (this.#isMatch(document)) return true;
    }
    return false;
  }

  #isMatch({ conversationId, shown: { content, sessionId } }: MessageDocument): boolean {
    const leadText = this.#leadTexts.get(conversationId) ?? '';
    const text = `${foldedForSearch(content)}\n${foldedForSearch(sessionId)}\n${leadText}`;
    this.#characters += text.length;
    return this.#words.every((word) => text.includes(word));
  }
}

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
    await budget.yieldIfUsedUp();
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
