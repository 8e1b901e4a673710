import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished } from 'vitest';
import { documentText } from '../../../../src/text/document.ts';
import { docxOf, pdfOf, wordParagraph } from '../../../support/files/documents.ts';
import { png } from '../../../support/files/images.ts';
import { gzipped, page, redirectTo, startTestSite } from '../../../support/servers/test-site.ts';
import { robots, setThreeLevels, test, text, webOf } from './crawl-test.ts';

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

describe('A document that pages link to', () => {
  const csv = 'name,price\nanvil,99\n';
  const setDocument = (type: string, body: string | Buffer = csv) => ({ headers: { 'content-type': type }, body });

  test('is read as a page of the crawl', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/prices.csv']));
    site.set('/prices.csv', setDocument('text/csv'));
    const { pages } = await crawl();
    expect(pages[1]).toMatchObject({ title: 'prices', url: `${site.url}/prices.csv` });
    expect(pages[1]?.blocks).toEqual([{ kind: 'table', header: 'name | price', rows: ['anvil | 99'] }]);
  });

  test('is read by its name where the content type says nothing', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/a.csv', '/b.csv?v=1', '/c.bin']));
    site.set('/a.csv', setDocument('application/octet-stream'));
    site.set('/b.csv?v=1', setDocument('text/plain', csv.replace('99', '100')));
    site.set('/c.bin', setDocument('application/octet-stream'));
    const { paths, pages } = await crawl();
    expect(paths).toEqual(['/', '/a.csv', '/b.csv?v=1']);
    expect(pages[2]?.blocks[0]).toMatchObject({ kind: 'table', rows: ['anvil | 100'] });
  });

  test('is read by the name under which a program sends it, whatever the content type', async ({ site, crawl }) => {
    const named = (disposition: string, type = 'application/octet-stream') => ({
      headers: { 'content-type': type, 'content-disposition': disposition },
      body: csv,
    });
    site.set('/', page('Home', text('Home'), ['/dl?id=1', '/dl?id=2', '/dl?id=3', '/dl?id=4']));
    site.set('/dl?id=1', named('attachment; filename="Price list.csv"'));
    site.set('/dl?id=2', {
      ...named("attachment; filename*=UTF-8''..%2F..%2Fetc%2FGr%C3%B6%C3%9Fen.csv", 'x/y'),
      body: `${csv}bell,5\n`,
    });
    site.set('/dl?id=3', named('attachment; filename=setup.exe'));
    site.set('/dl?id=4', named('attachment'));
    const { pages, skipped } = await crawl();
    expect(pages.map(({ title }) => title)).toEqual(['Home', 'Price list', 'Größen']);
    expect(Object.keys(skipped)).toEqual(['/dl?id=3', '/dl?id=4']);
  });

  test('is known by its first bytes where a server calls it a page', async ({ site, crawl }) => {
    const html = 'text/html; charset=utf-8';
    site.set('/', page('Home', text('Home'), ['/brochure', '/terms.docx', '/picture']));
    site.set('/brochure', setDocument(html, Buffer.from(pdfOf([['Anvils of every size.']]))));
    site.set('/terms.docx', setDocument(html, Buffer.from(docxOf(wordParagraph('Anvils are delivered on Mondays.')))));
    site.set('/picture', setDocument(html, Buffer.from(await png(200))));
    const { pages, skipped } = await crawl();
    expect(pages.map(documentText).slice(1)).toEqual(['Anvils of every size.', 'Anvils are delivered on Mondays.']);
    expect(skipped).toEqual({ '/picture': 'The page is a file of another kind' });
  });

  test('is decoded by the charset of its content type', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/d.txt']));
    site.set('/d.txt', setDocument('text/plain; charset=iso-8859-1', Buffer.from('Gr\xfc\xdfe', 'latin1')));
    expect((await crawl()).pages.map(documentText)[1]).toBe('Grüße');
  });
});

