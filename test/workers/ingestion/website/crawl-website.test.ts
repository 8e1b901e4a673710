import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SafeWeb } from '../../../../src/adapters/web/safe-web.ts';
import type { PageRenderer } from '../../../../src/ports/content/page-renderer.ts';
import type { Web } from '../../../../src/ports/content/web.ts';
import { ThreadedReader } from '../../../../src/reading/threads/threaded-reader.ts';
import { documentText, type ReadDocument } from '../../../../src/text/document.ts';
import type { CrawlRequest, CrawlResult, CrawlTools } from '../../../../src/workers/ingestion/website/crawl-types.ts';
import { crawlWebsite } from '../../../../src/workers/ingestion/website/crawl-website.ts';
import {
  gzipped,
  page,
  redirectTo,
  silence,
  startTestSite,
  type TestSite,
} from '../../../support/servers/test-site.ts';

let reader: ThreadedReader;
let site: TestSite;
let web: SafeWeb;

beforeAll(() => {
  reader = new ThreadedReader({ threads: 2 });
});
afterAll(() => reader.close());

beforeEach(async () => {
  site = await startTestSite();
  web = new SafeWeb({ userAgent: 'ChatledgerBot/1.0 (+https://chat.example)', allowHosts: [site.host], now: Date.now });
});
afterEach(async () => {
  await web.close();
  await site.close();
});

type Crawled = CrawlResult & { readonly pages: readonly ReadDocument[] };

async function crawl(more: Partial<CrawlRequest> = {}, tools: Partial<CrawlTools> = {}): Promise<Crawled> {
  const pages: ReadDocument[] = [];
  const request: CrawlRequest = {
    url: `${site.url}/`,
    recursive: true,
    maxPages: 50,
    delayMs: 0,
    signal: new AbortController().signal,
    onPage: async (one) => void pages.push(one),
  };
  const result = await crawlWebsite({ ...request, ...more }, { web, reader, ...tools });
  return { ...result, pages };
}

const text = (topic: string) => `${topic}: everything that can be said about it fills this paragraph. `.repeat(6);
const paths = (result: Crawled) => result.pages.map((one) => (one.url ?? '').slice(site.url.length));
const skipped = (result: CrawlResult) =>
  Object.fromEntries(result.crawlSummary.skippedUrls.map(({ url, reason }) => [url.slice(site.url.length), reason]));

/** A site of three levels. */
function threeLevels(): void {
  site.set('/', page('Home', text('Home'), ['/a', '/b', 'https://elsewhere.example/']));
  site.set('/a', page('A', text('Anvils'), ['/a/deep', '/', '/b#part']));
  site.set('/b', page('B', text('Bells'), ['/a?utm_source=mail', '/b/deep/']));
  site.set('/a/deep', page('Deep A', text('Deep anvils')));
  site.set('/b/deep/', page('Deep B', text('Deep bells')));
}

