/** Crawls of sites that fail, grow without end, or take too long. */
import { describe, expect } from 'vitest';
import { limitReasonsOf } from '../../../../src/ports/content/document-reader.ts';
import type { CrawlReader } from '../../../../src/workers/ingestion/website/crawl-types.ts';
import { page, redirectTo, silence } from '../../../support/servers/test-site.ts';
import { test, text } from './crawl-test.ts';

describe('A page that fails', () => {
  test('is requested again when the failure may pass', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/shaky']));
    site.set('/shaky', {
      inTurn: [{ status: 503, headers: { 'retry-after': '0' } }, { body: page('Shaky', text('Shaky')) }],
    });
    expect((await crawl()).paths).toEqual(['/', '/shaky']);
    expect(site.count('/shaky')).toBe(2);
  });

  test('for good is listed with its reason, and requested once', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/gone', '/picture.png', '/data']));
    site.set('/data', { headers: { 'content-type': 'application/octet-stream' }, body: 'x' });
    const { skipped, crawlSummary } = await crawl();
    expect(skipped).toEqual({
      '/gone': 'The page was not found (status 404)',
      '/picture.png': 'Files of this kind are not read',
      '/data': 'Content of type application/octet-stream is not read',
    });
    expect(crawlSummary).toMatchObject({ attempted: 2, succeeded: 1, failed: 1, skipped: 2 });
    expect(site.count('/gone')).toBe(1);
  });
});

describe('A page without text', () => {
  test('is listed with its reason, and its links are followed', async ({ site, crawl }) => {
    site.set('/', '<title>Home</title><a href="/pictures"><img src="/a.png"></a>');
    site.set('/pictures', '<title>Pictures</title><img src="/b.png"><a href="/about"><img src="/c.png"></a>');
    site.set('/about', page('About', text('About')));
    const { paths, crawlSummary, skipped, ...result } = await crawl();
    expect([result.ok, paths]).toEqual([true, ['/about']]);
    expect(skipped).toEqual({ '/': 'No usable text was found', '/pictures': 'No usable text was found' });
    expect(crawlSummary).toMatchObject({ attempted: 1, succeeded: 1, failed: 0, skipped: 2 });
  });
});

const noindex = '<meta name="robots" content="noindex"><title>Hidden</title>';

describe('A crawl gives up', () => {
  test('a site of pages without text when there are very many', async ({ site, crawl }) => {
    const links = Array.from({ length: 300 }, (_, index) => `/p${index}`);
    site.set('/', page('Home', text('Home'), links));
    for (const link of links) site.set(link, '<title>Empty</title>');
    const { crawlSummary, skipped } = await crawl({ maxPages: 10 });
    expect(crawlSummary).toMatchObject({ attempted: 1, skipped: 300 });
    expect(skipped['/p299']).toBe('Too many pages of the site cannot be read');
  });

  test.for([
    ['ask not to be indexed', 'The page asks not to be indexed (noindex)', noindex],
    ['are the same', 'The same page as', page('Same', text('Same'))],
    ['are of a type that is not read', 'Content of type', { headers: { 'content-type': 'video/mp4' }, body: 'x' }],
  ] as const)('a site of very many pages that %s', async ([, reason, answer], { site, crawl }) => {
    const links = Array.from({ length: 400 }, (_, index) => `/p${index}`);
    site.set('/', page('Home', text('Home'), links));
    for (const link of links) site.set(link, answer);
    const { skipped } = await crawl({ maxPages: 10 });
    expect(skipped['/p100']).toContain(reason);
    expect(skipped['/p399']).toBe('Too many pages of the site cannot be read');
    expect(site.requests.length).toBeLessThan(250);
  });

  test.for([
    { maxPages: 50, tried: 20 },
    { maxPages: 1_000, tried: 40 },
  ])(
    'a site of pages that take as long to read as they may, of which $tried of $maxPages are tried',
    async ({ maxPages, tried }, { site, reader, crawl }) => {
      const links = Array.from({ length: 60 }, (_, index) => `/p${index}`);
      site.set('/', page('Home', text('Home'), links));
      for (const link of links) site.set(link, page('Slow', text('Slow')));
      const slow = { ok: false, reason: limitReasonsOf('page').time } as const;
      const readPage: CrawlReader['readPage'] = (asked) =>
        asked.url.includes('/p') ? Promise.resolve(slow) : reader.readPage(asked);
      const readFile: CrawlReader['readFile'] = (file) => reader.readFile(file);
      const { ok, skipped, crawlSummary } = await crawl({ maxPages }, { reader: { readPage, readFile } });
      expect([ok, skipped['/p0'], skipped['/p59']]).toEqual([
        true,
        'The page takes too long to read',
        'Too many pages of the site take too long to read',
      ]);
      expect(crawlSummary.failed).toBeGreaterThanOrEqual(tried);
      expect(crawlSummary.failed).toBeLessThan(tried + 10);
    },
  );

  test('a site of redirects, each of which costs its server a request', async ({ site, crawl }) => {
    const links = Array.from({ length: 200 }, (_, index) => `/p${index}`);
    site.set('/', page('Home', text('Home'), links));
    for (const link of links) {
      for (let hop = 0; hop < 9; hop += 1)
        site.set(hop === 0 ? link : `${link}/${hop}`, redirectTo(`${link}/${hop + 1}`));
      site.set(`${link}/9`, page('Same', text('Same')));
    }
    const { skipped } = await crawl({ maxPages: 10 });
    expect(skipped['/p199']).toBe('Too many pages of the site cannot be read');
    expect(site.requests.length).toBeLessThan(250);
  });

  test('a site of nothing but long links, which the journal would hold', async ({ site, crawl }) => {
    site.setOthers((request, response) => {
      const links = Array.from({ length: 500 }, (_, index) => `${request.url}x/${index}${'l'.repeat(900)}`);
      response.end(
        `<meta name="robots" content="noindex"><title>x</title>${links.map((link) => `<a href="${link}">x</a>`).join('')}`,
      );
    });
    site.set('/robots.txt', { status: 404 });
    site.set('/sitemap.xml', { status: 404 });
    const { crawlSummary } = await crawl({ maxPages: 3 });
    expect(new Set(crawlSummary.skippedUrls.map(({ reason }) => reason))).toContain(
      'The pages of the site hold too many links',
    );
    expect(site.requests.length).toBeLessThan(10);
  });

  test('a site that stops answering', async ({ site, crawl }) => {
    const links = Array.from({ length: 80 }, (_, index) => `/p${index}`);
    site.set('/', page('Home', text('Home'), links));
    for (const link of links) site.set(link, { status: 503, headers: { 'retry-after': '600' } });
    const { paths, crawlSummary, skipped } = await crawl();
    expect(paths).toEqual(['/']);
    expect(crawlSummary.failed).toBeLessThan(30);
    expect(crawlSummary.failed + crawlSummary.skipped).toBe(80);
    expect(skipped['/p79']).toBe('The site stopped answering');
  });

  test('a site whose pages are not there only when there are very many', async ({ site, crawl }) => {
    const links = Array.from({ length: 300 }, (_, index) => `/p${index}`);
    site.set('/', page('Home', text('Home'), [...links, '/last']));
    site.set('/p60', page('Sixty', text('Sixty')));
    const { paths, crawlSummary } = await crawl({ maxPages: 10 });
    expect(paths).toEqual(['/', '/p60']);
    expect(crawlSummary.attempted).toBeLessThan(150);
    expect(crawlSummary.failed + crawlSummary.skipped).toBe(300);
  });
});

