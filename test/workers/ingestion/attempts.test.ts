/** Only starts of a run count as attempts, however often it was delivered while it waited. */
import { expect, it } from 'vitest';
import { DocumentLimitExceeded } from '../../../src/ports/content/passage-preparer.ts';
import { nothing, type ReadingTools, serveChain, websiteTools, workerWith } from './worker-test.ts';

it('A run that waited in the queue through fifty restarts gets as many attempts as any other', async () => {
  const reads: string[] = [];
  const videos = {
    async transcript(videoId: string) {
      reads.push(videoId);
      throw new Error('broken');
    },
  };
  const video = { sourceType: 'youtube', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' } as const;
  const { deliver, types } = await workerWith({ videos }, video);
  for (const attempt of [51, 52, 53, 54]) expect(await deliver(attempt)).toBe('retry');
  expect(await deliver(55)).toBe('ack');
  expect(reads).toHaveLength(5);
  expect(await types()).toEqual(['DataSourceAdded', ...Array(5).fill('IngestionStarted'), 'IngestionFailed']);
});

async function crawlOf(pages: number) {
  const { site, tools } = await websiteTools();
  serveChain(site, pages);
  const source = { sourceType: 'url', sourceUrl: `${site.url}/` } as const;
  const worker = await workerWith(tools, source);
  /** An attempt that ends when it is about to read that page. */
  const cutOffAt = async (attempt: number, path: string) => {
    const end = new AbortController();
    site.set(path, () => end.abort(new Error('The process ended')));
    await expect(worker.deliver(attempt, end.signal)).rejects.toThrow('The process ended');
    serveChain(site, pages);
  };
  return { ...worker, cutOffAt };
}

it('A crawl that makes progress in each attempt is never given up, however often it is interrupted', async () => {
  const { deliver, types, cutOffAt } = await crawlOf(30);
  for (let attempt = 1; attempt <= 8; attempt += 1) await cutOffAt(attempt, `/p${attempt * 3}`);
  expect(await deliver(9)).toBe('ack');
  expect((await types()).at(-1)).toBe('IngestionCompleted');
});

it('A source that is deleted during an interrupted attempt leaves nothing, although its key is erased', async () => {
  const { deliver, types, cutOffAt, remove, files } = await crawlOf(30);
  await cutOffAt(1, '/p20');
  expect(files()).toBeGreaterThan(0);
  await remove();
  expect(await deliver(2)).toBe('ack');
  expect(files()).toBe(0);
  expect((await types()).at(-1)).toBe('DataSourceDeleted');
});

it('A crawl without progress is given up after five attempts in a row', async () => {
  const { deliver, types, cutOffAt } = await crawlOf(10);
  await cutOffAt(1, '/p3');
  for (let attempt = 2; attempt <= 6; attempt += 1) await cutOffAt(attempt, '/p6');
  await cutOffAt(7, '/p6');
  expect(await deliver(8)).toBe('ack');
  expect((await types()).at(-1)).toBe('IngestionFailed');
});

it('A source that cannot be prepared is not tried again', async () => {
  const videos = {
    transcript: async () => ({
      ok: true,
      title: 'Video',
      language: 'en',
      captions: 'manual',
      cues: [{ startMs: 0, text: 'Words' }],
    }),
  } as unknown as ReadingTools['videos'];
  const refusal = new DocumentLimitExceeded('The document needs too much memory to be divided into passages');
  const refusing = { next: () => Promise.reject(refusal), return: nothing };
  const preparer = {
    prepare: () => ({ [Symbol.asyncIterator]: () => refusing }),
  } as unknown as ReadingTools['preparer'];
  const video = { sourceType: 'youtube', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ' } as const;
  const { deliver, types } = await workerWith({ videos, preparer }, video);
  expect(await deliver(1)).toBe('ack');
  expect(await types()).toEqual(['DataSourceAdded', 'IngestionStarted', 'IngestionFailed']);
});

it('A site that is an empty shell ends in error and is said to hold little text', async () => {
  const shell = '<html><head><script src="/app.js"></script></head><body><div id="root"></div></body></html>';
  const { site, tools } = await websiteTools();
  site.set('/', shell);
  const source = { sourceType: 'url', sourceUrl: `${site.url}/` } as const;
  const { deliver, last } = await workerWith(tools, source);
  expect(await deliver(1)).toBe('ack');
  expect(await last()).toMatchObject({
    type: 'IngestionFailed',
    data: { siteType: 'spa', sparseContent: true },
  });
});
