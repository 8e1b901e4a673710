import { describe, expect } from 'vitest';
import { redirectTo } from '../../../support/servers/test-site.ts';
import { setThreeLevels, test } from './crawl-test.ts';

describe('A crawl that is not recursive', () => {
  test('reads the one page, and neither its links nor sitemaps', async ({ site, crawl }) => {
    setThreeLevels(site);
    const { paths, crawlSummary } = await crawl({ recursive: false });
    expect(paths).toEqual(['/']);
    expect(site.requests.toSorted()).toEqual(['/', '/robots.txt']);
    expect(crawlSummary).toEqual({ attempted: 1, succeeded: 1, failed: 0, skipped: 0, skippedUrls: [] });
  });

  test('says why the page cannot be read', async ({ site, crawl }) => {
    const result = await crawl({ recursive: false, url: `${site.url}/none` });
    expect(result).toMatchObject({ ok: false, reason: 'The page was not found (status 404)', siteType: 'unknown' });
    expect(result.crawlSummary).toMatchObject({ attempted: 1, failed: 1 });
  });

  test('refuses a page that redirects to an address that is not public', async ({ site, crawl }) => {
    site.set('/', redirectTo('http://127.0.0.1:1/'));
    expect(await crawl({ recursive: false })).toMatchObject({ ok: false, reason: 'URL is not allowed' });
  });
});

describe('Any crawl', () => {
  test.for([
    ['nonsense', 'This is not a web address'],
    ['', 'This is not a web address'],
    ['ftp://example.com/', 'URL is not allowed'],
    ['file:///etc/passwd', 'URL is not allowed'],
    ['javascript:alert(1)', 'URL is not allowed'],
    ['http://127.0.0.1:1/', 'URL is not allowed'],
    ['http://[::127.0.0.1]/', 'URL is not allowed'],
    ['http://169.254.169.254/latest/meta-data/', 'URL is not allowed'],
  ] as const)('of “%s” is refused: %s', async ([url, reason], { crawl }) => {
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
});
