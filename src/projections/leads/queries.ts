import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { RawJson } from '../../lib/raw-json.ts';
import type { Documents } from '../../ports/documents.ts';
import type { ConversationDocument } from '../conversations/projection.ts';
import type { ConversationQueries } from '../conversations/queries.ts';
import type { Message, MessageQueries, PageRequest } from '../messages/queries.ts';
import { type LeadDocument, leads } from './projection.ts';

export type Lead = {
  id: string;
  conversationId: string;
  sessionId: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  capturedAt: string;
  conversation: {
    id: string;
    sessionId: string;
    startedAt: string;
    lastMessageAt: string;
    messages: Message[];
  };
};

/** Newest first; `nextBefore` is null on the last page. */
export type LeadPage = { leads: Lead[]; nextBefore: string | null };

/** Shown with a lead; the history has the rest. */
const MAX_MESSAGES = 200;
/** Fetched concurrently. */
const MAX_CONCURRENT_LEADS = 4;
/** A page of more JSON ends early. It always holds one lead. */
const MAX_PAGE_BYTES = 1.5 * 1024 * 1024;

/** With the time of capture, to find the next page when the last lead of this one was deleted. */
const PAGE_END = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(.+)$/;

/** JSON of a lead, in parts that are concatenated when they are sent. */
interface LeadJson {
  readonly parts: readonly Uint8Array[];
  readonly bytes: number;
}

/** The caller checks the chatbot's owner. */
export class LeadQueries {
  readonly #documents: Documents;
  readonly #conversations: ConversationQueries;
  readonly #messages: MessageQueries;

  constructor(documents: Documents, conversations: ConversationQueries, messages: MessageQueries) {
    this.#documents = documents;
    this.#conversations = conversations;
    this.#messages = messages;
  }

  /** Returns null once the contact details are deleted. */
  async find(leadId: string): Promise<Omit<LeadDocument, 'chatbotId'> | null> {
    const lead = await this.#documents.get<LeadDocument>(leads.collection, leadId);
    if (lead === null) return null;
    const { chatbotId: _, ...details } = lead;
    return details;
  }

  /**
   * Messages are sent as stored. A large page ends before `limit`.
   * @param page `before` is `nextBefore` of the previous page, or the id of a lead
   * @returns null when the chatbot has no such lead
   */
  async list(chatbotId: string, { limit, before }: PageRequest): Promise<RawJson<LeadPage> | null> {
    const after = before === undefined ? undefined : await this.#placeOf(chatbotId, before);
    if (after === null) return null;
    const found = await this.#documents.find<LeadDocument>(leads.collection, {
      where: { chatbotId },
      orderBy: { field: 'capturedAt', direction: 'desc' },
      after,
      limit: limit + 1,
    });
    const page = found.slice(0, limit).map(({ document }) => document);
    const shown = await this.#withConversations(page);
    const isCut = shown.seen < page.length;
    const last = isCut || found.length > limit ? page[shown.seen - 1] : undefined;
    const nextBefore = last === undefined ? null : `${last.capturedAt}_${last.id}`;
    return [Buffer.from('{"leads":['), ...shown.parts, Buffer.from(`],"nextBefore":${JSON.stringify(nextBefore)}}`)];
  }

  /** Place in the order of capture; null for a lead of another chatbot and for an unknown id. */
  async #placeOf(chatbotId: string, before: string): Promise<{ value: string; id: string } | null> {
    const [, capturedAt, id = before] = PAGE_END.exec(before) ?? [];
    const lead = await this.#documents.get<LeadDocument>(leads.collection, id);
    if (lead !== null) return lead.chatbotId === chatbotId ? { value: lead.capturedAt, id } : null;
    return capturedAt === undefined ? null : { value: capturedAt, id };
  }

  /** @returns `seen`: leads of the page that are included or whose conversation was deleted meanwhile */
  async #withConversations(page: readonly LeadDocument[]): Promise<{ parts: readonly Uint8Array[]; seen: number }> {
    const conversations = await this.#conversations.byIds(page.map(({ conversationId }) => conversationId));
    const parts: Uint8Array[] = [];
    let bytes = 0;
    let seen = 0;
    for await (const view of this.#leadsJson(page, conversations)) {
      if (bytes > 0 && view !== null && bytes + view.bytes > MAX_PAGE_BYTES) break;
      seen += 1;
      if (view === null) continue;
      if (bytes > 0) parts.push(COMMA);
      for (const part of view.parts) parts.push(part);
      bytes += view.bytes;
    }
    return { parts, seen };
  }

  /** Keeps the order and fetches a few leads at once. Null for one whose conversation was deleted meanwhile. */
  async *#leadsJson(
    page: readonly LeadDocument[],
    conversations: ReadonlyMap<string, ConversationDocument>,
  ): AsyncGenerator<LeadJson | null> {
    const budget = new EventLoopBudget();
    for (let start = 0; start < page.length; start += MAX_CONCURRENT_LEADS) {
      const some = page.slice(start, start + MAX_CONCURRENT_LEADS);
      yield* await Promise.all(some.map((lead) => this.#leadJson(lead, conversations.get(lead.conversationId))));
      await budget.yieldIfUsedUp();
    }
  }

  /** Returns null when the chatbot was deleted meanwhile. */
  async #leadJson(lead: LeadDocument, conversation: ConversationDocument | undefined): Promise<LeadJson | null> {
    if (conversation === undefined) return null;
    const { id, sessionId, startedAt, lastMessageAt } = conversation;
    const { chatbotId: _, ...details } = lead;
    const of = JSON.stringify({ id, sessionId, startedAt, lastMessageAt }).slice(0, -1);
    const head = Buffer.from(
      `${JSON.stringify({ ...details, sessionId }).slice(0, -1)},"conversation":${of},"messages":`,
    );
    const messages = await this.#messages.newestRaw(id, MAX_MESSAGES);
    const parts = [head, messages, Buffer.from('}}')];
    return { parts, bytes: parts.reduce((sum, { byteLength }) => sum + byteLength, 0) };
  }
}

const COMMA = Buffer.from(',');
