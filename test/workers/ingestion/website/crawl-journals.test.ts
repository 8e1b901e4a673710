/** Crawls that are cut off and go on, and crawls of sites that were read before, over real stores and a real server. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openFileBlobs } from '../../../../src/adapters/files/blobs.ts';
import { openSqliteDocuments } from '../../../../src/adapters/sqlite/documents/documents.ts';
import { SafeWeb } from '../../../../src/adapters/web/safe-web.ts';
import type { Blobs } from '../../../../src/ports/blobs.ts';
import type { Documents } from '../../../../src/ports/documents.ts';
import { parsePosition } from '../../../../src/ports/event-log.ts';
import type { SourceRun } from '../../../../src/projections/data-sources/source-run.ts';
import { READING_VERSION } from '../../../../src/reading/html/reading-version.ts';
import { ThreadedReader } from '../../../../src/reading/threads/threaded-reader.ts';
import type { ReadDocument } from '../../../../src/text/document.ts';
import { CrawlJournals } from '../../../../src/workers/ingestion/website/crawl-journals.ts';
import type { CrawlResult } from '../../../../src/workers/ingestion/website/crawl-types.ts';
import { crawlWebsite } from '../../../../src/workers/ingestion/website/crawl-website.ts';
import { idOf } from '../../../support/fixtures.ts';
import { page, sendIfChanged, startTestSite, type TestSite } from '../../../support/servers/test-site.ts';
import { openFor } from '../../../support/stores/store-place.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

let reader: ThreadedReader;
let site: TestSite;
let web: SafeWeb;
let documents: Documents;
let blobs: Blobs;
let journals: CrawlJournals;

beforeAll(() => {
  reader = new ThreadedReader({ threads: 2 });
});
afterAll(() => reader.close());

beforeEach(async () => {
  site = await startTestSite();
  onTestFinished(() => site.close());
  web = new SafeWeb({ userAgent: 'test', allowHosts: [site.host], now: Date.now });
  onTestFinished(() => web.close());
  const directory = temporaryDirectory();
  documents = await openFor(() => openSqliteDocuments({ directory }));
  blobs = await openFor(() => openFileBlobs({ directory: `${directory}/blobs` }));
  journals = new CrawlJournals({ documents, blobs });
});

const run = (generation = 1): SourceRun => ({
  chatbotId: idOf('chatbot'),
  sourceId: idOf('source'),
  generation,
  position: parsePosition(String(100 + generation)),
});

interface Crawled {
  readonly result: CrawlResult | null;
  readonly pages: readonly ReadDocument[];
}

/** Cuts the crawl off after so many pages. The next attempt may run on another node or after a restart. */
async function crawl(
  of: SourceRun,
  { after = Number.POSITIVE_INFINITY, by = journals, maxPages = 500 } = {},
): Promise<Crawled> {
  const pages: ReadDocument[] = [];
  const killing = new AbortController();
  const [journal, pageCache] = await Promise.all([by.openJournal(of), by.openPageCache(of)]);
  const crawling = crawlWebsite(
    {
      url: `${site.url}/`,
      recursive: true,
      maxPages,
      delayMs: 0,
      signal: killing.signal,
      onPage: async (one) => {
        pages.push(one);
        if (pages.length < after) return;
        killing.abort(new Error('cut off'));
        // The pages in flight may be the last ones: the crawl must not end before it notices.
        killing.signal.throwIfAborted();
      },
    },
    { web, reader, journal, pageCache },
  );
  if (after === Number.POSITIVE_INFINITY) return { result: await crawling, pages };
  await expect(crawling).rejects.toThrow('cut off');
  return { result: null, pages };
}

const text = (topic: string) => `${topic}: everything that can be said about it fills this paragraph. `.repeat(6);

/** Pages that link to two more each; some send on, are forbidden, missing or the same as others. Some only the sitemap knows. */
function serveSite(pages: number): void {
  site.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret' });
  site.set('/', page('Home', text('Home'), ['/p1', '/p2', '/missing', '/moved', '/secret', '/copy']));
  site.set('/moved', { status: 301, headers: { location: '/p1' } });
  site.set('/copy', page('Page 1', text('Page 1')));
  for (let n = 1; n <= pages; n += 1) {
    site.set(
      `/p${n}`,
      page(`Page ${n}`, text(`Page ${n}`), n <= pages / 2 - 1 ? [`/p${2 * n + 1}`, `/p${2 * n + 2}`] : []),
    );
  }
  const orphans = Array.from({ length: 5 }, (_, n) => `<url><loc>${site.url}/p${pages - n}</loc></url>`);
  site.set('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${orphans.join('')}</urlset>`,
  });
}

const requestsOfPages = () => site.requests.filter((path) => path !== '/robots.txt');

