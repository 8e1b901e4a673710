/** Pages that a site has under several addresses: hosts with and without `www.`, print versions, and one page for all that is missing. */
import { describe, expect, onTestFinished } from 'vitest';
import { SafeWeb } from '../../../../src/adapters/web/safe-web.ts';
import { page, redirectTo, type TestSite } from '../../../support/servers/test-site.ts';
import { robots, test, text } from './crawl-test.ts';

describe('A site that answers with and without www.', () => {
  /** The port of the site under two names. */
  function twinsOf({ port }: TestSite) {
    const bare = `shop.example:${port}`;
    const www = `www.${bare}`;
    const web = new SafeWeb({
      userAgent: 'ChatledgerBot/1.0',
      allowHosts: [bare, www],
      now: Date.now,
      resolve: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    onTestFinished(() => web.close());
    return { bare: `http://${bare}`, www: `http://${www}`, web };
  }

  test('is read whole from either, each page once, whatever its links name', async ({ site, crawl }) => {
    const { bare, www, web } = twinsOf(site);
    site.set('/', page('Home', text('Home'), [`${www}/a`, `${bare}/a`, `${bare}/`]));
    for (const path of ['/a', '/b']) site.set(path, page(path, text(path), [`${www}/`, `${bare}/a`, `${www}/b`]));
    const { pages, skipped } = await crawl({ url: `${bare}/` }, { web });
    expect(pages.map(({ url }) => url)).toEqual([`${bare}/`, `${bare}/a`, `${bare}/b`]);
    expect(skipped).toEqual({});
    expect(site.count('/a')).toBe(1);
    const fromWww = await crawl({ url: `${www}/` }, { web });
    expect(fromWww.pages.map(({ url }) => url)).toEqual([`${www}/`, `${www}/a`, `${www}/b`]);
  });

  test('is read whole when some of its pages redirect to the other name, as its robots.txt allows', async ({
    site,
    crawl,
  }) => {
    const { bare, www, web } = twinsOf(site);
    site.set('/', page('Home', text('Home'), [`${www}/a`, `${www}/hidden`]));
    const names = (own: string) => (own.startsWith('www.') ? robots('User-agent: *\nDisallow: /hidden') : robots(''));
    site.set('/robots.txt', ({ headers: { host = '' } }, response) => response.end(names(host).body));
    for (const path of ['/a', '/hidden']) {
      site.set(path, ({ headers: { host = '' } }, response) => {
        if (host.startsWith('www.')) response.end(page(path, text(path)));
        else response.writeHead(301, { location: `${www}${path}` }).end();
      });
    }
    const { pages } = await crawl({ url: `${bare}/` }, { web });
    expect(pages.map(({ url }) => url)).toEqual([`${bare}/`, `${www}/a`]);
  });

  test('and redirects to one name is asked for it alone', async ({ site, crawl }) => {
    const { bare, www, web } = twinsOf(site);
    site.setOthers(({ url = '', headers: { host = '' } }, response) => {
      if (host.startsWith('www.')) response.writeHead(301, { location: `${bare}${url}` }).end();
      else response.end(page(url, text(url), [`${www}/a`, `${www}/b`]));
    });
    const { pages } = await crawl({ url: `${www}/` }, { web });
    expect(pages.map(({ url }) => url)).toEqual([`${bare}/`, `${bare}/a`, `${bare}/b`]);
    expect(site.count('/a')).toBe(1);
  });
});

describe('The source text of a page', () => {
  test.for([
    ['/faq.html', '/_sources/faq.rst.txt'],
    ['/en/guide/', '/en/_sources/guide/index.md.txt'],
    ['/guide', '/guide.md'],
    ['/', '/index.md'],
  ] as const)('is not asked for: of %s at %s', async ([path, source], { site, crawl }) => {
    if (path !== '/') site.set('/', page('Home', text('Home'), [path]));
    site.set(path, page('A', text('A'), [source]));
    const { skipped } = await crawl();
    expect(site.count(source)).toBe(0);
    expect(skipped).toEqual({ [source]: `The source text of ${site.url}${path}` });
  });

  test.for(['/faq.txt', '/_sources/other.rst.txt', '/other.md', '/faq.md?raw=1'])(
    'is no other text: %s',
    async (other, { site, crawl }) => {
      site.set('/', page('Home', text('Home'), ['/faq.html']));
      site.set('/faq.html', page('FAQ', text('FAQ'), [other]));
      await crawl();
      expect(site.count(other)).toBe(1);
    },
  );
});

describe('A print version', () => {
  test.for(['?print=1', '?tmpl=component&print=1', '?view=print', '?printable=yes'])(
    'of a page that links to it is not asked for: %s',
    async (query, { site, crawl }) => {
      site.set('/', page('Home', text('Home'), ['/a']));
      site.set('/a', page('A', text('A'), [`/a${query}`]));
      const { paths, skipped } = await crawl();
      expect(paths).toEqual(['/', '/a']);
      expect(site.count(`/a${query}`)).toBe(0);
      expect(skipped).toEqual({ [`/a${query}`]: `The print version of ${site.url}/a` });
    },
  );

  test('is not seen in a page about printing, or for print', async ({ site, crawl }) => {
    const about = ['/services/print', '/services?category=print', '/services?print=poster', '/other?print=1'];
    site.set('/', page('Home', text('Home'), ['/services']));
    site.set('/services', page('Services', text('Services'), about));
    for (const path of about) site.set(path, page(path, text(path)));
    expect((await crawl()).paths).toEqual(['/', '/services', ...about]);
  });
});

test('A form to reply to a comment of WordPress is the page of the comment', async ({ site, crawl }) => {
  site.set('/', page('Home', text('Home'), ['/post/']));
  site.set('/post/', page('Post', text('Post'), ['/post/?replytocom=7#respond', '/post/?replytocom=8#respond']));
  expect((await crawl()).paths).toEqual(['/', '/post/']);
  expect(site.requests.filter((path) => path.includes('replytocom'))).toEqual([]);
});

describe('A page that a site sends for every missing one', () => {
  const links = ['a.html', 'shop/list.html', 'about/us.html', 'team/all.html'];

  test('does not lead from one such address to the next without end', async ({ site, crawl }) => {
    site.set('/robots.txt', robots(''));
    site.set('/', page('Home', text('Home'), ['a.html', 'gone.html']));
    site.set('/a.html', page('A', text('A')));
    site.setOthers(page('Sorry', text('Sorry'), links));
    const { paths } = await crawl();
    expect(paths).toEqual(['/', '/a.html', '/gone.html']);
    expect(site.requests.length).toBeLessThan(100);
  });

  test('is told from the first page of several versions of a manual', async ({ site, crawl }) => {
    const versions = Array.from({ length: 12 }, (_, version) => `/v${version}/`);
    site.set('/', page('Home', text('Home'), versions));
    for (const version of versions) {
      site.set(version, page('Manual', text('Manual'), ['chapter.html']));
      site.set(`${version}chapter.html`, page('Chapter', text(`Chapter of ${version}`)));
    }
    const { paths } = await crawl();
    expect(paths.filter((path) => path.endsWith('chapter.html'))).toHaveLength(versions.length);
  });

  test('is told from a gallery, whose pages have one text and other links', async ({ site, crawl }) => {
    const rooms = Array.from({ length: 25 }, (_, room) => `/gallery/${room}`);
    site.set('/', page('Home', text('Home'), ['/gallery/0']));
    for (const [room, path] of rooms.entries()) {
      const pictures = [`/picture/${room}`, `/gallery/${room + 1}`].map(
        (to) => `<a href="${to}"><img src="/small.png"></a>`,
      );
      site.set(path, page('Gallery', `${text('Gallery')}${pictures.join('')}`));
      site.set(`/picture/${room}`, page(`Picture ${room}`, text(`Picture ${room}`)));
    }
    const { paths } = await crawl({ maxPages: 100 });
    expect(paths.filter((path) => path.startsWith('/picture/'))).toHaveLength(rooms.length);
  });
});

test('A page that cannot be decoded is asked for once', async ({ site, crawl }) => {
  site.set('/', page('Home', text('Home'), ['/damaged', '/odd', '/circle']));
  site.set('/damaged', { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' });
  site.set('/odd', { headers: { 'content-encoding': 'compress' }, body: 'x' });
  site.set('/circle', redirectTo('/circle'));
  await crawl();
  expect(site.requests.slice(-4).toSorted()).toEqual(['/circle', '/circle', '/damaged', '/odd']);
});