describe('a recursive crawl', () => {
  test('reads all pages of the host, breadth first, each once', async () => {
    threeLevels();
    const result = await crawl();
    expect(result.ok).toBe(true);
    expect(paths(result)).toEqual(['/', '/a', '/b', '/a/deep', '/b/deep/']);
    expect(result.pages[1]).toMatchObject({ title: 'A', language: 'en', url: `${site.url}/a` });
    expect(result.crawlSummary).toEqual({ attempted: 5, succeeded: 5, failed: 0, skipped: 0, skippedUrls: [] });
    expect(result).toMatchObject({ siteType: 'static', sitemapUrl: null, sparseContent: false });
    expect(new Set(site.requests).size).toBe(site.requests.length);
  });

  test('tells how far it has come', async () => {
    threeLevels();
    const progress: number[] = [];
    await crawl({ onProgress: ({ succeeded }) => progress.push(succeeded) });
    expect(progress).toEqual([1, 2, 3, 4, 5]);
  });

  test('stops at the limit and says what it left out', async () => {
    threeLevels();
    const result = await crawl({ maxPages: 2 });
    expect(paths(result)).toEqual(['/', '/a']);
    expect(skipped(result)).toEqual({
      '/b': 'The limit of 2 pages was reached',
      '/a/deep': 'The limit of 2 pages was reached',
    });
    expect(result.crawlSummary.skipped).toBe(2);
  });

  test('adds the pages of sitemaps: an index, packed ones, those that robots.txt names', async () => {
    site.set('/', page('Home', text('Home')));
    site.set('/robots.txt', { body: `Sitemap: ${site.url}/index.xml`, headers: { 'content-type': 'text/plain' } });
    const xml = { 'content-type': 'application/xml' };
    const urlset = (...found: string[]) =>
      `<?xml version="1.0"?><urlset>${found.map((one) => `<url><loc>${site.url}${one}</loc></url>`).join('\n')}</urlset>`;
    site.set('/index.xml', {
      headers: xml,
      body: `<sitemapindex><sitemap><loc>${site.url}/one.xml</loc></sitemap><sitemap><loc>${site.url}/two.xml.gz</loc></sitemap><sitemap><loc>${site.url}/gone.xml</loc></sitemap></sitemapindex>`,
    });
    site.set('/one.xml', { headers: xml, body: `${urlset('/p1', '/p2?a=1&amp;b=2')}<broken` });
    site.set('/two.xml.gz', { headers: { 'content-type': 'application/gzip' }, body: gzipSync(urlset('/p3')) });
    site.set('/sitemap.xml', {
      headers: xml,
      body: urlset('/p4', '/p1').replace('</urlset>', '<url><loc>http://other.example/x</loc></url></urlset>'),
    });
    for (const path of ['/p1', '/p2?a=1&b=2', '/p3', '/p4']) site.set(path, page(path, text(path)));
    const result = await crawl();
    expect(paths(result).toSorted()).toEqual(['/', '/p1', '/p2?a=1&b=2', '/p3', '/p4']);
    expect(result.sitemapUrl).toBe(`${site.url}/index.xml`);
    expect(result.crawlSummary.skippedUrls).toEqual([
      { url: 'http://other.example/x', reason: 'It is on another host' },
    ]);
  });

  test('keeps out of what robots.txt forbids, and says so', async () => {
    threeLevels();
    site.set('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /\n\nUser-agent: ChatledgerBot\nDisallow: /a\nAllow: /a/deep',
    });
    const result = await crawl();
    expect(paths(result)).toEqual(['/', '/b', '/b/deep/']);
    expect(skipped(result)).toEqual({ '/a': 'robots.txt does not allow it to be read' });
    expect(site.count('/a')).toBe(0);
  });

  test('keeps out of a path that begins with two slashes when everything is forbidden', async () => {
    site.set('/', { body: page('Home', text('Home'), [`${site.url}//a/secret`]) });
    site.set('//a/secret', { body: page('Secret', text('Secret')) });
    site.set('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /\nAllow: /$',
    });
    const result = await crawl();
    expect(paths(result)).toEqual(['/']);
    expect(site.count('//a/secret')).toBe(0);
  });

  test('heeds the rules for its product token, with whatever follows the token', async () => {
    threeLevels();
    site.set('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: ChatledgerBot/2.0 (beta)\nDisallow: /a\n\nUser-agent: ChatledgerBotnet\nDisallow: /b',
    });
    expect(paths(await crawl())).toEqual(['/', '/b', '/b/deep/']);
  });

  test('reads nothing when robots.txt answers with a server error', async () => {
    threeLevels();
    site.set('/robots.txt', { status: 503, headers: { 'retry-after': '0' } });
    const result = await crawl();
    expect(result).toMatchObject({
      ok: false,
      reason: 'robots.txt could not be read: The server had an error (status 503)',
      siteType: 'unknown',
      pages: [],
    });
    expect(site.count('/')).toBe(0);
  });

  test('folds addresses of the same page: canonical ones, and the same content', async () => {
    const product = (title: string) =>
      page(title, text('Product')).replace('<head>', `<head><link rel="canonical" href="/product">`);
    site.set('/', page('Home', text('Home'), ['/product?sort=up', '/product?sort=down', '/copy', '/copy-of-copy']));
    site.set('/product?sort=up', product('Product, sorted up'));
    site.set('/product?sort=down', product('Product, sorted down'));
    site.set('/copy', page('Copy', text('Copied')));
    site.set('/copy-of-copy', page('Copy', text('Copied')));
    const result = await crawl();
    expect(paths(result)).toEqual(['/', '/product', '/copy']);
    expect(skipped(result)).toEqual({
      '/product?sort=down': `The same page as ${site.url}/product`,
      '/copy-of-copy': `The same page as ${site.url}/copy`,
    });
  });

  test('does not believe a canonical address that makes all pages one', async () => {
    const home = (title: string, links: string[] = []) =>
      page(title, text(title), links).replace('<head>', '<head><link rel="canonical" href="/">');
    site.set('/', home('Home', ['/a', '/b']));
    site.set('/a', home('A'));
    site.set('/b', home('B'));
    expect(paths(await crawl())).toEqual(['/', '/a', '/b']);
  });

  test('follows redirects within the host and reads their target once', async () => {
    site.set('/', page('Home', text('Home'), ['/old', '/new', '/away', '/moved']));
    site.set('/old', redirectTo('/new', 301));
    site.set('/moved', redirectTo('/target'));
    site.set('/target', page('Target', text('Target')));
    site.set('/new', page('New', text('New')));
    site.set('/away', redirectTo('https://elsewhere.example/'));
    const result = await crawl();
    expect(paths(result)).toEqual(['/', '/new', '/target']);
    expect(skipped(result)).toEqual({
      '/old': `It redirects to ${site.url}/new, which is read on its own`,
      '/away': 'It redirects to another host',
    });
  });

  test('goes on where the first page sends it, also to another host', async () => {
    const other = await startTestSite({ '/': page('Home', text('Home'), ['/a']), '/a': page('A', text('A')) });
    site.set('/', redirectTo(`${other.url}/`));
    await web.close();
    web = new SafeWeb({ userAgent: 'test', allowHosts: [site.host, other.host], now: Date.now });
    const result = await crawl();
    expect(result.pages.map((one) => one.url)).toEqual([`${other.url}/`, `${other.url}/a`]);
    expect(other.count('/robots.txt')).toBe(1);
    await other.close();
  });

  test('tries again what may pass, and lists what fails with its reason', async () => {
    site.set('/', page('Home', text('Home'), ['/shaky', '/gone', '/picture.png', '/data']));
    site.set('/shaky', {
      inTurn: [{ status: 503, headers: { 'retry-after': '0' } }, { body: page('Shaky', text('Shaky')) }],
    });
    site.set('/data', { headers: { 'content-type': 'application/octet-stream' }, body: 'x' });
    const result = await crawl();
    expect(paths(result)).toEqual(['/', '/shaky']);
    expect(site.count('/shaky')).toBe(2);
    expect(site.count('/gone')).toBe(1);
    expect(skipped(result)).toEqual({
      '/gone': 'The page was not found (status 404)',
      '/picture.png': 'Files of this kind are not read',
      '/data': 'Content of type application/octet-stream is not read',
    });
    expect(result.crawlSummary).toMatchObject({ attempted: 3, succeeded: 2, failed: 1, skipped: 2 });
  });

  test('reads documents that pages link to', async () => {
    site.set('/', page('Home', text('Home'), ['/prices.csv']));
    site.set('/prices.csv', { headers: { 'content-type': 'text/csv' }, body: 'name,price\nanvil,99\n' });
    const result = await crawl();
    expect(result.pages[1]).toMatchObject({ title: 'prices', url: `${site.url}/prices.csv` });
    expect(result.pages[1]?.blocks).toEqual([{ kind: 'table', header: 'name | price', rows: ['anvil | 99'] }]);
  });

  test.each([
    ['that is set', 60, '', 0],
    ['that robots.txt asks for', 0, 'User-agent: *\nCrawl-delay: 0.06', 1],
  ])('leaves the delay %s between two requests to the host', async (_which, delayMs, robots, from) => {
    threeLevels();
    site.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: robots });
    const starts: number[] = [];
    const timed: Web = {
      fetchPage: (url, options) => {
        starts.push(performance.now());
        return web.fetchPage(url, options);
      },
      close: () => web.close(),
    };
    await crawl({ delayMs }, { web: timed });
    // Every gap is the pacer's to keep (host-pacer.test.ts). Here a busy machine tells the time late: each counts from the first.
    const [first = 0, ...others] = starts;
    expect(others).toHaveLength(6);
    for (const [index, start] of others.entries()) {
      expect(start - first).toBeGreaterThan(60 * (index + 1 - from) - 5);
    }
  });

  test('gives up a site that stops answering', async () => {
    const links = Array.from({ length: 80 }, (_, index) => `/p${index}`);
    site.set('/', page('Home', text('Home'), links));
    for (const link of links) site.set(link, { status: 503, headers: { 'retry-after': '600' } });
    const result = await crawl();
    expect(paths(result)).toEqual(['/']);
    expect(result.crawlSummary.failed).toBeLessThan(30);
    expect(result.crawlSummary.failed + result.crawlSummary.skipped).toBe(80);
    expect(skipped(result)['/p79']).toBe('The site stopped answering');
  });

  test('does not give up for pages that are not there, until there are very many', async () => {
    const links = Array.from({ length: 300 }, (_, index) => `/p${index}`);
    site.set('/', page('Home', text('Home'), [...links, '/last']));
    site.set('/p60', page('Sixty', text('Sixty')));
    const result = await crawl({ maxPages: 10 });
    expect(paths(result)).toEqual(['/', '/p60']);
    expect(result.crawlSummary.attempted).toBeLessThan(150);
    expect(result.crawlSummary.failed + result.crawlSummary.skipped).toBe(300);
  });

  test('does not follow addresses that grow without end', async () => {
    site.set('/', page('Home', text('Home'), ['/a/b/a/b/a/b/a/b/']));
    const result = await crawl();
    expect(skipped(result)['/a/b/a/b/a/b/a/b/']).toBe('The address repeats itself');
  });

  test('keeps what it has read when its time is over, whatever is still under way, and says what was not read', async () => {
    const later = Array.from({ length: 6 }, (_, index) => `/later${index}`);
    site.set('/', page('Home', text('Home'), ['/a', '/slow', '/b', ...later]));
    for (const path of ['/a', '/b']) site.set(path, page(path, text(path)));
    for (const path of ['/slow', ...later]) site.set(path, silence);
    const result = await crawl({ maxDurationMs: 1_000 });
    expect(result.ok).toBe(true);
    expect(paths(result)).toEqual(['/', '/a', '/b']);
    const over = 'The time for reading the site was over';
    expect(skipped(result)).toEqual(Object.fromEntries(['/slow', ...later].map((path) => [path, over])));
    expect(result.crawlSummary).toMatchObject({ attempted: 3, succeeded: 3, failed: 0, skipped: 7 });
    expect(site.count('/later5')).toBe(0);
  });

  test('keeps the first page when its time is over while it looks for sitemaps', async () => {
    site.set('/', page('Home', text('Home'), ['/a']));
    site.set('/sitemap.xml', silence);
    const result = await crawl({ maxDurationMs: 1_000 });
    expect(result.ok).toBe(true);
    expect(paths(result)).toEqual(['/']);
    const over = 'The time for reading the site was over';
    expect(skipped(result)).toEqual({ '/sitemap.xml': over, '/a': over });
  });

  test('says so when its time is over before anything was read', async () => {
    site.set('/', silence);
    const reason = 'The time for reading the site was over';
    expect(await crawl({ maxDurationMs: 300 })).toMatchObject({ ok: false, reason, pages: [] });
  });

  test('ends with its signal', async () => {
    threeLevels();
    const controller = new AbortController();
    const stopped = crawl({ signal: controller.signal, onProgress: () => controller.abort(new Error('stopped')) });
    await expect(stopped).rejects.toThrow('stopped');
  });
});

