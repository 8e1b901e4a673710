/** A test with a website of its own, and a crawler that may read it. */
import { test as base } from 'vitest';
import { SafeWeb } from '../../../../src/adapters/web/safe-web.ts';
import { ThreadedReader } from '../../../../src/reading/threads/threaded-reader.ts';
import type { ReadDocument } from '../../../../src/text/document.ts';
import type { CrawlRequest, CrawlResult, CrawlTools } from '../../../../src/workers/ingestion/website/crawl-types.ts';
import { crawlWebsite } from '../../../../src/workers/ingestion/website/crawl-website.ts';
import { page, startTestSite, type TestSite } from '../../../support/servers/test-site.ts';

type Crawled = CrawlResult & {
  readonly pages: readonly ReadDocument[];
  /** Paths of the pages, in the order in which they were read. */
  readonly paths: readonly string[];
  /** The reason by the path of each skipped page. */
  readonly skipped: Readonly<Record<string, string>>;
};

/** Reads these hosts although their addresses are not public. */
export const webOf = (...hosts: readonly string[]): SafeWeb =>
  new SafeWeb({ userAgent: 'ChatledgerBot/1.0 (+https://chat.example)', allowHosts: hosts, now: Date.now });

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
  .extend('reader', { scope: 'file' }, ({}, { onCleanup }) => {
    const reader = new ThreadedReader({ threads: 2 });
    onCleanup(() => reader.close());
    return reader;
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
  .extend('site', async ({}, { onCleanup }) => {
    const site = await startTestSite();
    onCleanup(() => site.close());
    return site;
  })
  .extend('web', ({ site }, { onCleanup }) => {
    const web = webOf(site.host);
    onCleanup(() => web.close());
    return web;
  })
  .extend(
    'crawl',
    ({ site, web, reader } /** From the first page of the site, with all that it links to. */) =>
      async (asked: Partial<CrawlRequest> = {}, tools: Partial<CrawlTools> = {}): Promise<Crawled> => {
        const pages: ReadDocument[] = [];
        const request: CrawlRequest = {
          url: `${site.url}/`,
          recursive: true,
          maxPages: 50,
          delayMs: 0,
          signal: new AbortController().signal,
          onPage: async (one) => void pages.push(one),
        };
        const result = await crawlWebsite({ ...request, ...asked }, { web, reader, ...tools });
        const pathOf = (url: string | null | undefined) => (url ?? '').slice(site.url.length);
        const skipped = result.crawlSummary.skippedUrls.map(({ url, reason }) => [pathOf(url), reason]);
        return { ...result, pages, paths: pages.map(({ url }) => pathOf(url)), skipped: Object.fromEntries(skipped) };
      },
  );

/** Text enough for a page to be about the topic. */
export const text = (topic: string) =>
  `${topic}: everything that can be said about it fills this paragraph. `.repeat(6);

export const robots = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body });

/** `/` links to `/a` and `/b`, which link to `/a/deep` and `/b/deep/`. */
export function setThreeLevels(site: TestSite): void {
  site.set('/', page('Home', text('Home'), ['/a', '/b', 'https://elsewhere.example/']));
  site.set('/a', page('A', text('Anvils'), ['/a/deep', '/', '/b#part']));
  site.set('/b', page('B', text('Bells'), ['/a?utm_source=mail', '/b/deep/']));
  site.set('/a/deep', page('Deep A', text('Deep anvils')));
  site.set('/b/deep/', page('Deep B', text('Deep bells')));
}
