/** A crawl that takes long gives its place to other accounts, and goes on where it stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { page } from '../../support/servers/test-site.ts';
import { serveChain, websiteTools, workerWith } from './worker-test.ts';

const PAGES = 12;
const limits = { concurrency: 1, perKey: 1, turnMs: 0 };

async function slowSite() {
  const { site, tools } = await websiteTools();
  serveChain(site, PAGES);
  const worker = await workerWith(tools, { sourceType: 'url', sourceUrl: `${site.url}/` }, limits);
  site.set('/other/', page('Hours', 'We are open from nine to five on every working day.'));
  const other = { sourceType: 'url', sourceUrl: `${site.url}/other/` } as const;
  const startedAt = performance.now();
  /** At this page, begins something, and answers only when the crawl has taken twice as long as until here. */
  const at = (path: string, begin: () => void) => {
    const number = Number(path.slice(2));
    site.set(path, async (_request, response) => {
      serveChain(site, PAGES);
      begin();
      await pause(2 * (performance.now() - startedAt));
      response.setHeader('content-type', 'text/html');
      response.end(page(`Page ${number}`, `All there is to say about ${number}. `.repeat(20), [`/p${number + 1}`]));
    });
  };
  return { site, worker, other, at };
}

it('A long crawl gives its place to another account that waits, and then goes on where it stopped', async () => {
  const { site, worker, other, at } = await slowSite();
  const stranger = await worker.sourceOf('eve', other);
  let strangers: Promise<unknown> = Promise.resolve();
  at('/p5', () => {
    strangers = stranger.deliver(1);
  });
  expect(await worker.deliver(1)).toBe('ack');
  expect(await strangers).toBe('ack');
  const pages = site.requests.filter((path) => path !== '/robots.txt' && !path.endsWith('sitemap.xml'));
  const chain = Array.from({ length: PAGES }, (_, number) => (number === 0 ? '/' : `/p${number}`));
  expect(pages).toEqual([...chain.slice(0, 6), '/other/', ...chain.slice(6), `/p${PAGES}`]);
  expect(await worker.last()).toMatchObject({ type: 'IngestionCompleted', data: { pageCount: PAGES } });
  expect(await stranger.last()).toMatchObject({ type: 'IngestionCompleted', data: { pageCount: 1 } });
  // A turn is no attempt.
  expect(await worker.types()).toEqual(['DataSourceAdded', 'IngestionStarted', 'IngestionCompleted']);
});

it('A long crawl keeps its place while only sources of its own account wait', async () => {
  const { site, worker, at } = await slowSite();
  let again: Promise<unknown> = Promise.resolve();
  at('/p5', () => {
    again = worker.deliver(1);
  });
  expect(await worker.deliver(1)).toBe('ack');
  expect(await again).toBe('ack');
  expect(site.count('/')).toBe(1);
  expect(site.requests.filter((path) => path.startsWith('/p'))).toHaveLength(PAGES);
});
