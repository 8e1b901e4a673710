import { expect, it } from 'vitest';
import { CrawlRecord } from '../../../../src/workers/ingestion/website/crawl-record.ts';
import { CrawlScope } from '../../../../src/workers/ingestion/website/crawl-scope.ts';
import { Frontier } from '../../../../src/workers/ingestion/website/frontier.ts';
import { HostPacer } from '../../../../src/workers/ingestion/website/host-pacer.ts';
import { PageDeduplicator } from '../../../../src/workers/ingestion/website/page-deduplicator.ts';
import { PoliteFetch } from '../../../../src/workers/ingestion/website/polite-fetch.ts';
import { SiteRobots } from '../../../../src/workers/ingestion/website/site-robots.ts';
import { webOf } from './crawl-test.ts';

const HOME = 'http://shop.example/';
const linksOf = (count: number, characters: number) =>
  Array.from({ length: count }, (_, number) => `${HOME}${String(number).padEnd(characters, 'x')}`);

it('URLs to be read take bounded memory, however long they are', () => {
  const frontier = new Frontier();
  for (const url of linksOf(20_000, 2_000)) frontier.add(url);
  const characters = [...frontier.drain()].join('').length;
  expect(characters).toBeGreaterThan(15_000_000);
  expect(characters).toBeLessThan(17_000_000);
});

it('URLs of usual length are queued up to 100,000', () => {
  const frontier = new Frontier();
  for (const url of linksOf(101_000, 100)) frontier.add(url);
  expect([...frontier.drain()]).toHaveLength(100_000);
});

it('200 dates of a calendar, which goes on for ever, are queued, and all articles with a date before their name', () => {
  const months = Array.from({ length: 300 }, (_, n) => [
    2000 + Math.floor(n / 12),
    String((n % 12) + 1).padStart(2, '0'),
  ]);
  const frontier = new Frontier();
  for (const [year, month] of months) {
    for (const path of ['events/Y/M/', 'day?d=Y-M-01', 'news/Y/M/article'])
      frontier.add(`${HOME}${path.replace('Y', String(year)).replace('M', String(month))}`);
  }
  const queued = [...frontier.drain()];
  const count = (part: string) => queued.filter((url) => url.startsWith(HOME + part)).length;
  expect([count('events'), count('day'), count('news')]).toEqual([200, 200, 300]);
});

it('The links of a page are queued in order, and do not hold the event loop', async () => {
  const web = webOf();
  const frontier = new Frontier();
  const robots = new SiteRobots(new PoliteFetch(web, new HostPacer(), 0));
  const scope = new CrawlScope({ frontier, record: new CrawlRecord(), robots, deduplicator: new PageDeduplicator() });
  scope.addHostOf(HOME);
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const links = linksOf(20_000, 100);
  await scope.addLinks(HOME, links);
  clearImmediate(counting);
  expect(turns).toBeGreaterThan(2);
  expect([...frontier.drain()]).toEqual(links);
  await web.close();
});