describe('A sitemap', () => {
  const xml = (body: string) => ({ headers: { 'content-type': 'application/xml' }, body });

  const feeds: readonly (readonly [name: string, feedAt: (url: string) => string])[] = [
    [
      'RSS',
      (url) =>
        `<?xml version="1.0"?><rss version="2.0" xmlns:atom="a"><channel><link>${url}/</link><atom:link rel="self" href="${url}/p3"/>
        <item><title>One</title><link>${url}/p1</link></item><item><link><![CDATA[${url}/p2]]></link></item></channel></rss>`,
    ],
    [
      'Atom',
      (url) =>
        `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="${url}/p3"/><entry><link href="${url}/p1"/>
        <link rel="replies" href="${url}/p4"/></entry><entry><link rel='alternate' href='${url}/p2'/></entry></feed>`,
    ],
  ];
  test.for(feeds)('may be a feed in %s, whose entries are pages', async ([, feedAt], { site, crawl }) => {
    site.set('/robots.txt', robots(`Sitemap: ${site.url}/feed`));
    site.set('/', page('Home', text('Home')));
    for (const path of ['/p1', '/p2', '/p3', '/p4']) site.set(path, page(path, text(path)));
    site.set('/feed', xml(feedAt(site.url)));
    expect((await crawl()).paths.toSorted()).toEqual(['/', '/p1', '/p2']);
  });

  test('adds its pages: from an index, compressed, broken at its end, or named by robots.txt', async ({
    site,
    crawl,
  }) => {
    const urlset = (...found: string[]) =>
      `<?xml version="1.0"?><urlset>${found.map((one) => `<url><loc>${site.url}${one}</loc></url>`).join('\n')}</urlset>`;
    const sitemap = (path: string) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`;
    site.set('/', page('Home', text('Home')));
    site.set('/robots.txt', robots(`Sitemap: ${site.url}/index.xml`));
    site.set(
      '/index.xml',
      xml(`<sitemapindex>${['/one.xml', '/two.xml.gz', '/gone.xml'].map(sitemap).join('')}</sitemapindex>`),
    );
    site.set('/one.xml', xml(`${urlset('/p1', '/p2?a=1&amp;b=2')}<broken`));
    site.set('/two.xml.gz', { headers: { 'content-type': 'application/gzip' }, body: gzipSync(urlset('/p3')) });
    site.set('/sitemap.xml', xml(urlset('/p4', '/p1')));
    for (const path of ['/p1', '/p2?a=1&b=2', '/p3', '/p4']) site.set(path, page(path, text(path)));
    const { paths, sitemapUrl } = await crawl();
    expect(paths.toSorted()).toEqual(['/', '/p1', '/p2?a=1&b=2', '/p3', '/p4']);
    expect(sitemapUrl).toBe(`${site.url}/index.xml`);
  });

  test('may be named by its path alone, in robots.txt, in an index and for its pages', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home')));
    site.set('/robots.txt', robots('Sitemap: /map/index.xml'));
    site.set('/map/index.xml', xml('<sitemapindex><sitemap><loc>one.xml</loc></sitemap></sitemapindex>'));
    site.set('/map/one.xml', xml('<urlset><url><loc>/p1</loc></url></urlset>'));
    site.set('/p1', page('One', text('One')));
    const { paths, sitemapUrl } = await crawl();
    expect(paths.toSorted()).toEqual(['/', '/p1']);
    expect(sitemapUrl).toBe(`${site.url}/map/index.xml`);
  });

  test('adds no page of another host', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home')));
    site.set('/sitemap.xml', xml('<urlset><url><loc>http://other.example/x</loc></url></urlset>'));
    const { paths, crawlSummary } = await crawl();
    expect(paths).toEqual(['/']);
    expect(crawlSummary.skippedUrls).toEqual([{ url: 'http://other.example/x', reason: 'It is on another host' }]);
  });

  test('may have prefixes, capitals, blanks, CDATA, and faults after its pages', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home')));
    site.set(
      '/sitemap.xml',
      xml(`\ufeff<?xml version="1.0"?><!-- made by hand --><s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">
        <s:url><s:loc>
          ${site.url}/one
        </s:loc><image:image><image:loc>${site.url}/picture</image:loc></image:image></s:url>
        <s:url><S:LOC xml:lang="en"><![CDATA[${site.url}/two?a=1&b=2]]></S:LOC></s:url> & < broken`),
    );
    for (const path of ['/one', '/two?a=1&b=2']) site.set(path, page(path, text(path)));
    expect((await crawl()).paths).toEqual(['/', '/one', '/two?a=1&b=2']);
    expect(site.count('/picture')).toBe(0);
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

describe('A redirect', () => {
  /** HTML that sends its visitors on. */
  const forwarding = (target: string) =>
    `<html><head><meta http-equiv="refresh" content="0; url=${target}"></head><body>You are being redirected.</body></html>`;

  test('within the host is followed, and its target read once', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/old', '/new', '/moved']));
    site.set('/old', redirectTo('/new', 301));
    site.set('/moved', redirectTo('/target'));
    site.set('/target', page('Target', text('Target')));
    site.set('/new', page('New', text('New')));
    const { paths, skipped } = await crawl();
    expect(paths).toEqual(['/', '/new', '/target']);
    expect(skipped).toEqual({ '/old': `It redirects to ${site.url}/new, which is read on its own` });
  });

  test('to another host is not followed', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/away']));
    site.set('/away', redirectTo('https://elsewhere.example/'));
    expect((await crawl()).skipped).toEqual({ '/away': 'It redirects to another host' });
  });

  test('of the first page moves the crawl to the host that it names', async ({ site, crawl }) => {
    const other = await startTestSite({ '/': page('Home', text('Home'), ['/a']), '/a': page('A', text('A')) });
    onTestFinished(() => other.close());
    site.set('/', redirectTo(`${other.url}/`));
    const web = webOf(site.host, other.host);
    onTestFinished(() => web.close());
    const { pages } = await crawl({}, { web });
    expect(pages.map(({ url }) => url)).toEqual([`${other.url}/`, `${other.url}/a`]);
    expect(other.count('/robots.txt')).toBe(1);
  });

  test.for([true, false])('by HTML is followed too (recursive: %s)', async (recursive, { site, crawl }) => {
    site.set('/', forwarding('/home'));
    site.set('/home', page('Home', text('Home')));
    const { paths, skipped } = await crawl({ recursive });
    expect(paths).toEqual(['/home']);
    expect(skipped).toEqual({ '/': `It redirects to ${site.url}/home` });
  });

  test('by HTML of a linked page is followed too', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/old']));
    site.set('/old', forwarding('/new'));
    site.set('/new', page('New', text('New')));
    const { paths, skipped } = await crawl();
    expect(paths).toEqual(['/', '/new']);
    expect(skipped).toEqual({ '/old': `It redirects to ${site.url}/new` });
  });

  test('by a header Refresh is followed too', async ({ site, crawl }) => {
    site.set('/', { headers: { refresh: '0; url=/home' }, body: '' });
    site.set('/home', page('Home', text('Home'), ['/stays']));
    site.set('/stays', { headers: { refresh: '300; url=/elsewhere' }, body: page('Stays', text('Stays')) });
    const { paths, skipped } = await crawl();
    expect(paths).toEqual(['/home', '/stays']);
    expect(skipped).toEqual({ '/': `It redirects to ${site.url}/home` });
  });

  test('in a circle ends the crawl', async ({ site, crawl }) => {
    site.set('/', forwarding('/a'));
    site.set('/a', forwarding('/'));
    expect(await crawl()).toMatchObject({ ok: false, reason: expect.stringContaining('It redirects to ') });
  });
});
