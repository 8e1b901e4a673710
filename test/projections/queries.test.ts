import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteDocuments } from '../../src/adapters/sqlite/documents/documents.ts';
import type { Feedback } from '../../src/domain/conversation/events.ts';
import type { SourceType } from '../../src/domain/data-source/events.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import type { RawJson } from '../../src/lib/raw-json.ts';
import type { Counters } from '../../src/ports/counters.ts';
import type { Documents } from '../../src/ports/documents.ts';
import { allProjections } from '../../src/projections/all.ts';
import type { SourceStatus } from '../../src/projections/data-sources/queries.ts';
import { foldBatch } from '../../src/projections/engine/fold-batch.ts';
import type { LeadPage } from '../../src/projections/leads/queries.ts';
import type { MessagePage } from '../../src/projections/messages/queries.ts';
import { type Queries, queriesOver } from '../../src/projections/queries.ts';
import { engineUrl } from '../support/engines/engine-url.ts';
import { onEngines } from '../support/engines/engines.ts';
import { fact, recordedFrom } from '../support/events/facts.ts';
import { NOON } from '../support/fixtures.ts';
import { openFor } from '../support/stores/store-place.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let documents: Documents;
let queries: Queries;
/** Position of the next event of the test's history. */
let next: number;

const noUses: Counters = {
  increment: async () => undefined,
  read: async () => new Map(),
  close: async () => undefined,
};

beforeEach(async () => {
  documents = await openFor(openDocuments);
  for (const { collection } of allProjections) await documents.ensureCollection(collection);
  queries = queriesOver(documents, noUses);
  next = 1;
});

/** The store in which the services of this run keep their read models. */
async function openDocuments(): Promise<Documents> {
  const server = onEngines() ? engineUrl('MONGODB_URL') : null;
  if (server === null) return openSqliteDocuments({ directory: temporaryDirectory() });
  const { emptyPlaceOf } = await import('../support/engines/mongodb.ts');
  return emptyPlaceOf(server, 'documents')()();
}

/** Records the events after those before, a minute apart, and folds them into every read model as the engine does. */
async function happened(...events: readonly DomainEvent[]): Promise<void> {
  const batch = recordedFrom(next, events).map((recorded) => ({ ok: true, recorded }) as const);
  next += events.length;
  for (const projection of allProjections) {
    const { workingSet, poison } = await foldBatch(projection, batch, documents, []);
    expect(poison).toEqual([]);
    await documents.write([{ collection: projection.collection, writes: workingSet.writes() }], []);
  }
}

const created = (chatbotId: string, ownerId = 'ada') => fact('ChatbotCreated', { chatbotId, ownerId });
const added = (sourceId: string, sourceType: SourceType = 'text') => fact('DataSourceAdded', { sourceId, sourceType });
const completed = (sourceId: string) => fact('IngestionCompleted', { sourceId });

/** A source of two pages and three chunks that a run read, and then what brings it into the status. */
const sourceIn = (status: SourceStatus, sourceId: string): DomainEvent[] => {
  const again = { sourceId, generation: 2 };
  const after = {
    done: [],
    pending: [fact('IngestionRequested', again)],
    processing: [fact('IngestionRequested', again), fact('IngestionStarted', again)],
    error: [fact('IngestionFailed', again)],
  };
  return [added(sourceId), completed(sourceId), ...after[status]];
};

const started = (conversationId: string, sessionId: string, chatbotId = 'bot') =>
  fact('ConversationStarted', { conversationId, chatbotId }, { sessionId });

/** A question whose text looks like the boundary at which the store finds the raw field. */
const asked = (messageId: string, conversationId = 'talk', sessionId = 'one', chatbotId = 'bot') =>
  fact('QuestionAsked', { messageId, conversationId, chatbotId }, { sessionId, content: `,"shown":${messageId}` });

