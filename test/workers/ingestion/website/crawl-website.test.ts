import { describe, expect } from 'vitest';
import { gzipped, page } from '../../../support/servers/test-site.ts';
import { setThreeLevels, test, text } from './crawl-test.ts';

describe('A crawl of a website', () => {
  test('reads all pages of the host, breadth first, each once', async ({ site, crawl }) => {
    setThreeLevels(site);
    const result = await crawl();
    expect(result.ok).toBe(true);
    expect(result.paths).toEqual(['/', '/a', '/b', '/a/deep', '/b/deep/']);
    expect(result.pages[1]).toMatchObject({ title: 'A', language: 'en', url: `${site.url}/a` });
    expect(result.crawlSummary).toEqual({ attempted: 5, succeeded: 5, failed: 0, skipped: 0, skippedUrls: [] });
    expect(result).toMatchObject({ siteType: 'static', sitemapUrl: null, sparseContent: false });
    expect(new Set(site.requests).size).toBe(site.requests.length);
  });

  test('reports progress after each page', async ({ site, crawl }) => {
    setThreeLevels(site);
    const progress: number[] = [];
    await crawl({ onProgress: ({ succeeded }) => progress.push(succeeded) });
    expect(progress).toEqual([1, 2, 3, 4, 5]);
  });

  test('stops at its limit of pages, and lists the pages that it knew of', async ({ site, crawl }) => {
    setThreeLevels(site);
    const result = await crawl({ maxPages: 2 });
    expect(result.paths).toEqual(['/', '/a']);
    expect(result.skipped).toEqual({
      '/b': 'The limit of 2 pages was reached',
      '/a/deep': 'The limit of 2 pages was reached',
    });
    expect(result.crawlSummary.skipped).toBe(2);
  });

  test('follows links to other languages', async ({ site, crawl }) => {
    const alternate = '<head><link rel="alternate" hreflang="de" href="/de/">';
    site.set('/', page('Home', text('Home')).replace('<head>', alternate));
    site.set('/de/', page('Startseite', text('Start')));
    expect((await crawl()).paths).toEqual(['/', '/de/']);
  });

  test('reads the pages that frames show', async ({ site, crawl }) => {
    site.set('/', '<frameset cols="20%,80%"><frame src="/menu"><frame src="https://elsewhere.example/"></frameset>');
    site.set('/menu', page('Menu', text('Menu'), ['/dishes']));
    site.set('/dishes', page('Dishes', text('Dishes')).replace('</main>', '<iframe src="/today"></iframe></main>'));
    site.set('/today', page('Today', text('Today')));
    expect((await crawl()).paths).toEqual(['/menu', '/dishes', '/today']);
  });

  test('resolves links against the base address of the page', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['start']).replace('<head>', '<head><base href="/docs/">'));
    site.set('/docs/start', page('Docs', text('Docs')));
    expect((await crawl()).paths).toEqual(['/', '/docs/start']);
  });

  test('reads a compressed page', async ({ site, crawl }) => {
    site.set('/', gzipped(page('Packed', text('Packed'))));
    expect((await crawl()).pages[0]?.title).toBe('Packed');
  });

  test('reads a page in an old charset', async ({ site, crawl }) => {
    site.set('/', {
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(
        '<html><head><meta charset="iso-8859-1"><title>Größe</title></head><body><p>Preis: 5 \x80, schön</p></body></html>',
        'latin1',
      ),
    });
    expect((await crawl()).pages[0]).toMatchObject({
      title: 'Größe',
      blocks: [{ kind: 'paragraph', text: 'Preis: 5 €, schön' }],
    });
  });

  test('ends when its signal aborts', async ({ site, crawl }) => {
    setThreeLevels(site);
    const controller = new AbortController();
    const stopped = crawl({ signal: controller.signal, onProgress: () => controller.abort(new Error('stopped')) });
    await expect(stopped).rejects.toThrow('stopped');
  });
});

describe('A page with several addresses', () => {
  test('is read once where they share a canonical address or the same content', async ({ site, crawl }) => {
    const product = (title: string) =>
      page(title, text('Product')).replace('<head>', `<head><link rel="canonical" href="/product">`);
    site.set('/', page('Home', text('Home'), ['/product?sort=up', '/product?sort=down', '/copy', '/copy-of-copy']));
    site.set('/product?sort=up', product('Product, sorted up'));
    site.set('/product?sort=down', product('Product, sorted down'));
    site.set('/copy', page('Copy', text('Copied')));
    site.set('/copy-of-copy', page('Copy', text('Copied')));
    const { paths, skipped } = await crawl();
    expect(paths).toEqual(['/', '/product', '/copy']);
    expect(skipped).toEqual({
      '/product?sort=down': `The same page as ${site.url}/product`,
      '/copy-of-copy': `The same page as ${site.url}/copy`,
    });
  });

  test('is not taken for another that claims the same canonical address with other content', async ({
    site,
    crawl,
  }) => {
    const home = (title: string, links: string[] = []) =>
      page(title, text(title), links).replace('<head>', '<head><link rel="canonical" href="/">');
    site.set('/', home('Home', ['/a', '/b']));
    site.set('/a', home('A'));
    site.set('/b', home('B'));
    expect((await crawl()).paths).toEqual(['/', '/a', '/b']);
  });
});
