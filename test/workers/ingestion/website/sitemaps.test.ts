import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { page } from '../../../support/servers/test-site.ts';
import { robots, test, text } from './crawl-test.ts';

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