describe('A chatbot', () => {
  it.each<[string, SourceStatus[]]>([
    ['idle', []],
    ['training', ['done', 'pending']],
    ['training', ['error', 'processing']],
    ['ready', ['done', 'error']],
    ['error', ['error', 'error']],
  ])('is %s with sources that are %j', async (status, statuses) => {
    await happened(created('bot'), ...statuses.flatMap((one, n) => sourceIn(one, `s${n}`)));
    const found = await queries.chatbots.find('ada', 'bot');
    expect(found).toMatchObject({ revision: 0, chatbot: { status, pageCount: statuses.length * 2 } });
    expect(await queries.chatbots.progress('ada', 'bot')).toMatchObject({ status, chunkCount: statuses.length * 3 });
  });

  it("is nobody's but its owner's", async () => {
    await happened(created('bot'), created('other', 'eve'));
    expect(await queries.chatbots.find('eve', 'bot')).toBeNull();
    expect(await queries.chatbots.progress('eve', 'bot')).toBeNull();
    expect(await queries.chatbots.owns('eve', 'bot')).toBe(false);
    expect((await queries.chatbots.list('eve')).map(({ id }) => id)).toEqual(['other']);
  });

  it('is listed as it is found alone, with its own sources', async () => {
    const into = (chatbotId: string) => (event: DomainEvent) =>
      ({ ...event, data: { ...event.data, chatbotId } }) as DomainEvent;
    await happened(created('a'), created('b'), created('c'), created('d', 'eve'));
    await happened(...[...sourceIn('done', 'a1'), ...sourceIn('processing', 'a2')].map(into('a')));
    await happened(...sourceIn('error', 'b1').map(into('b')));
    const alone = await Promise.all(['a', 'b', 'c'].map((id) => queries.chatbots.find('ada', id)));
    expect(await queries.chatbots.list('ada')).toEqual(alone.map((found) => found?.chatbot));
    expect(alone.map((found) => found?.chatbot.status)).toEqual(['training', 'error', 'idle']);
  });
});

describe('Data sources', () => {
  it('are all found, however many', async () => {
    const many = Array.from({ length: 1203 }, (_, n) => String(n).padStart(4, '0'));
    await happened(...many.flatMap((id) => sourceIn('done', id)));
    await happened(fact('DataSourceAdded', { sourceId: 'other', chatbotId: 'other' }));
    expect(await queries.dataSources.ids('bot')).toEqual(many);
    expect(await queries.dataSources.totals('bot')).toMatchObject({ pageCount: 2406, byStatus: { done: 1203 } });
  });

  it('tell a reason only while they are in error', async () => {
    const reason = 'The document is empty';
    const failed = (sourceId: string) => fact('IngestionFailed', { sourceId, siteType: null }, { reason });
    await happened(added('a', 'url'), added('b', 'url'), failed('a'), failed('b'), completed('b'));
    expect(await queries.dataSources.find('bot', 'a')).toMatchObject({
      errorMessage: reason,
      siteType: 'unknown',
    });
    expect(await queries.dataSources.find('bot', 'b')).not.toHaveProperty('errorMessage');
    expect(await queries.dataSources.find('other', 'a')).toBeNull();
  });
});

describe('A session', () => {
  it('is alive until it expires', async () => {
    await happened(fact('SessionStarted', { sessionId: 's', expiresAt: 1000 }));
    expect(await queries.sessions.accountOf('s', 999)).toBe('ada');
    expect(await queries.sessions.accountOf('s', 1000)).toBeNull();
    expect(await queries.sessions.accountOf('unknown', 0)).toBeNull();
  });
});

describe('A widget key', () => {
  const generated = (keyId: string) => fact('WidgetKeyGenerated', { keyId, secretHash: `hash of ${keyId}` });

  it('is found by the hash of its secret while it is active', async () => {
    await happened(generated('a'), generated('b'), fact('WidgetKeyRevoked', { keyId: 'b' }));
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
    await happened(generated('a'), generated('b'));
    const used = new Map([['widget-key:b', { count: 5, lastAt: NOON }]]);
    const counted = queriesOver(documents, { ...noUses, read: async () => used });
    expect(await counted.widgetKeys.list('bot')).toMatchObject([
      { id: 'a', usageCount: 0, lastUsedAt: null },
      { id: 'b', usageCount: 5, lastUsedAt: new Date(NOON).toISOString() },
    ]);
    expect(await counted.widgetKeys.list('bot')).not.toContainEqual(
      expect.objectContaining({ secretHash: expect.anything() }),
    );
  });
});

