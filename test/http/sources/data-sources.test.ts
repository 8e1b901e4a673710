import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DataSource } from '../../../src/projections/data-sources/queries.ts';
import { type Owner, TestService } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';
import { startTestSite } from '../../support/servers/test-site.ts';

const service = sharedService();
let owner: Owner;
let chatbotId: string;
beforeAll(async () => {
  owner = await service().owner();
  chatbotId = (await owner.chatbot()).id;
});

type One = { dataSource: DataSource };
const add = (body: unknown, to = chatbotId) => owner.call<One>('POST', `/chatbots/${to}/datasources`, { body });
const list = async (of = chatbotId) =>
  (await owner.call<{ dataSources: DataSource[] }>('GET', `/chatbots/${of}/datasources`)).data.dataSources;

describe('A data source', () => {
  it('shows all its fields as soon as it was added', async () => {
    const { status, data } = await add({ type: 'text', title: 'Hours', content: 'We are open.', isRecursive: true });
    expect(status).toBe(201);
    const { id, createdAt } = data.dataSource;
    const crawlSummary = { attempted: 0, succeeded: 0, failed: 0, skipped: 0, skippedUrls: [] };
    expect(data.dataSource).toEqual({
      id,
      chatbotId,
      type: 'text',
      sourceUrl: null,
      title: 'Hours',
      isRecursive: false,
      fileName: null,
      status: 'pending',
      pageCount: 0,
      chunkCount: 0,
      siteType: null,
      sitemapUrl: null,
      sparseContent: false,
      crawlSummary,
      createdAt,
      updatedAt: createdAt,
    });
    await owner.trained(chatbotId);
    const read = (await list()).find((source) => source.id === id);
    expect(read).toMatchObject({ status: 'done', pageCount: 1, chunkCount: 1 });
    expect(read).not.toHaveProperty('errorMessage');
  });

  it('is refused beyond five thousand of a chatbot, until one is deleted', async () => {
    const { id } = await owner.chatbot();
    const { dataSources } = service().running.application.queries;
    const count = dataSources.count.bind(dataSources);
    const others = vi.spyOn(dataSources, 'count').mockImplementation(async (of) => 4_999 + (await count(of)));
    onTestFinished(() => others.mockRestore());
    const text = { type: 'text', title: 'Hours', content: 'We are open.' };
    const { status, data } = await add(text, id);
    expect(status).toBe(201);
    const form = new FormData();
    form.set('file', new File(['We are open.'], 'hours.txt', { type: 'text/plain' }));
    const file = () => owner.call('POST', `/chatbots/${id}/datasources/file`, { body: form });
    for (const refused of [await add(text, id), await file()])
      expect([refused.status, refused.message]).toEqual([409, 'Data source limit reached']);
    await owner.call('DELETE', `/chatbots/${id}/datasources/${data.dataSource.id}`);
    expect((await file()).status).toBe(201);
  });

  it('that is a website keeps its address and whether links are followed', async () => {
    const { data } = await add({ type: 'url', sourceUrl: 'http://127.0.0.1:1/a', isRecursive: true });
    expect(data.dataSource).toMatchObject({
      type: 'url',
      sourceUrl: 'http://127.0.0.1:1/a',
      isRecursive: true,
      siteType: 'unknown',
      title: null,
    });
    const single = await add({ type: 'url', sourceUrl: 'http://127.0.0.1:1/b', title: 'dropped', content: 'dropped' });
    expect(single.data.dataSource).toMatchObject({ isRecursive: false, title: null });
    await owner.trained(chatbotId);
  });

  it.each(['http://127.0.0.1:1/', 'http://[::1]/', 'http://0x7f000001/', 'ftp://example.com/a', 'file:///etc/passwd'])(
    'at an address that may not be read ends in an error that says so: %s',
    async (sourceUrl) => {
      const { data } = await add({ type: 'url', sourceUrl });
      await owner.trained(chatbotId);
      const read = (await list()).find((source) => source.id === data.dataSource.id);
      expect(read).toMatchObject({ status: 'error', errorMessage: 'URL is not allowed' });
      expect(read?.crawlSummary).toMatchObject({
        skippedUrls: [{ url: sourceUrl.replace('0x7f000001', '127.0.0.1'), reason: 'URL is not allowed' }],
      });
    },
  );

  it.each([
    ['no type', {}, '/type'],
    ['a type of its own', { type: 'rss', sourceUrl: 'https://example.com' }, '/type'],
    ['the type of an upload', { type: 'file' }, '/type'],
    ['a website without address', { type: 'url' }, '/sourceUrl'],
    ['a website with an empty address', { type: 'url', sourceUrl: '' }, '/sourceUrl'],
    ['a website with a relative address', { type: 'url', sourceUrl: '/help' }, '/sourceUrl'],
    [
      'a website with an endless address',
      { type: 'url', sourceUrl: `https://a.example/${'a'.repeat(2000)}` },
      '/sourceUrl',
    ],
    ['a website with an address that is no text', { type: 'url', sourceUrl: ['https://example.com'] }, '/sourceUrl'],
    [
      'a website that is recursive in words',
      { type: 'url', sourceUrl: 'https://a.example', isRecursive: 'yes' },
      '/isRecursive',
    ],
    ['a video without address', { type: 'youtube' }, '/sourceUrl'],
    ['a video elsewhere', { type: 'youtube', sourceUrl: 'https://vimeo.com/76979871' }, '/sourceUrl'],
    [
      'a list of videos',
      { type: 'youtube', sourceUrl: 'https://www.youtube.com/playlist?list=PLabcdef' },
      '/sourceUrl',
    ],
    ['a video that is no address', { type: 'youtube', sourceUrl: 'dQw4w9WgXcQ' }, '/sourceUrl'],
    ['a text without title', { type: 'text', content: 'text' }, '/title'],
    ['a text with a long title', { type: 'text', title: 'x'.repeat(201), content: 'text' }, '/title'],
    ['a text without content', { type: 'text', title: 'Hours' }, '/content'],
    ['a text without any', { type: 'text', title: 'Hours', content: ' \n ' }, '/content'],
    ['a text that is no text', { type: 'text', title: 'Hours', content: 1 }, '/content'],
  ])('is refused, and nothing stored: %s', async (_what, body, path) => {
    const { id } = await owner.chatbot();
    const answer = await add(body, id);
    expect([answer.status, answer.code, answer.details?.map((detail) => detail.path)]).toEqual([
      400,
      'VALIDATION_FAILED',
      [path],
    ]);
    expect(await list(id)).toEqual([]);
  });
});

