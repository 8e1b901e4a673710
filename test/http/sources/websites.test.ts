/** Websites as sources: refreshed for as little as possible, watched while they are read, gone when deleted. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import type { Models } from '../../../src/composition/models/models.ts';
import { searchGeneration } from '../../../src/domain/data-source/events.ts';
import type { Embedder } from '../../../src/ports/models.ts';
import type { ChatbotProgress } from '../../../src/projections/chatbots/queries.ts';
import type { DataSource } from '../../../src/projections/data-sources/queries.ts';
import type { SkippedUrlPage } from '../../../src/projections/data-sources/skipped-urls.ts';
import { ScriptedModel } from '../../support/http/scripted-models.ts';
import { type Owner, TestService } from '../../support/http/service.ts';
import { page, sendIfChanged, startTestSite, type TestSite } from '../../support/servers/test-site.ts';

const text = (topic: string) => `${topic}: everything that can be said about it fills this paragraph. `.repeat(6);

/** Counts the texts that are sent to the model. */
function countingModels(): Models & { readonly embedded: string[] } {
  const embedded: string[] = [];
  const offline = createOfflineEmbedder();
  const embedder: Embedder = {
    id: offline.id,
    dimensions: offline.dimensions,
    kind: 'model',
    embed(texts, signal) {
      embedded.push(...texts);
      return offline.embed(texts, signal);
    },
  };
  return { ...new ScriptedModel().models, embedder, embedded };
}

/** One site for each test, because the allowed hosts are fixed at the start of the service. */
const SITES = 10;
const sites: TestSite[] = [];
const models = countingModels();
let service: TestService;
beforeAll(async () => {
  while (sites.length < SITES) sites.push(await startTestSite());
  const hosts = sites.map(({ host }) => host).join(',');
  service = await TestService.start({ CRAWL_ALLOW_HOSTS: hosts, CRAWL_DELAY_MS: '0' }, { models });
});
afterAll(() => service.stop());

interface Setting {
  readonly site: TestSite;
  readonly owner: Owner;
  readonly chatbotId: string;
  readonly add: () => Promise<string>;
  readonly source: () => Promise<DataSource>;
  readonly progress: () => Promise<ChatbotProgress>;
}

async function newSetting(): Promise<Setting> {
  const site = sites.pop();
  if (site === undefined) throw new Error('There are more tests than sites');
  onTestFinished(() => site.close());
  models.embedded.length = 0;
  const owner = await service.owner();
  const { id: chatbotId } = await owner.chatbot();
  const at = `/chatbots/${chatbotId}/datasources`;
  return {
    site,
    owner,
    chatbotId,
    async add() {
      const body = { type: 'url', sourceUrl: `${site.url}/`, isRecursive: true };
      return (await owner.call<{ dataSource: DataSource }>('POST', at, { body })).data.dataSource.id;
    },
    async source() {
      const [source] = (await owner.call<{ dataSources: DataSource[] }>('GET', at)).data.dataSources;
      if (source === undefined) throw new Error('There is no source');
      return source;
    },
    progress: async () => (await owner.call<ChatbotProgress>('GET', `/chatbots/${chatbotId}/status`)).data,
  };
}

describe('A website that is read', () => {
  it('was updated when its status changed: when reading it began, and when it was done', async () => {
    const asked = Promise.withResolvers<void>();
    const more = Promise.withResolvers<void>();
    const { site, owner, chatbotId, add, source } = await newSetting();
    site.set('/', async (_request, response) => {
      asked.resolve();
      await more.promise;
      response.setHeader('content-type', 'text/html').end(page('Home', text('Bees')));
    });
    await add();
    await asked.promise;
    await expect.poll(async () => (await source()).status).toBe('processing');
    const reading = await source();
    const finishing = Date.now();
    more.resolve();
    await owner.trained(chatbotId);
    const read = await source();
    expect(read.status).toBe('done');
    expect(Date.parse(reading.updatedAt)).toBeLessThanOrEqual(finishing);
    expect(Date.parse(read.updatedAt)).toBeGreaterThanOrEqual(finishing);
    expect(read.createdAt).toBe(reading.createdAt);
  });

  it('lists its pages with their addresses, also while it cannot be read again, until it is deleted', async () => {
    const { site, owner, chatbotId, add, source } = await newSetting();
    site.set('/', page('Home', text('Bees'), ['/tea', '/empty']));
    site.set('/tea', page('Tea', text('Tea').repeat(9)));
    site.set('/empty', '<title>Empty</title>');
    const at = `/chatbots/${chatbotId}/datasources/${await add()}`;
    await owner.trained(chatbotId);
    const { chunkCount: all, updatedAt: readAt, pageCount, crawlSummary } = await source();
    const withoutText = { url: `${site.url}/empty`, reason: 'No usable text was found' };
    expect([pageCount, crawlSummary.succeeded, crawlSummary.skippedUrls]).toEqual([2, 2, [withoutText]]);
    site.set('/', { status: 500 });
    await owner.call('POST', `${at}/refresh`);
    await owner.trained(chatbotId);
    const pages = [{ title: 'Home', url: `${site.url}/`, chunkCount: 1 }];
    pages.push({ title: 'Tea', url: `${site.url}/tea`, chunkCount: all - 1 });
    expect((await owner.call('GET', `${at}/pages`)).data).toEqual({ pages, readAt, nextAfter: null });
    await owner.call('DELETE', at);
    expect(await owner.call('GET', `${at}/pages`)).toMatchObject({ status: 404, message: 'Data source not found' });
  });
});

