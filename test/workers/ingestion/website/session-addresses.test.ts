/** Sites that write the visitor's session into each address: every visit of a page finds all others under new addresses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { SessionParameters } from '../../../../src/workers/ingestion/website/session-parameters.ts';
import { page, type TestSite } from '../../../support/servers/test-site.ts';
import { test, text } from './crawl-test.ts';

const TOPICS = ['', 'about', 'prices', 'hours', 'contact', 'team', 'delivery', 'payment', 'returns'];

/** @param link the address of a topic, as the page that was asked for writes it */
function setTopics(site: TestSite, link: (topic: string, asked: URL, visit: number) => string): void {
  let visits = 0;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const asked = new URL(request.url ?? '/', site.url);
    visits += 1;
    const links = TOPICS.map((topic) => link(topic, asked, visits));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page(asked.pathname, `${text(asked.pathname)} You are visitor ${visits}.`, links));
  };
  site.setOthers((request, response) => {
    const path = (request.url ?? '').replace(/[?;].*$/, '').replace(/^\/\(S\(\w+\)\)/, '');
    if (TOPICS.includes(path.slice(1))) answer(request, response);
    else response.writeHead(404).end();
  });
}

const topicsOf = (paths: readonly string[]) =>
  paths.map((path) => path.replace(/[?;].*$/, '').replace(/^\/(\(S\(\w+\)\)\/)?/, '')).toSorted();

describe('A site with a session in every address', () => {
  test.for([
    ['in a parameter of a usual name', (topic: string, visit: number) => `/${topic}?osCsid=${visit}abcdefgh`],
    ['after a semicolon', (topic: string, visit: number) => `/${topic};jsessionid=${visit}F3A`],
  ] as const)('%s ends with each page read once', async ([, link], { site, crawl }) => {
    setTopics(site, (topic, _asked, visit) => link(topic, visit));
    const { paths } = await crawl();
    expect(topicsOf(paths)).toEqual(TOPICS.toSorted());
    expect(site.requests.length).toBeLessThan(15);
  });

  test.for([
    ['any name', (topic: string, visit: number) => `/${topic}?visitor=v${visit}`],
    [
      'a name that may mean a section',
      (topic: string, visit: number) => `/${topic}?sid=${'0123456789abcdef'.repeat(2)}${visit}`,
    ],
  ] as const)(
    'in a parameter of %s is learned, and the pages are read without it',
    async ([, link], { site, crawl }) => {
      setTopics(site, (topic, _asked, visit) => link(topic, visit));
      const { paths } = await crawl();
      // The first page is read again under the first session, before anything can be learned.
      expect(topicsOf(paths)).toEqual(['', ...TOPICS].toSorted());
      expect(paths.slice(-2)).toEqual(['/payment', '/returns']);
      expect(site.requests.length).toBeLessThan(16);
    },
  );

  test('in its path, as ASP.NET writes it, is read without it', async ({ site, crawl }) => {
    const session = 'lit3py55t21z5v55vlm25s55';
    setTopics(site, (topic) => `/(S(${session}))/${topic}`);
    const { paths } = await crawl();
    expect(paths.toSorted()).toEqual(TOPICS.map((topic) => `/${topic}`).toSorted());
  });
});

test('A parameter that a page hands on to its own links names the page, and is kept', async ({ site, crawl }) => {
  const projects = ['anvil', 'bellows', 'crucible', 'drill'];
  for (const project of projects) {
    const links = ['/wiki', '/list', '/tasks'].map((path) => `${path}?project=${project}`);
    for (const link of links) site.set(link, page(link, text(link), links));
  }
  site.set(
    '/',
    page(
      'Home',
      text('Home'),
      projects.map((project) => `/wiki?project=${project}`),
    ),
  );
  expect((await crawl()).paths).toHaveLength(1 + projects.length * 3);
});

test('A parameter that leads from page to page is kept', async ({ site, crawl }) => {
  for (let n = 1; n <= 8; n += 1)
    site.set(`/news?page=${n}`, page(`News ${n}`, text(`News ${n}`), [`/news?page=${n + 1}`, '/']));
  site.set('/', page('Home', text('Home'), ['/news?page=1']));
  expect((await crawl()).paths).toHaveLength(9);
});

test.for([
  ['an id of a database under `sid`', (n: number) => `/story?sid=507f1f77bcf86cd79943901${n}`],
  ['an id of a database under `session`', (n: number) => `/agenda?session=507f1f77bcf86cd79943901${n}`],
  ['a talk under `session_id`', (n: number) => `/talk?session_id=${n}`],
  ['a function in the path', (n: number) => `/wiki/(F(x${n}))/derivative`],
] as const)('What looks like a session and names the page is kept: %s', async ([, link], { site, crawl }) => {
  const links = Array.from({ length: 6 }, (_, n) => link(n));
  for (const each of links) site.set(each, page(each, text(each), links));
  site.set('/', page('Home', text('Home'), links));
  expect((await crawl()).paths).toEqual(['/', ...links]);
});

test.for([
  ['a number under two paths, with nothing else', (n: number) => [`/news?at=${n + 1}`, `/print?at=${n + 1}`]],
  [
    'a cursor under two paths, among other links',
    (n: number) => [`/news?at=cursor-${n + 1}x`, `/print?at=cursor-${n + 1}x`, '/', '/about'],
  ],
  [
    'a cursor, beside links of another site with the same parameter',
    (n: number) => [`/news?at=cursor-${n + 1}x`, `https://elsewhere.example/a?at=cursor-${n + 1}x`],
  ],
] as const)('A parameter that only leads on is kept: %s', async ([, linksOf], { site, crawl }) => {
  const news = Array.from({ length: 7 }, (_, n) => linksOf(n - 1)[0] ?? '');
  for (const [n, address] of news.entries()) site.set(address, page(address, text(address), [...linksOf(n)]));
  site.set('/', page('Home', text('Home'), [news[0] ?? '']));
  site.set('/about', page('About', text('About')));
  const { paths } = await crawl();
  expect(paths).toEqual(expect.arrayContaining(news));
});

test('Links with hundreds of parameters, on a page with as many, are each read once', async () => {
  const names = Array.from({ length: 600 }, (_, n) => n.toString(36));
  const addressOf = (path: string, value: string) =>
    `http://example.com/${path}?${names.map((name) => `${name}=${value}`).join('&')}`;
  const links = Array.from({ length: 100 }, (_, n) => addressOf(`${n}`, `${n % 2}`));
  const before = process.threadCpuUsage();
  await new SessionParameters().observe(addressOf('', 'x'), links);
  const { user, system } = process.threadCpuUsage(before);
  // Some 50 ms. It took seconds when each parameter had the links read again.
  expect((user + system) / 1_000).toBeLessThan(600);
});