describe('Refreshing', () => {
  it('reads a website again; what it said before stands while that fails', async () => {
    const site = await startTestSite({ '/': '<title>Hours</title><p>We are open from nine to five on all days.</p>' });
    const crawling = await TestService.start({ CRAWL_ALLOW_HOSTS: site.host, CRAWL_DELAY_MS: '0' });
    try {
      const reader = await crawling.owner();
      const { id } = await reader.chatbot();
      const body = { type: 'url', sourceUrl: `${site.url}/` };
      const added = await reader.call<One>('POST', `/chatbots/${id}/datasources`, { body });
      await reader.trained(id);
      const at = `/chatbots/${id}/datasources`;
      const now = async () => (await reader.call<{ dataSources: DataSource[] }>('GET', at)).data.dataSources[0];
      expect(await now()).toMatchObject({ status: 'done', chunkCount: 1, siteType: 'static' });
      await site.close();
      const refreshed = await reader.call<One>('POST', `${at}/${added.data.dataSource.id}/refresh`);
      expect([refreshed.status, refreshed.data.dataSource.id]).toEqual([202, added.data.dataSource.id]);
      await reader.trained(id);
      expect(await now()).toMatchObject({ status: 'error', chunkCount: 1, errorMessage: expect.stringMatching(/./) });
      const chat = await reader.call<{ response: string }>('POST', `/chatbots/${id}/chat`, {
        body: { message: 'When open?' },
      });
      expect(chat.data.response).toContain('nine to five');
    } finally {
      await crawling.stop();
    }
  });

  it('is refused for a text', async () => {
    const { id } = await owner.chatbot();
    const sourceId = await owner.text(id, 'Hours', 'We are open.');
    const answer = await owner.call('POST', `/chatbots/${id}/datasources/${sourceId}/refresh`);
    expect([answer.status, answer.message]).toEqual([400, 'Only websites and YouTube videos can be refreshed']);
  });

  it('of what is not there is 404', async () => {
    for (const id of [crypto.randomUUID(), 'nonsense']) {
      const answer = await owner.call('POST', `/chatbots/${chatbotId}/datasources/${id}/refresh`);
      expect([answer.status, answer.message]).toEqual([404, 'Data source not found']);
    }
  });
});

describe('Deleting a source', () => {
  it('takes it out of every answer that follows', async () => {
    const { id } = await owner.chatbot();
    const ask = async () =>
      (
        await owner.call<{ response: string }>('POST', `/chatbots/${id}/chat`, {
          body: { message: 'When are you open?' },
        })
      ).data.response;
    const sourceId = await owner.text(id, 'Hours', 'We are open from nine to five.');
    expect(await ask()).toContain('nine to five');
    const deleted = await owner.call('DELETE', `/chatbots/${id}/datasources/${sourceId}`);
    expect([deleted.status, deleted.data]).toEqual([200, { message: 'Data source deleted' }]);
    expect(await ask()).not.toContain('nine to five');
    expect(await list(id)).toEqual([]);
    const again = await owner.call('DELETE', `/chatbots/${id}/datasources/${sourceId}`);
    expect([again.status, again.message]).toEqual([404, 'Data source not found']);
  });
});

describe('The limit on reading sources', () => {
  it('is shared by adding, uploading, refreshing and recrawling, and is each account’s own', async () => {
    const limited = await TestService.start({ INGESTION_RATE_LIMIT: '4/3600' });
    try {
      const busy = await limited.owner();
      const { id } = await busy.chatbot();
      const at = `/chatbots/${id}`;
      const form = new FormData();
      form.append('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
      const text = { type: 'text', title: 'a', content: 'b' };
      const answers = [
        await busy.call('POST', `${at}/datasources`, { body: text }),
        await busy.call('POST', `${at}/datasources/file`, { body: form }),
        await busy.call('POST', `${at}/datasources/${crypto.randomUUID()}/refresh`),
        await busy.call('POST', `${at}/recrawl`),
        await busy.call('POST', `${at}/datasources`, { body: text }),
        await busy.call('POST', `${at}/datasources/file`, { body: form }),
        await busy.call('POST', `${at}/datasources/${crypto.randomUUID()}/refresh`),
        await busy.call('POST', `${at}/recrawl`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 404, 202, 429, 429, 429, 429]);
      expect(answers[4]?.message).toBe('Too many requests, please try again later');
      expect(Number(answers[4]?.headers.get('retry-after'))).toBeGreaterThan(3500);
      const other = await limited.owner();
      const theirs = await other.chatbot();
      expect((await other.call('POST', `/chatbots/${theirs.id}/recrawl`)).status).toBe(202);
    } finally {
      await limited.stop();
    }
  });
});
