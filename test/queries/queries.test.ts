import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteDocuments } from '../../src/adapters/sqlite/documents/documents.ts';
import { DEFAULT_CONFIGURATION } from '../../src/domain/chatbot/configuration.ts';
import type { Counters } from '../../src/ports/counters.ts';
import type { Documents } from '../../src/ports/documents.ts';
import type { JsonObject, Position } from '../../src/ports/event-log.ts';
import { allProjections } from '../../src/projections/all.ts';
import { chatbots } from '../../src/projections/chatbots.ts';
import { conversations } from '../../src/projections/conversations.ts';
import { dataSources } from '../../src/projections/data-sources.ts';
import { leads } from '../../src/projections/leads.ts';
import { messages } from '../../src/projections/messages.ts';
import type { Projection } from '../../src/projections/projection.ts';
import { ratings } from '../../src/projections/ratings.ts';
import { sessions } from '../../src/projections/sessions.ts';
import { widgetKeys } from '../../src/projections/widget-keys.ts';
import type { MessagePage } from '../../src/queries/messages.ts';
import { type Queries, queriesOver } from '../../src/queries/queries.ts';
import type { JsonParts } from '../../src/runtime/json-parts.ts';
import { engineUrl } from '../support/engine-url.ts';
import { onEngines } from '../support/engines.ts';
import { openFor } from '../support/store-place.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const AT = '2026-03-01T12:00:00.000Z';
let documents: Documents;
let queries: Queries;

const noUses: Counters = { add: async () => undefined, read: async () => new Map(), close: async () => undefined };

beforeEach(async () => {
  documents = await openFor(openDocuments);
  for (const { collection } of allProjections) await documents.prepare(collection);
  queries = queriesOver(documents, noUses);
});

/** Where the services of this run keep their read models. */
async function openDocuments(): Promise<Documents> {
  const server = onEngines() ? engineUrl('MONGODB_URL') : null;
  if (server === null) return openSqliteDocuments({ directory: temporaryDirectory() });
  const { emptyPlaceOf } = await import('../support/mongodb.ts');
  return emptyPlaceOf(server, 'documents')()();
}

async function known({ collection }: Projection, all: Readonly<Record<string, JsonObject>>): Promise<void> {
  const writes = Object.entries(all).map(([id, document]) => {
    return { kind: 'put', id, document, position: 1n as Position } as const;
  });
  await documents.write([{ collection, writes }], []);
}

const chatbot = (id: string, ownerId = 'ada'): JsonObject => {
  const configuration = DEFAULT_CONFIGURATION as unknown as JsonObject;
  return { id, publicId: `${id}-public`, ownerId, configuration, revision: 3, createdAt: AT, updatedAt: AT };
};

const source = (id: string, more: JsonObject = {}): JsonObject => ({
  ...{ id, chatbotId: 'bot', ownerId: 'ada', type: 'text', sourceUrl: null, title: 'Hours', isRecursive: false },
  ...{ fileName: null, contentHash: null, contentType: null, status: 'done', errorMessage: null },
  ...{ pageCount: 2, chunkCount: 3, siteType: null, sitemapUrl: null, sparseContent: false, crawl: null },
  ...{ skippedUrls: [], activeGeneration: null, manifestHash: null, createdAt: AT, updatedAt: AT },
  ...more,
});

const message = (id: string, order: number, conversationId = 'talk', more: JsonObject = {}): JsonObject => ({
  ...{ chatbotId: 'bot', conversationId, order: String(order).padStart(19, '0'), ...more },
  shown: {
    ...{
      messageId: id,
      sessionId: conversationId === 'talk' ? 'one' : 'two',
      conversationId,
      role: 'user',
      content: `,"shown":${id}`,
      sources: [],
      suggestions: [],
    },
    ...{ feedback: null, createdAt: AT },
  },
});

const conversation = (id: string, sessionId: string, chatbotId = 'bot'): JsonObject => {
  return { id, chatbotId, sessionId, messageCount: 1, startedAt: AT, lastMessageAt: AT };
};