describe('A website with very many pages that are not read', () => {
  const archives = (count: number) => Array.from({ length: count }, (_, number) => `/files/${number}.zip`);
  const home = (count: number) => page('Home', text('Bees'), archives(count));

  it('tells every one of them, a page at a time, until it is deleted', async () => {
    const { site, owner, chatbotId, add, source } = await newSetting();
    site.set('/', home(1_234));
    const id = await add();
    await owner.trained(chatbotId);
    const { crawlSummary } = await source();
    expect([crawlSummary.skipped, crawlSummary.skippedUrls.length]).toEqual([1_234, 200]);

    const at = `/chatbots/${chatbotId}/datasources/${id}/skipped`;
    const read = (query = '') => owner.call<SkippedUrlPage>('GET', `${at}${query}`);
    const all: string[] = [];
    for (let after: string | null = '0'; after !== null; ) {
      const { data }: { data: SkippedUrlPage } = await read(`?limit=500&after=${after}`);
      all.push(...data.skippedUrls.map(({ url }) => url));
      after = data.nextAfter;
    }
    expect(all).toEqual(archives(1_234).map((path) => `${site.url}${path}`));
    const first = await read();
    expect([first.data.skippedUrls, first.data.nextAfter]).toEqual([crawlSummary.skippedUrls, '200']);
    const refused = await read('?after=x');
    expect([refused.status, refused.details?.[0]?.path]).toEqual([400, 'after']);

    // The next run skips fewer than a source lists by itself.
    site.set('/', home(3));
    await owner.call('POST', `/chatbots/${chatbotId}/recrawl`);
    await owner.trained(chatbotId);
    const fewer = (await read()).data;
    expect([fewer.skippedUrls, fewer.nextAfter]).toEqual([(await source()).crawlSummary.skippedUrls, null]);
    expect(fewer.skippedUrls).toHaveLength(3);
    expect((await read('?after=3')).data).toEqual({ skippedUrls: [], nextAfter: null });

    await owner.call('DELETE', `/chatbots/${chatbotId}/datasources/${id}`);
    expect(await read()).toMatchObject({ status: 404, message: 'Data source not found' });
  });

  it('tells them of a crawl that failed, too', async () => {
    const links = archives(250)
      .map((path) => `<a href="${path}"></a>`)
      .join('');
    const { site, owner, chatbotId, add, source } = await newSetting();
    site.set('/', `<html><body>${links}</body></html>`);
    const id = await add();
    await owner.trained(chatbotId);
    expect((await source()).status).toBe('error');
    const { data } = await owner.call<SkippedUrlPage>(
      'GET',
      `/chatbots/${chatbotId}/datasources/${id}/skipped?after=200`,
    );
    expect(data.skippedUrls.at(-1)?.url).toBe(`${site.url}/files/249.zip`);
  });
});