describe('Messages', () => {
  const read = (page: RawJson<MessagePage> | null) =>
    page === null ? null : (JSON.parse(Buffer.concat(page).toString()) as MessagePage);
  const ids = (page: RawJson<MessagePage> | null) => read(page)?.messages.map(({ messageId }) => messageId);

  beforeEach(async () => {
    await happened(started('talk', 'one'), started('chat', 'two'), started('elsewhere', 'one', 'other'));
    // Positions of one, two and three digits.
    next = 9;
    await happened(asked('a'), asked('b', 'chat', 'two'), asked('foreign', 'elsewhere', 'one', 'other'));
    next = 100;
    await happened(asked('c'));
  });

  it('come in the order of the log, with the session they belong to', async () => {
    const page = await queries.messages.pageOfChatbot('bot', { limit: 10 });
    expect(read(page)?.messages.map(({ messageId, sessionId, content }) => [messageId, sessionId, content])).toEqual([
      ['a', 'one', ',"shown":a'],
      ['b', 'two', ',"shown":b'],
      ['c', 'one', ',"shown":c'],
    ]);
    expect(read(page)?.nextBefore).toBeNull();
    expect(ids(await queries.messages.pageOfSession('bot', 'one', { limit: 10 }))).toEqual(['a', 'c']);
    expect(ids(await queries.messages.pageOfSession('other', 'two', { limit: 10 }))).toEqual([]);
  });

  it('come a page at a time, the newest first of all', async () => {
    const newest = await queries.messages.pageOfChatbot('bot', { limit: 2 });
    expect([ids(newest), read(newest)?.nextBefore]).toEqual([['b', 'c'], 'b']);
    const older = await queries.messages.pageOfChatbot('bot', { limit: 2, before: 'b' });
    expect([ids(older), read(older)?.nextBefore]).toEqual([['a'], null]);
    expect(await queries.messages.pageOfChatbot('bot', { limit: 2, before: 'foreign' })).toBeNull();
    expect(await queries.messages.pageOfChatbot('bot', { limit: 2, before: 'unknown' })).toBeNull();
  });

  it('are counted by their rating', async () => {
    const rated = (messageId: string, feedback: Feedback) => fact('MessageRated', { messageId, feedback });
    await happened(rated('a', 'positive'), rated('b', 'positive'), rated('c', 'negative'));
    expect(await queries.ratings.total('bot')).toEqual({ positive: 2, negative: 1, total: 3, rate: 67 });
    expect(await queries.ratings.total('other')).toEqual({ positive: 0, negative: 0, total: 0, rate: null });
  });
});

describe('Visitors who wait for a human', () => {
  it('are counted for all chatbots of an owner in one read', async () => {
    for (const [conversationId, chatbotId] of [
      ['a', 'shop'],
      ['b', 'shop'],
      ['c', 'help'],
      ['d', 'other'],
    ] as const) {
      await happened(
        fact('ConversationStarted', { chatbotId, conversationId }),
        fact('HandoffRequested', { chatbotId, conversationId }),
      );
    }
    const reads = [vi.spyOn(documents, 'count'), vi.spyOn(documents, 'countByValue'), vi.spyOn(documents, 'find')];
    expect(Object.fromEntries(await queries.conversations.countWaiting(['shop', 'help', 'quiet']))).toEqual({
      shop: 2,
      help: 1,
    });
    expect(reads.map((read) => read.mock.calls.length)).toEqual([0, 1, 0]);
  });
});

describe('Satisfaction by day', () => {
  const DAY = 86_400_000;
  const rated = (messageId: string, feedback: Feedback | null) => fact('MessageRated', { messageId, feedback });
  const answered = (messageId: string) => fact('AnswerGiven', { messageId });
  /** History goes on at noon that many days later. */
  const daysLater = (days: number) => {
    next = 1 + days * 24 * 60;
  };

  it('counts an answer on its day and a rating on the day of its last change', async () => {
    await happened(answered('a'), rated('a', 'positive'), answered('b'), rated('b', 'positive'));
    daysLater(2);
    await happened(answered('c'), rated('b', 'negative'), rated('c', 'negative'), rated('c', null));
    const counted = await queries.ratings.daily('bot', 3, NOON + 2 * DAY);
    expect(counted).toEqual([
      { date: '2026-03-01', answers: 2, positive: 1, negative: 0 },
      { date: '2026-03-02', answers: 0, positive: 0, negative: 0 },
      { date: '2026-03-03', answers: 1, positive: 0, negative: 1 },
    ]);
    expect(await queries.ratings.daily('bot', 2, NOON + 2 * DAY)).toEqual(counted.slice(1));
    expect((await queries.ratings.daily('other', 1, NOON))[0]).toMatchObject({ answers: 0, positive: 0 });
  });

  it('keeps the counts of a conversation that was erased, not its questions', async () => {
    await happened(started('talk', 'one'), asked('question'), answered('a'), rated('a', 'negative'));
    expect((await queries.outcomes.unanswered('bot', { limit: 10 })).questions).toHaveLength(1);
    await happened(fact('ConversationErased'));
    expect(await queries.outcomes.unanswered('bot', { limit: 10 })).toEqual({
      questions: [],
      total: 0,
      nextBefore: null,
    });
    const [day] = await queries.ratings.daily('bot', 1, NOON);
    expect(day).toEqual({ date: '2026-03-01', answers: 1, positive: 0, negative: 1 });
    await happened(fact('ChatbotDeleted'));
    expect((await queries.ratings.daily('bot', 1, NOON))[0]).toMatchObject({ answers: 0, positive: 0, negative: 0 });
  });
});

