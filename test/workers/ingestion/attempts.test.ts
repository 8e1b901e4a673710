/** Only starts of a run count as attempts, however often it was delivered while it waited. */
import { globSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openFileBlobs } from '../../../src/adapters/files/blobs.ts';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { SafeWeb } from '../../../src/adapters/web/safe-web.ts';
import type { SourceDescription } from '../../../src/domain/data-source/data-source.ts';
import { DocumentLimitExceeded } from '../../../src/ports/content/passage-preparer.ts';
import type { ConsumeOptions, StoredEvent } from '../../../src/ports/event-log.ts';
import { NO_LOGGER } from '../../../src/ports/logger.ts';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import { ReadingProgress } from '../../../src/projections/data-sources/reading-progress.ts';
import { SkippedUrls } from '../../../src/projections/data-sources/skipped-urls.ts';
import { ThreadedPreparer } from '../../../src/reading/threads/threaded-preparer.ts';
import { ThreadedReader } from '../../../src/reading/threads/threaded-reader.ts';
import { type IngestionDeps, startIngestionWorker } from '../../../src/workers/ingestion/ingestion-worker.ts';
import { CrawlJournals } from '../../../src/workers/ingestion/website/crawl-journals.ts';
import { HostPacer } from '../../../src/workers/ingestion/website/host-pacer.ts';
import { idOf, NOON } from '../../support/fixtures.ts';
import { newCommand, nodeOn, valueOrThrow } from '../../support/inside.ts';
import { openReadSide } from '../../support/projections/read-models.ts';
import { page, startTestSite, type TestSite } from '../../support/servers/test-site.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const nothing = async () => undefined;
/** Not used by a run that fails early. */
const unused = {} as never;
const searchIndex = {
  deleteGeneration: nothing,
  deleteSource: nothing,
  putPassages: nothing,
  refresh: nothing,
} as unknown as SearchIndex;

type ReadingTools = Pick<IngestionDeps, 'documentReader' | 'preparer' | 'web' | 'videos'>;

/** A worker over real stores, with one source that waits to be read. */
async function workerWith(tools: Partial<ReadingTools>, added: Pick<SourceDescription, 'sourceType' | 'sourceUrl'>) {
  const side = await openReadSide();
  const directory = temporaryDirectory();
  const blobs = await openFileBlobs({ directory });
  onTestFinished(() => blobs.close());
  const node = nodeOn(side);
  let work: ConsumeOptions | undefined;
  startIngestionWorker({
    ...{ codec: side.codec, blobs, documentReader: unused, preparer: unused, web: unused, videos: unused, searchIndex },
    ...tools,
    renderer: null,
    log: {
      ...side.log,
      readStream: (...which) => side.log.readStream(...which),
      consume: (options) => {
        work = options;
        return { stop: nothing };
      },
    },
    embedder: createOfflineEmbedder(),
    embeddingCache: { find: async () => new Map(), put: nothing, deleteScope: nothing, close: nothing },
    crawlJournals: new CrawlJournals({ documents: side.documents, blobs }),
    progress: new ReadingProgress(side.documents),
    skippedUrls: new SkippedUrls(side.documents),
    commands: node.dataSources,
    clock: { now: () => NOON },
    crawl: { maxPages: 500, delayMs: 0 },
    pacer: new HostPacer(),
    queueLimits: { concurrency: 1, perKey: 1 },
    logger: NO_LOGGER,
    report: () => undefined,
  });

  const person = { email: 'ada@example.com', name: 'Ada', password: 'p' };
  const owner = valueOrThrow(await node.accounts.register(person, newCommand())).accountId;
  const { chatbotId } = valueOrThrow(await node.chatbots.create(owner, 'Helper', newCommand()));
  const sourceId = idOf('source');
  const content = { title: null, fileName: null, contentHash: null, contentType: null, isRecursive: true };
  valueOrThrow(await node.dataSources.add(owner, chatbotId, { sourceId, ...added, ...content }, newCommand()));
  const events = () => side.log.readStream(`source-${sourceId}`);
  const [first] = await events();
  return {
    deliver: async (attempt: number, signal = new AbortController().signal) =>
      (await work?.handle(first as StoredEvent, attempt, signal))?.kind,
    remove: async () => valueOrThrow(await node.dataSources.delete(chatbotId, sourceId, newCommand())),
    files: () => globSync('**/*', { cwd: directory, withFileTypes: true }).filter((entry) => entry.isFile()).length,
    types: async () => (await events()).map(({ type }) => type),
    last: async () => (await events()).at(-1),
  };
}

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

/** Each page leads to the next. */
function serveChain(site: TestSite, pages: number): void {
  for (let n = 0; n < pages; n += 1) {
    site.set(
      n === 0 ? '/' : `/p${n}`,
      page(`Page ${n}`, `All there is to say about ${n}. `.repeat(20), [`/p${n + 1}`]),
    );
  }
}

async function crawlOf(pages: number) {
  const site = await startTestSite();
  const web = new SafeWeb({ userAgent: 'test', allowHosts: [site.host], now: Date.now });
  const [documentReader, preparer] = [new ThreadedReader({ threads: 1 }), new ThreadedPreparer()];
  onTestFinished(async () => {
    await Promise.all([documentReader.close(), preparer.close(), web.close(), site.close()]);
  });
  serveChain(site, pages);
  const source = { sourceType: 'url', sourceUrl: `${site.url}/` } as const;
  const worker = await workerWith({ documentReader, preparer, web }, source);
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
  const site = await startTestSite({ '/': shell });
  const web = new SafeWeb({ userAgent: 'test', allowHosts: [site.host], now: Date.now });
  const [documentReader, preparer] = [new ThreadedReader({ threads: 1 }), new ThreadedPreparer()];
  onTestFinished(async () => {
    await Promise.all([documentReader.close(), preparer.close(), web.close(), site.close()]);
  });
  const source = { sourceType: 'url', sourceUrl: `${site.url}/` } as const;
  const { deliver, last } = await workerWith({ documentReader, preparer, web }, source);
  expect(await deliver(1)).toBe('ack');
  expect(await last()).toMatchObject({
    type: 'IngestionFailed',
    data: { siteType: 'spa', sparseContent: true },
  });
});