describe('A website that is refreshed', () => {
  it('costs nothing for pages that did not change, and an embedding for each passage that did', async () => {
    const { site, owner, chatbotId, add, source } = await newSetting();
    const topics = new Map(['', 'a', 'b', 'c'].map((name) => [`/${name}`, `Topic ${name || 'home'}`]));
    let sent = 0;
    for (const path of topics.keys()) {
      site.set(path, (request, response) => {
        const topic = topics.get(path) ?? '';
        const body = page(topic, text(topic), path === '/' ? ['/a', '/b', '/c'] : []);
        if (sendIfChanged(request, response, { etag: JSON.stringify(topic), body })) sent += 1;
      });
    }
    await add();
    await owner.trained(chatbotId);
    expect(await source()).toMatchObject({ status: 'done', pageCount: 4, chunkCount: 4 });
    expect([models.embedded.length, sent]).toEqual([4, 4]);

    const refresh = () => owner.call<{ sources: number }>('POST', `/chatbots/${chatbotId}/recrawl`);
    expect((await refresh()).data).toMatchObject({ sources: 1 });
    await owner.trained(chatbotId);
    expect(await source()).toMatchObject({ status: 'done', pageCount: 4, chunkCount: 4 });
    expect([models.embedded.length, sent]).toEqual([4, 4]);

    topics.set('/b', 'Opening hours');
    await refresh();
    await owner.trained(chatbotId);
    expect([models.embedded.length, sent]).toEqual([5, 5]);
    expect(models.embedded.at(-1)).toContain('Opening hours');
    const chat = await owner.call<{ sources: { title: string }[] }>('POST', `/chatbots/${chatbotId}/chat`, {
      body: { message: 'What are your opening hours?' },
    });
    expect(chat.data.sources[0]?.title).toBe('Opening hours');
  });

  it('keeps what it said while that fails, and compares with it again when it is back', async () => {
    let isUp = true;
    const { site, owner, chatbotId, add, source } = await newSetting();
    site.set('/', (request, response) => {
      if (isUp) sendIfChanged(request, response, { etag: '"1"', body: page('Hours', text('Nine to five')) });
      else response.writeHead(404).end();
    });
    const id = await add();
    await owner.trained(chatbotId);
    const refresh = async () => {
      await owner.call('POST', `/chatbots/${chatbotId}/datasources/${id}/refresh`);
      await owner.trained(chatbotId);
    };
    isUp = false;
    await refresh();
    expect(await source()).toMatchObject({
      status: 'error',
      errorMessage: 'The page was not found (status 404)',
      pageCount: 1,
      chunkCount: 1,
    });
    isUp = true;
    await refresh();
    expect(await source()).toMatchObject({ status: 'done', pageCount: 1, chunkCount: 1 });
    expect(site.headersOf('/')?.['if-none-match']).toBe('"1"');
    expect(models.embedded).toHaveLength(1);
  });
});

describe('A website that is being read', () => {
  /** The last page waits until it is told to go on. */
  function makeSlow(site: TestSite) {
    const going = Promise.withResolvers<void>();
    const links = Array.from({ length: 70 }, (_, n) => `/p${n}`);
    site.set('/', page('Home', text('Home'), [...links, '/last']));
    for (const link of links) site.set(link, page(`Page ${link}`, text(`Page ${link}`)));
    site.set('/last', (_request, response) => {
      void going.promise.then(() => response.end(page('Last', text('Last'))));
    });
    return { goOn: () => going.resolve() };
  }

  it('shows in its status how many pages and passages there are so far', async () => {
    const { site, owner, chatbotId, add, source, progress } = await newSetting();
    const { goOn } = makeSlow(site);
    await add();
    // The links of the first page fill a passage of their own.
    const soFar = { status: 'training', pageCount: 71, chunkCount: 72 };
    await vi.waitFor(async () => expect(await progress()).toMatchObject(soFar), { timeout: 15_000, interval: 50 });
    expect(await source()).toMatchObject({
      status: 'processing',
      pageCount: 71,
      chunkCount: 72,
      crawlSummary: { attempted: 71, succeeded: 71, failed: 0 },
    });
    goOn();
    await owner.trained(chatbotId);
    expect(await progress()).toMatchObject({ status: 'ready', pageCount: 72, chunkCount: 73 });
  });

  const DELETIONS: readonly [string, (owner: Owner, chatbotId: string, sourceId: string) => Promise<unknown>][] = [
    ['alone', (owner, chatbotId, id) => owner.call('DELETE', `/chatbots/${chatbotId}/datasources/${id}`)],
    ['with its chatbot', (owner, chatbotId) => owner.call('DELETE', `/chatbots/${chatbotId}`)],
    ['with its account', (owner) => owner.call('DELETE', '/auth/me', { body: { password: 'correct horse' } })],
  ];

  it.each(DELETIONS)('and deleted meanwhile, %s, is not read on, and nothing of it is kept', async (_how, remove) => {
    const { site, owner, chatbotId, add } = await newSetting();
    makeSlow(site);
    const unanswered = Array.from({ length: 20 }, (_, n) => `/q${n}`);
    const asked = Promise.withResolvers<ServerResponse>();
    for (const path of unanswered) site.set(path, (_request, response) => asked.resolve(response));
    site.set('/last', page('Last', text('Last'), unanswered));
    const id = await add();
    const abandoned = once(await asked.promise, 'close');
    const { searchIndex } = service.running.stores;
    const passages = () => searchIndex.countPassages(chatbotId, searchGeneration(id, 1));
    await expect.poll(passages, { timeout: 15_000 }).toBeGreaterThan(0);
    await remove(owner, chatbotId, id);
    await abandoned;
    // A run that goes on would read the other unanswered pages, each until its time limit.
    await expect
      .poll(async () => (await service.call('GET', '/metrics')).text, { timeout: 15_000 })
      .toContain('chatledger_work_items_running{group="ingestion"} 0');
    expect(site.requests).not.toContain(unanswered.at(-1));
    await expect.poll(passages).toBe(0);
  });
});
