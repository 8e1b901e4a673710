/** Rules that a site sets for crawlers. */
import { describe, expect } from 'vitest';
import type { Web } from '../../../../src/ports/content/web.ts';
import { page, redirectTo } from '../../../support/servers/test-site.ts';
import { robots, setThreeLevels, test, text } from './crawl-test.ts';

describe('robots.txt', () => {
  test('keeps the crawl out of paths that it disallows, which are listed with the reason', async ({ site, crawl }) => {
    setThreeLevels(site);
    site.set(
      '/robots.txt',
      robots('User-agent: *\nDisallow: /\n\nUser-agent: ChatledgerBot\nDisallow: /a\nAllow: /a/deep'),
    );
    const { paths, skipped } = await crawl();
    expect(paths).toEqual(['/', '/b', '/b/deep/']);
    expect(skipped).toEqual({ '/a': 'robots.txt does not allow it to be read' });
    expect(site.count('/a')).toBe(0);
  });

  test('that disallows everything also disallows a path that begins with two slashes', async ({ site, crawl }) => {
    site.set('/', { body: page('Home', text('Home'), [`${site.url}//a/secret`]) });
    site.set('//a/secret', { body: page('Secret', text('Secret')) });
    site.set('/robots.txt', robots('User-agent: *\nDisallow: /\nAllow: /$'));
    expect((await crawl()).paths).toEqual(['/']);
    expect(site.count('//a/secret')).toBe(0);
  });

  test('is read for the product token ChatledgerBot, with whatever follows the token', async ({ site, crawl }) => {
    setThreeLevels(site);
    site.set(
      '/robots.txt',
      robots('User-agent: ChatledgerBot/2.0 (beta)\nDisallow: /a\n\nUser-agent: ChatledgerBotnet\nDisallow: /b'),
    );
    expect((await crawl()).paths).toEqual(['/', '/b', '/b/deep/']);
  });

  test('that ends in a server error forbids the whole site', async ({ site, crawl }) => {
    setThreeLevels(site);
    site.set('/robots.txt', { status: 503, headers: { 'retry-after': '0' } });
    expect(await crawl()).toMatchObject({
      ok: false,
      reason: 'robots.txt could not be read: The server had an error (status 503)',
      siteType: 'unknown',
      pages: [],
    });
    expect(site.count('/')).toBe(0);
  });

  test.for([401, 403, 404, 410])('that is answered with %s forbids nothing', async (status, { site, crawl }) => {
    setThreeLevels(site);
    site.set('/robots.txt', { status, body: 'User-agent: *\nDisallow: /' });
    expect((await crawl()).paths).toHaveLength(5);
  });

  test('is followed where it redirects to', async ({ site, crawl }) => {
    setThreeLevels(site);
    site.set('/robots.txt', redirectTo('/elsewhere.txt'));
    site.set('/elsewhere.txt', robots('User-agent: *\nDisallow: /a'));
    expect((await crawl()).paths).toEqual(['/', '/b', '/b/deep/']);
  });

  test('holds up to the size that is read, however long it is', async ({ site, crawl }) => {
    setThreeLevels(site);
    const long = `User-agent: *\nDisallow: /a\n${'# nothing of interest\n'.repeat(30_000)}Disallow: /b`;
    site.set('/robots.txt', robots(long));
    expect((await crawl()).paths).toEqual(['/', '/b', '/b/deep/']);
  });
});

describe('The delay between two requests to the host', () => {
  test.for([
    { source: 'the setting', delayMs: 60, rules: '', from: 0 },
    { source: 'robots.txt', delayMs: 0, rules: 'User-agent: *\nCrawl-delay: 0.06', from: 1 },
  ])('is at least that of $source', async ({ delayMs, rules, from }, { site, web, crawl }) => {
    setThreeLevels(site);
    site.set('/robots.txt', robots(rules));
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
});

describe('A page that asks crawlers', () => {
  const asking = (directives: string, title: string, links: string[]) =>
    page(title, text(title), links).replace('<head>', `<head><meta name="robots" content="${directives}">`);

  test('not to index it (noindex) is left out, and its links are followed', async ({ site, crawl }) => {
    site.set('/', page('Home', text('Home'), ['/tags']));
    site.set('/tags', asking('noindex, follow', 'Tags', ['/post']));
    site.set('/post', page('Post', text('Post')));
    const { paths, skipped } = await crawl();
    expect(paths).toEqual(['/', '/post']);
    expect(skipped).toEqual({ '/tags': 'The page asks not to be indexed (noindex)' });
  });

  test('not to follow its links (nofollow) is read alone, also where its owner named it and it asks for noindex', async ({
    site,
    crawl,
  }) => {
    site.set('/', asking('noindex,nofollow', 'Home', ['/a']));
    site.set('/a', page('A', text('A')));
    expect((await crawl()).paths).toEqual(['/']);
  });

  test.for([
    { header: 'none', read: ['/'], skipped: { '/private': 'The page asks not to be indexed (noindex)' } },
    { header: 'otherbot: noindex, nofollow', read: ['/', '/private', '/hidden'], skipped: {} },
  ])(
    'by X-Robots-Tag “$header” is heeded when every crawler is meant',
    async ({ header, ...expected }, { site, crawl }) => {
      site.set('/', page('Home', text('Home'), ['/private']));
      const body = page('Private', text('Private'), ['/hidden']);
      site.set('/private', { headers: { 'x-robots-tag': header }, body });
      site.set('/hidden', page('Hidden', text('Hidden')));
      const { paths, skipped } = await crawl();
      expect({ read: paths, skipped }).toEqual(expected);
    },
  );
});
