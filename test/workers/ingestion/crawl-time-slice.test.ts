/** A crawl that takes long gives its place to other accounts, and goes on where it stopped. */
import { expect, it } from 'vitest';
import { page, type TestSite } from '../../support/servers/test-site.ts';
import { websiteTools, workerWith } from './worker-test.ts';

const limits = { concurrency: 1, perKey: 1, crawlSliceMs: 0 };
/** More than are read in any time slice. */
const MAX_PAGES = 300;

const pathOf = (number: number) => (number === 0 ? '/' : `/p${number}`);

/** Each page leads to the next, but the last. @param isLast asked when a page is requested */
function serve(site: TestSite, isLast: (number: number) => boolean): void {
  for (let number = 0; number < MAX_PAGES; number += 1) {
    site.set(pathOf(number), (_request, response) => {
      const links = isLast(number) ? [] : [pathOf(number + 1)];
      response.setHeader('content-type', 'text/html');
      response.end(page(`Page ${number}`, `All there is to say about ${number}. `.repeat(20), links));
    });
  }
}

async function siteAndWorker() {
  const { site, tools } = await websiteTools();
  const worker = await workerWith(tools, { sourceType: 'url', sourceUrl: `${site.url}/` }, limits);
  const pagesAsked = () => site.requests.filter((path) => /^\/(?:p\d+)?$/.test(path));
  return { site, worker, pagesAsked };
}

it('A long crawl gives its place to another account that waits, and then goes on where it stopped', async () => {
  const { site, worker, pagesAsked } = await siteAndWorker();
  const text = 'We are open from nine to five on every working day.';
  const other = await worker.sourceOf('eve', { sourceType: 'url', sourceUrl: `${site.url}/other/` });
  site.set('/other/', page('Hours', text));
  let ofOther: Promise<unknown> = Promise.resolve();
  let last = MAX_PAGES - 1;
  serve(site, (number) => {
    if (number === 2) ofOther = other.deliver(1);
    // The crawl ends some pages after it came back.
    if (site.count('/other/') > 0) last = Math.min(last, number + 3);
    return number === last;
  });
  expect(await worker.deliver(1)).toBe('ack');
  expect(await ofOther).toBe('ack');
  expect(last).toBeLessThan(MAX_PAGES - 1);
  expect(pagesAsked()).toEqual(Array.from({ length: last + 1 }, (_, number) => pathOf(number)));
  expect(await worker.last()).toMatchObject({ type: 'IngestionCompleted', data: { pageCount: last + 1 } });
  expect(await other.last()).toMatchObject({ type: 'IngestionCompleted', data: { pageCount: 1 } });
  // A time slice is no attempt.
  expect(await worker.types()).toEqual(['DataSourceAdded', 'IngestionStarted', 'IngestionCompleted']);
});

it('A long crawl keeps its place while only sources of its own account wait', async () => {
  const { site, worker, pagesAsked } = await siteAndWorker();
  let again: Promise<unknown> = Promise.resolve();
  serve(site, (number) => {
    if (number === 2) again = worker.deliver(1);
    return number === 11;
  });
  expect(await worker.deliver(1)).toBe('ack');
  expect(await again).toBe('ack');
  expect(pagesAsked()).toHaveLength(12);
  expect(site.count('/robots.txt')).toBe(1);
});