describe('An address', () => {
  test('that repeats itself is not requested', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/a/b/a/b/a/b/a/b/']));
    expect((await crawl()).skipped['/a/b/a/b/a/b/a/b/']).toBe('The address repeats itself');
  });

  test('that is nested too deeply is not requested', async ({ site, crawl }) => {
    const deep = `/${Array.from({ length: 25 }, (_, n) => `d${n}`).join('/')}`;
    site.set('/', page('Home', text('Home'), [deep]));
    expect((await crawl()).skipped[deep]).toBe('The address is nested too deeply');
    expect(site.count(deep)).toBe(0);
  });

  test('with filters is requested in 50 combinations, with one number in any', async ({ site, crawl }) => {
    const filters = Array.from({ length: 120 }, (_, n) => `/list?color=${n}&size=${n % 3}&sort=${n % 2}`);
    const plain = Array.from({ length: 120 }, (_, n) => `/item?id=${n}`);
    site.set('/', page('Home', text('Home'), [...filters, ...plain]));
    const { skipped } = await crawl({ maxPages: 500 });
    const requested = (path: string) => site.requests.filter((one) => one.startsWith(path)).length;
    expect([requested('/list'), requested('/item')]).toEqual([50, 120]);
    expect(skipped['/list?color=119&size=2&sort=1']).toBe('The address is one of too many variants of one page');
  });
});

describe('When the time of a crawl is over', () => {
  const over = 'The time for reading the site was over';
  /** Enough for three pages on a busy machine. Each test waits for its end. */
  const maxDurationMs = 3_000;

  test('it keeps the pages that were read, and lists all others', async ({ site, crawl }) => {
    const later = Array.from({ length: 6 }, (_, index) => `/later${index}`);
    site.set('/', page('Home', text('Home'), ['/a', '/slow', '/b', ...later]));
    for (const path of ['/a', '/b']) site.set(path, page(path, text(path)));
    for (const path of ['/slow', ...later]) site.set(path, silence);
    const result = await crawl({ maxDurationMs });
    expect(result.ok).toBe(true);
    expect(result.paths).toEqual(['/', '/a', '/b']);
    expect(result.skipped).toEqual(Object.fromEntries(['/slow', ...later].map((path) => [path, over])));
    expect(result.crawlSummary).toMatchObject({ attempted: 3, succeeded: 3, failed: 0, skipped: 7 });
    expect(site.count('/later5')).toBe(0);
  });

  test('before its sitemaps are found, it keeps the first page', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/a']));
    site.set('/sitemap.xml', silence);
    const result = await crawl({ maxDurationMs });
    expect(result.ok).toBe(true);
    expect(result.paths).toEqual(['/']);
    expect(result.skipped).toEqual({ '/sitemap.xml': over, '/a': over });
  });

  test('before any page was read, it fails with that reason', async ({ site, crawl }) => {
    site.set('/', silence);
    expect(await crawl({ maxDurationMs: 300 })).toMatchObject({ ok: false, reason: over, pages: [] });
  });
});