describe('A chatbot', () => {
  it.each([
    ['idle', []],
    ['training', ['done', 'pending']],
    ['training', ['error', 'processing']],
    ['ready', ['done', 'error']],
    ['error', ['error', 'error']],
  ])('is %s with sources that are %j', async (status, statuses) => {
    await known(chatbots, { bot: chatbot('bot') });
    await known(dataSources, Object.fromEntries(statuses.map((one, n) => [`s${n}`, source(`s${n}`, { status: one })])));
    const found = await queries.chatbots.find('ada', 'bot');
    expect(found).toMatchObject({ revision: 3, chatbot: { status, pageCount: statuses.length * 2 } });
    expect(await queries.chatbots.progress('ada', 'bot')).toMatchObject({ status, chunkCount: statuses.length * 3 });
  });

  it("is nobody's but its owner's", async () => {
    await known(chatbots, { bot: chatbot('bot'), other: chatbot('other', 'eve') });
    expect(await queries.chatbots.find('eve', 'bot')).toBeNull();
    expect(await queries.chatbots.progress('eve', 'bot')).toBeNull();
    expect(await queries.chatbots.owns('eve', 'bot')).toBe(false);
    expect((await queries.chatbots.list('eve')).map(({ id }) => id)).toEqual(['other']);
  });
});

describe('Data sources', () => {
  it('are all found, however many', async () => {
    const many = Array.from({ length: 1203 }, (_, n) => String(n).padStart(4, '0'));
    await known(dataSources, Object.fromEntries(many.map((id) => [id, source(id)])));
    await known(dataSources, { other: source('other', { chatbotId: 'other' }) });
    expect(await queries.dataSources.ids('bot')).toEqual(many);
    expect(await queries.dataSources.totals('bot')).toMatchObject({ pageCount: 2406, byStatus: { done: 1203 } });
  });

  it('tell a reason only while they are in error', async () => {
    const failed = { status: 'error', errorMessage: 'The document is empty', type: 'url' };
    await known(dataSources, { a: source('a', failed), b: source('b', { errorMessage: 'long gone' }) });
    expect(await queries.dataSources.find('bot', 'a')).toMatchObject({
      errorMessage: failed.errorMessage,
      siteType: 'unknown',
    });
    expect(await queries.dataSources.find('bot', 'b')).not.toHaveProperty('errorMessage');
    expect(await queries.dataSources.find('other', 'a')).toBeNull();
  });
});

describe('A session', () => {
  it('is alive until it expires', async () => {
    await known(sessions, { s: { accountId: 'ada', expiresAt: 1000 } });
    expect(await queries.sessions.accountOf('s', 999)).toBe('ada');
    expect(await queries.sessions.accountOf('s', 1000)).toBeNull();
    expect(await queries.sessions.accountOf('unknown', 0)).toBeNull();
  });
});

describe('A widget key', () => {
  const key = (id: string, isActive: boolean): JsonObject => ({
    ...{ id, chatbotId: 'bot', ownerId: 'ada', secretHash: `hash of ${id}`, keyPrefix: 'cwk_', label: 'Shop' },
    ...{ allowedDomains: ['*'], isActive, createdAt: AT },
  });

  it('is found by the hash of its secret while it is active', async () => {
    await known(widgetKeys, { a: key('a', true), b: key('b', false) });
    expect(await queries.widgetKeys.activeBySecretHash('hash of a')).toEqual({
      id: 'a',
      ownerId: 'ada',
      chatbotId: 'bot',
      allowedDomains: ['*'],
    });
    expect(await queries.widgetKeys.activeBySecretHash('hash of b')).toBeNull();
    expect(await queries.widgetKeys.activeBySecretHash('hash of c')).toBeNull();
  });

  it('shows how it was used', async () => {
    await known(widgetKeys, { a: key('a', true), b: key('b', true) });
    const used = new Map([['widget-key:b', { count: 5, lastAt: Date.parse(AT) }]]);
    const counted = queriesOver(documents, { ...noUses, read: async () => used });
    expect(await counted.widgetKeys.list('bot')).toMatchObject([
      { id: 'a', usageCount: 0, lastUsedAt: null },
      { id: 'b', usageCount: 5, lastUsedAt: AT },
    ]);
    expect(await counted.widgetKeys.list('bot')).not.toContainEqual(
      expect.objectContaining({ secretHash: expect.anything() }),
    );
  });
});

