import { describe, expect, onTestFinished } from 'vitest';
import { page, redirectTo, startTestSite } from '../../../support/servers/test-site.ts';
import { test, text, webOf } from './crawl-test.ts';

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