describe('a crawl that is not recursive', () => {
  test('reads the one page, links and sitemaps left aside', async () => {
    threeLevels();
    const result = await crawl({ recursive: false });
    expect(paths(result)).toEqual(['/']);
    expect(site.requests.toSorted()).toEqual(['/', '/robots.txt']);
    expect(result.crawlSummary).toEqual({ attempted: 1, succeeded: 1, failed: 0, skipped: 0, skippedUrls: [] });
  });

  test('says why the page cannot be read', async () => {
    const result = await crawl({ recursive: false, url: `${site.url}/none` });
    expect(result).toMatchObject({ ok: false, reason: 'The page was not found (status 404)', siteType: 'unknown' });
    expect(result.crawlSummary).toMatchObject({ attempted: 1, failed: 1 });
  });

  test.each([
    ['nonsense', 'This is not a web address'],
    ['', 'This is not a web address'],
    ['ftp://example.com/', 'URL is not allowed'],
    ['file:///etc/passwd', 'URL is not allowed'],
    ['javascript:alert(1)', 'URL is not allowed'],
    ['http://127.0.0.1:1/', 'URL is not allowed'],
    ['http://[::127.0.0.1]/', 'URL is not allowed'],
    ['http://169.254.169.254/latest/meta-data/', 'URL is not allowed'],
  ])('refuses %s', async (url, reason) => {
    for (const recursive of [false, true]) {
      const result = await crawl({ recursive, url });
      expect(result).toMatchObject({ ok: false, reason });
      expect(result.crawlSummary).toMatchObject({
        attempted: 0,
        skipped: 1,
        skippedUrls: [{ url: URL.parse(url)?.href ?? url, reason }],
      });
    }
  });

  test('refuses a page that redirects to an address that is not public', async () => {
    site.set('/', redirectTo('http://127.0.0.1:1/'));
    expect(await crawl({ recursive: false })).toMatchObject({ ok: false, reason: 'URL is not allowed' });
  });
});