describe('a crawl that was cut off', () => {
  test.each([1, 2, 7, 12, 19])(
    'after %i pages goes on, asks for no page again, and ends as if nothing had been',
    async (after) => {
      serveSite(20);
      const whole = await crawl(run());
      const asked = requestsOfPages().toSorted();
      (site.requests as string[]).length = 0;
      await journals.deleteRun(run());

      const first = await crawl(run(), { after });
      const elsewhere = new CrawlJournals({ documents, blobs });
      const second = await crawl(run(), { by: elsewhere });
      expect(second).toEqual(whole);
      expect(second.pages.slice(0, first.pages.length)).toEqual(first.pages);
      // Pages in flight when the crawl was cut off, at most four.
      const times = Map.groupBy(requestsOfPages(), (path) => path);
      expect([...times.keys()].toSorted()).toEqual([...new Set(asked)].toSorted());
      expect(requestsOfPages().length - asked.length).toBeLessThanOrEqual(4);
    },
  );

  test('again and again, also during its replay, gives the same result', async () => {
    serveSite(20);
    const whole = await crawl(run());
    await journals.deleteRun(run());
    for (const after of [3, 6, 6, 11, 17]) await crawl(run(), { after });
    expect(await crawl(run())).toEqual(whole);
  });

  test('replays its journal up to the first step that the crawl would take differently', async () => {
    serveSite(20);
    await crawl(run(), { after: 10 });
    const { result, pages } = await crawl(run(), { maxPages: 5 });
    expect(pages).toHaveLength(5);
    expect(result?.crawlSummary.succeeded).toBe(5);
  });

  test('begins again when its journal is lost', async () => {
    serveSite(20);
    const whole = await crawl(run());
    await blobs.deleteScope(idOf('chatbot'));
    expect(await crawl(run())).toEqual(whole);
  });

  test('leaves no journal when its run, source or chatbot is deleted', async () => {
    serveSite(20);
    for (const forget of [
      () => journals.deleteRun(run()),
      () => journals.deleteSource(run().sourceId, run().position),
      () => journals.deleteChatbot(run().chatbotId, run().position),
    ]) {
      await crawl(run(), { after: 10 });
      await forget();
      const before = site.count('/p1');
      await crawl(run(), { after: 3 });
      expect(site.count('/p1')).toBe(before + 1);
      await journals.deleteRun(run());
    }
  });
});

describe('a site that was read before', () => {
  test('is asked by conditional requests, and unchanged pages are neither sent nor read again', async () => {
    serveSite(20);
    const versions = new Map(['/', '/p1', '/p2'].map((path) => [path, '"1"']));
    let sent = 0;
    for (const path of versions.keys()) {
      site.set(path, (request, response) => {
        const etag = versions.get(path) ?? '';
        const links = path === '/' ? ['/p1', '/p2'] : ['/p3', '/p4'];
        const body = page(`${path} ${etag}`, text(`${path} ${etag}`), links);
        if (sendIfChanged(request, response, { etag, body })) sent += 1;
      });
    }
    const first = await crawl(run(1));
    expect(sent).toBe(3);
    versions.set('/p2', '"2"');
    const second = await crawl(run(2));
    expect(sent).toBe(4);
    expect(second.pages.map(({ title }) => title)).toEqual(
      first.pages.map(({ title }) => title.replace('/p2 "1"', '/p2 "2"')),
    );
    expect(second.pages.filter(({ title }) => !title.includes('p2'))).toEqual(
      first.pages.filter(({ title }) => !title.includes('p2')),
    );
  });

  test('is compared with its last run alone, which is kept from run to run', async () => {
    const home = { etag: '"1"', body: page('Home', text('Home')) };
    site.set('/', (request, response) => void sendIfChanged(request, response, home));
    const first = await crawl(run(1));
    for (const generation of [2, 3, 4]) {
      expect((await crawl(run(generation))).pages).toEqual(first.pages);
      expect(site.headersOf('/')?.['if-none-match']).toBe('"1"');
      await journals.deleteRunsBefore(run(generation));
    }
  });

  test('is asked for whole once pages are read differently, and then as before', async () => {
    const home = { etag: '"1"', body: page('Home', text('Home')) };
    site.set('/', (request, response) => void sendIfChanged(request, response, home));
    await crawl(run(1));
    const by = new CrawlJournals({ documents, blobs }, READING_VERSION + 1);
    const asked = async (generation: number) => {
      const { pages } = await crawl(run(generation), { by });
      expect(pages).toHaveLength(1);
      return site.headersOf('/')?.['if-none-match'];
    };
    expect(await asked(2)).toBeUndefined();
    expect(await asked(3)).toBe('"1"');
  });

  test('is read anew by a crawl that goes on after an upgrade, which leaves its own journal to the next', async () => {
    const home = { etag: '"1"', body: page('Home', text('Home')) };
    site.set('/', (request, response) => void sendIfChanged(request, response, home));
    await crawl(run(1));
    const by = new CrawlJournals({ documents, blobs }, READING_VERSION + 1);
    await crawl(run(1), { by });
    expect(site.headersOf('/')?.['if-none-match']).toBeUndefined();
    expect(await by.countSteps(run(1))).toBeGreaterThan(0);
    await crawl(run(2), { by });
    expect(site.headersOf('/')?.['if-none-match']).toBe('"1"');
  });

  test('is asked for whole where a server says "not modified" of what is no longer kept', async () => {
    site.set('/', (request, response) => {
      const isSame = request.headers['if-none-match'] !== undefined;
      response.writeHead(isSame ? 304 : 200, { etag: '"1"', 'content-type': 'text/html' });
      response.end(isSame ? '' : page('Home', text('Home')));
    });
    await crawl(run(1));
    const journal = await journals.openJournal(run(2));
    const pageCache = await journals.openPageCache(run(2));
    await blobs.deleteScope(idOf('chatbot'));
    const pages: ReadDocument[] = [];
    const request = { url: `${site.url}/`, recursive: false, maxPages: 5, delayMs: 0 };
    const signal = new AbortController().signal;
    const onPage = async (one: ReadDocument) => void pages.push(one);
    expect(await crawlWebsite({ ...request, signal, onPage }, { web, reader, journal, pageCache })).toMatchObject({
      ok: true,
    });
    expect(pages).toHaveLength(1);
  });
});