describe('Leads', () => {
  const shownLeads = (page: RawJson<LeadPage> | null) =>
    page === null ? null : (JSON.parse(Buffer.concat(page).toString()) as LeadPage);
  const captured = (leadId: string, conversationId: string) => fact('LeadCaptured', { leadId, conversationId });

  it('come with the newest messages of their conversation; one whose conversation has just gone is passed over', async () => {
    await happened(started('talk', 'one'), captured('a', 'talk'), captured('b', 'gone'));
    await happened(...Array.from({ length: 230 }, (_, n) => asked(`m${n}`)));
    const page = shownLeads(await queries.leads.list('bot', { limit: 10 }));
    expect(page?.leads.map(({ id }) => id)).toEqual(['a']);
    const told = page?.leads[0]?.conversation.messages.map(({ messageId }) => messageId);
    expect([told?.length, told?.[0], told?.at(-1)]).toEqual([200, 'm30', 'm229']);
  });

  it('end a page of long conversations early, and go on from there', async () => {
    const content = 'é'.repeat(4_000);
    const talks = Array.from({ length: 10 }, (_, n) => `talk${n}`);
    for (const talk of talks) {
      const sessionId = `session of ${talk}`;
      const said = Array.from({ length: 50 }, (_, n) =>
        fact('QuestionAsked', { messageId: `${talk}-${n}`, conversationId: talk }, { sessionId, content }),
      );
      await happened(started(talk, sessionId), captured(`lead of ${talk}`, talk), ...said);
    }
    const seen: string[] = [];
    let pages = 0;
    for (let before: string | null | undefined; before !== null; pages += 1) {
      const parts = await queries.leads.list('bot', { limit: 500, before });
      expect(Buffer.concat(parts ?? []).byteLength).toBeLessThan(2.1 * 1024 * 1024);
      const page = shownLeads(parts);
      for (const { id, conversation } of page?.leads ?? []) {
        seen.push(id);
        expect(conversation.messages.map(({ content: text }) => text)).toEqual(Array(50).fill(content));
        expect(conversation.sessionId).toBe(`session of ${conversation.id}`);
      }
      before = page?.nextBefore ?? null;
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen.sort()).toEqual(talks.map((talk) => `lead of ${talk}`).sort());
  });
});