describe('a site', () => {
  test.each([
    ['nextjs', '<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{}</script></body>'],
    ['nuxt', '<body><div id="__nuxt"></div><script src="/_nuxt/entry.js"></script></body>'],
    ['spa', '<body><div id="root"></div><script type="module" src="/main.js"></script></body>'],
  ])('written by scripts is found out as %s, and as sparse', async (siteType, body) => {
    site.set(
      '/',
      `<!doctype html><html><head><title>App</title><meta name="description" content="What it does."></head>${body}</html>`,
    );
    const result = await crawl();
    expect(result).toMatchObject({ ok: true, siteType, sparseContent: true });
    expect(result.pages.map(documentText)).toEqual(['What it does.']);
  });

  test('that packs its pages is read as well', async () => {
    site.set('/', gzipped(page('Packed', text('Packed'))));
    expect((await crawl()).pages[0]?.title).toBe('Packed');
  });

  test('in an old charset is read right', async () => {
    site.set('/', {
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(
        '<html><head><meta charset="iso-8859-1"><title>Größe</title></head><body><p>Preis: 5 \x80, schön</p></body></html>',
        'latin1',
      ),
    });
    const result = await crawl();
    expect(result.pages[0]).toMatchObject({
      title: 'Größe',
      blocks: [{ kind: 'paragraph', text: 'Preis: 5 €, schön' }],
    });
  });
});