describe('Messages', () => {
  const read = (page: JsonParts<MessagePage> | null) =>
    page === null ? null : (JSON.parse(Buffer.concat(page).toString()) as MessagePage);
  const ids = (page: JsonParts<MessagePage> | null) => read(page)?.messages.map(({ messageId }) => messageId);

  beforeEach(async () => {
    await known(conversations, { talk: conversation('talk', 'one'), chat: conversation('chat', 'two') });
    await known(messages, {
      a: message('a', 9),
      b: message('b', 10, 'chat'),
      c: message('c', 100),
      foreign: message('foreign', 50, 'elsewhere', { chatbotId: 'other' }),
    });
  });

  it('come in the order of the log, with the session they belong to', async () => {
    const page = await queries.messages.ofChatbot('bot', { limit: 10 });
    expect(read(page)?.messages.map(({ messageId, sessionId, content }) => [messageId, sessionId, content])).toEqual([
      ['a', 'one', ',"shown":a'],
      ['b', 'two', ',"shown":b'],
      ['c', 'one', ',"shown":c'],
    ]);
    expect(read(page)?.nextBefore).toBeNull();
    expect(ids(await queries.messages.ofSession('bot', 'one', { limit: 10 }))).toEqual(['a', 'c']);
    expect(ids(await queries.messages.ofSession('other', 'one', { limit: 10 }))).toEqual([]);
  });

  it('come a page at a time, the newest first of all', async () => {
    const newest = await queries.messages.ofChatbot('bot', { limit: 2 });
    expect([ids(newest), read(newest)?.nextBefore]).toEqual([['b', 'c'], 'b']);
    const older = await queries.messages.ofChatbot('bot', { limit: 2, before: 'b' });
    expect([ids(older), read(older)?.nextBefore]).toEqual([['a'], null]);
    expect(await queries.messages.ofChatbot('bot', { limit: 2, before: 'foreign' })).toBeNull();
    expect(await queries.messages.ofChatbot('bot', { limit: 2, before: 'unknown' })).toBeNull();
  });

  it('are counted by their rating', async () => {
    const rating = (feedback: string): JsonObject => ({ chatbotId: 'bot', feedback });
    await known(ratings, { a: rating('positive'), b: rating('positive'), c: rating('negative') });
    expect(await queries.messages.satisfaction('bot')).toEqual({ positive: 2, negative: 1, total: 3, rate: 67 });
    expect(await queries.messages.satisfaction('other')).toEqual({ positive: 0, negative: 0, total: 0, rate: null });
  });
});

describe('Leads', () => {
  it('come with the newest messages of their conversation; one whose conversation has just gone is passed over', async () => {
    const lead = (id: string, conversationId: string): JsonObject => {
      return { id, chatbotId: 'bot', conversationId, name: 'Eve', email: null, phone: null, capturedAt: AT };
    };
    await known(conversations, { talk: conversation('talk', 'one') });
    const many = Array.from({ length: 230 }, (_, n) => [`m${n}`, message(`m${n}`, n)] as const);
    await known(messages, Object.fromEntries(many));
    await known(leads, { a: lead('a', 'talk'), b: lead('b', 'gone') });
    const page = await queries.leads.list('bot', { limit: 10 });
    expect(page?.leads.map(({ id }) => id)).toEqual(['a']);
    const told = page?.leads[0]?.conversation.messages.map(({ messageId }) => messageId);
    expect([told?.length, told?.[0], told?.at(-1)]).toEqual([200, 'm30', 'm229']);
  });
});