describe('A search of conversations', () => {
  const talk = (id: string, chatbotId: string, ...contents: readonly string[]): DomainEvent[] => [
    started(id, `session ${id}`, chatbotId),
    ...contents.map((content, index) =>
      fact(
        'QuestionAsked',
        { messageId: `${id} ${index}`, conversationId: id, chatbotId },
        { sessionId: `session ${id}`, content },
      ),
    ),
  ];
  const search = (words: string, more: object = {}) =>
    queries.conversations.search('bot', { search: words, limit: 50, ...more });
  const found = async (words: string, more: object = {}) =>
    (await search(words, more)).conversations.map(({ id, match }) => [id, match?.messageId]);

  it('finds the newest message with all words, in any case and without accents, newest first', async () => {
    await happened(...talk('a', 'bot', 'My RÉSUMÉ is damaged', 'And the parcel?', 'damaged resume, too'));
    await happened(...talk('b', 'bot', 'Is the parcel damaged?'), ...talk('c', 'bot', 'Résumé?'));
    expect(await found('damaged')).toEqual([
      ['b', 'b 0'],
      ['a', 'a 2'],
    ]);
    expect(await found('resume DAMAGED')).toEqual([['a', 'a 2']]);
    expect(await found('nowhere')).toEqual([]);
    expect((await search('résumé')).conversations[0]?.match).toEqual({
      ...{ messageId: 'c 0', role: 'user', excerpt: 'Résumé?', createdAt: expect.any(String) },
    });
  });

  it('takes session ids and contact details for part of each message', async () => {
    const lead = fact(
      'LeadCaptured',
      { leadId: 'lead', conversationId: 'a' },
      { name: 'Grace', email: 'g@example.com' },
    );
    await happened(...talk('a', 'bot', 'Is it damaged?'), lead, ...talk('b', 'bot', 'Is it damaged?'));
    expect(await found('grace damaged')).toEqual([['a', 'a 0']]);
    expect(await found('session example.com')).toEqual([['a', 'a 0']]);
    expect(await found('session grace nobody')).toEqual([]);
  });

  it('leaves out other chatbots, erased conversations, and those in another state', async () => {
    await happened(...talk('a', 'bot', 'damaged'), ...talk('b', 'bot', 'damaged'), ...talk('c', 'other', 'damaged'));
    await happened(fact('HandoffRequested', { conversationId: 'b' }));
    expect(await found('damaged', { handoffRequested: true })).toEqual([['b', 'b 0']]);
    expect(await found('damaged', { takenOver: true })).toEqual([]);
    await happened(fact('ConversationErased', { conversationId: 'a' }));
    expect(await found('damaged')).toEqual([['b', 'b 0']]);
  });

  it('is continued where a page ends', async () => {
    await happened(...talk('a', 'bot', 'damaged'), ...talk('b', 'bot', 'damaged'), ...talk('c', 'bot', 'damaged'));
    const first = await search('damaged', { limit: 2 });
    expect(first.conversations.map(({ id }) => id)).toEqual(['c', 'b']);
    const second = await search('damaged', { limit: 2, before: first.nextBefore });
    expect([second.conversations.map(({ id }) => id), second.nextBefore]).toEqual([['a'], null]);
  });

  it('shows a conversation once, with its newest match, however many pages there are', async () => {
    await happened(...talk('a', 'bot', 'damaged'), ...talk('b', 'bot', 'damaged'), ...talk('c', 'bot', 'damaged'));
    const more = (id: string, content: string, name: string) =>
      fact('QuestionAsked', { messageId: name, conversationId: id }, { sessionId: `session ${id}`, content });
    await happened(more('a', 'damaged, too', 'a again'));
    await happened(...Array.from({ length: 60 }, (_, at) => more('a', 'Thanks', `a thanks ${at}`)));
    await happened(more('c', 'Hello?', 'c hello'));
    const pages: (readonly [string, string | undefined])[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await search('damaged', { limit: 1, before });
      pages.push(...page.conversations.map(({ id, match }) => [id, match?.messageId] as const));
      before = page.nextBefore;
    }
    expect(pages).toEqual([
      ['a', 'a again'],
      ['c', 'c 0'],
      ['b', 'b 0'],
    ]);
  });

  it('finds what has thousands of newer messages without the words', async () => {
    await happened(...talk('b', 'bot', 'damaged'), ...talk('a', 'bot', 'damaged'));
    const thanks = (n: number) =>
      fact(
        'QuestionAsked',
        { messageId: `thanks ${n}`, conversationId: 'a' },
        { sessionId: 'session a', content: 'Hi' },
      );
    await happened(...Array.from({ length: 2_100 }, (_, n) => thanks(n)), ...talk('c', 'bot', 'damaged'));
    const ids: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await search('damaged', { limit: 1, before });
      ids.push(...page.conversations.map(({ id }) => id));
      before = page.nextBefore;
    }
    expect(ids).toEqual(['c', 'a', 'b']);
  });

  it('looks at 2,000 messages a page', async () => {
    await happened(...talk('a', 'bot', 'damaged'));
    await happened(...talk('b', 'bot', ...Array.from({ length: 2_000 }, (_, at) => `Question ${at}`)));
    const first = await search('damaged');
    expect(first.conversations).toEqual([]);
    expect(await found('damaged', { before: first.nextBefore })).toEqual([['a', 'a 0']]);
  });
});