describe('a site that scripts write', () => {
  const shell = (path: string) =>
    `<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js?${path}"></script></body></html>`;

  /** Writes what a browser would, and counts what it was asked for. */
  function rendererOf(pages: Readonly<Record<string, string>>): PageRenderer & { readonly asked: string[] } {
    const asked: string[] = [];
    return {
      asked,
      async render(url) {
        asked.push(url);
        const html = pages[new URL(url).pathname];
        return html === undefined ? { ok: false, reason: 'Not now' } : { ok: true, url, bytes: Buffer.from(html) };
      },
      close: async () => {},
    };
  }

  test('is read as they write it, links included', async () => {
    site.set('/', shell('/'));
    site.set('/about', shell('/about'));
    site.set('/plain', page('Plain', text('Plain')));
    const renderer = rendererOf({
      '/': page('Home', text('Home'), ['/about', '/plain']),
      '/about': page('About', text('About')),
    });
    const result = await crawl({}, { renderer });
    expect(paths(result)).toEqual(['/', '/about', '/plain']);
    expect(result).toMatchObject({ siteType: 'spa', sparseContent: false });
    expect(result.pages[1]).toMatchObject({ title: 'About', url: `${site.url}/about` });
    expect(renderer.asked).toEqual([`${site.url}/`, `${site.url}/about`]);
  });

  test('is read as it comes, and said to be sparse, where it cannot be rendered', async () => {
    site.set('/', shell('/'));
    expect(await crawl({}, { renderer: rendererOf({}) })).toMatchObject({ siteType: 'spa', sparseContent: true });
    expect(await crawl({})).toMatchObject({ ok: true, siteType: 'spa', sparseContent: true });
  });
});

describe('a page that asks something of crawlers', () => {
  const asking = (directives: string, title: string, links: string[]) =>
    page(title, text(title), links).replace('<head>', `<head><meta name="robots" content="${directives}">`);

  test('is left out when it asks not to be indexed, and its links are followed', async () => {
    site.set('/', page('Home', text('Home'), ['/tags', '/private']));
    site.set('/tags', asking('noindex, follow', 'Tags', ['/post']));
    site.set('/private', {
      headers: { 'x-robots-tag': 'otherbot: noindex, nofollow' },
      body: page('Private', text('Private'), ['/hidden']),
    });
    site.set('/hidden', page('Hidden', text('Hidden')));
    site.set('/post', page('Post', text('Post')));
    const result = await crawl();
    expect(paths(result)).toEqual(['/', '/private', '/post', '/hidden']);
    site.set('/private', { headers: { 'x-robots-tag': 'none' }, body: page('Private', text('Private'), ['/hidden']) });
    const obeyed = await crawl();
    expect(paths(obeyed)).toEqual(['/', '/post']);
    expect(skipped(obeyed)).toEqual({
      '/tags': 'The page asks not to be indexed (noindex)',
      '/private': 'The page asks not to be indexed (noindex)',
    });
  });

  test('is not followed when it asks for that, and read all the same when its owner named it', async () => {
    site.set('/', asking('noindex,nofollow', 'Home', ['/a']));
    site.set('/a', page('A', text('A')));
    expect(paths(await crawl())).toEqual(['/']);
  });
});

describe('a page that sends its visitors on', () => {
  const forwarding = (target: string) =>
    `<html><head><meta http-equiv="refresh" content="0; url=${target}"></head><body>You are being redirected.</body></html>`;

  test('is no page: its target is read, also when it is the first', async () => {
    site.set('/', forwarding('/home'));
    site.set('/home', page('Home', text('Home'), ['/old']));
    site.set('/old', forwarding('/new'));
    site.set('/new', page('New', text('New')));
    const result = await crawl();
    expect(paths(result)).toEqual(['/home', '/new']);
    expect(skipped(result)).toEqual({
      '/': `It redirects to ${site.url}/home`,
      '/old': `It redirects to ${site.url}/new`,
    });
    expect(paths(await crawl({ recursive: false }))).toEqual(['/home']);
  });

  test('in a circle is given up', async () => {
    site.set('/', forwarding('/a'));
    site.set('/a', forwarding('/'));
    expect(await crawl()).toMatchObject({ ok: false, reason: expect.stringContaining('It redirects to ') });
  });
});

describe('a crawl', () => {
  test('reads documents by what servers call them, and by their names where servers call them nothing', async () => {
    site.set('/', page('Home', text('Home'), ['/a.csv', '/b.csv?v=1', '/c.bin', '/d.txt']));
    const csv = 'name,price\nanvil,99\n';
    site.set('/a.csv', { headers: { 'content-type': 'application/octet-stream' }, body: csv });
    site.set('/b.csv?v=1', { headers: { 'content-type': 'text/plain' }, body: csv.replace('99', '100') });
    site.set('/c.bin', { headers: { 'content-type': 'application/octet-stream' }, body: csv });
    site.set('/d.txt', {
      headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
      body: Buffer.from('Gr\xfc\xdfe', 'latin1'),
    });
    const result = await crawl();
    expect(paths(result)).toEqual(['/', '/a.csv', '/b.csv?v=1', '/d.txt']);
    expect(result.pages[2]?.blocks[0]).toMatchObject({ kind: 'table', rows: ['anvil | 100'] });
    expect(documentText(result.pages[3] ?? { blocks: [] })).toBe('Grüße');
  });

  test('keeps to a robots.txt of any length as far as it is read, and to none where there is none', async () => {
    threeLevels();
    const long = `User-agent: *\nDisallow: /a\n${'# nothing of interest\n'.repeat(30_000)}Disallow: /b`;
    site.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body: long });
    expect(paths(await crawl())).toEqual(['/', '/b', '/b/deep/']);
    for (const status of [401, 403, 404, 410]) {
      site.set('/robots.txt', { status, body: 'User-agent: *\nDisallow: /' });
      expect(paths(await crawl())).toHaveLength(5);
    }
    site.set('/robots.txt', redirectTo('/elsewhere.txt'));
    site.set('/elsewhere.txt', { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /a' });
    expect(paths(await crawl())).toEqual(['/', '/b', '/b/deep/']);
  });

  test('reads sitemaps as people write them', async () => {
    site.set('/', page('Home', text('Home')));
    site.set('/sitemap.xml', {
      headers: { 'content-type': 'text/xml' },
      body: `\ufeff<?xml version="1.0"?><!-- made by hand --><s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">
        <s:url><s:loc>
          ${site.url}/one
        </s:loc><image:image><image:loc>${site.url}/picture</image:loc></image:image></s:url>
        <s:url><S:LOC xml:lang="en"><![CDATA[${site.url}/two?a=1&b=2]]></S:LOC></s:url> & < broken`,
    });
    for (const path of ['/one', '/two?a=1&b=2']) site.set(path, page(path, text(path)));
    expect(paths(await crawl())).toEqual(['/', '/one', '/two?a=1&b=2']);
    expect(site.count('/picture')).toBe(0);
  });

  test('leaves filters that combine without end, and paths without end', async () => {
    const filters = Array.from({ length: 120 }, (_, n) => `/list?color=${n}&size=${n % 3}&sort=${n % 2}`);
    const plain = Array.from({ length: 120 }, (_, n) => `/item?id=${n}`);
    const deep = `/${Array.from({ length: 25 }, (_, n) => `d${n}`).join('/')}`;
    site.set('/', page('Home', text('Home'), [...filters, ...plain, deep]));
    const result = await crawl({ maxPages: 500 });
    const asked = (path: string) => site.requests.filter((one) => one.startsWith(path)).length;
    expect([asked('/list'), asked('/item'), asked('/d0')]).toEqual([50, 120, 0]);
    expect(skipped(result)[deep]).toBe('The address is nested too deeply');
    expect(skipped(result)['/list?color=119&size=2&sort=1']).toBe(
      'The address is one of too many variants of one page',
    );
  });

  test('finds pages in other languages, and those that a base address leads to', async () => {
    const head = '<head><base href="/docs/"><link rel="alternate" hreflang="de" href="/de/">';
    site.set('/', page('Home', text('Home'), ['start']).replace('<head>', head));
    site.set('/de/', page('Startseite', text('Start')));
    site.set('/docs/start', page('Docs', text('Docs')));
    expect(paths(await crawl()).toSorted()).toEqual(['/', '/de/', '/docs/start']);
  });
});
