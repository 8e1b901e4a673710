/** A worker that is handed its work by a test. */
import { globSync } from 'node:fs';
import { beforeEach, onTestFinished, vi } from 'vitest';
import { openFileBlobs } from '../../../src/adapters/files/blobs.ts';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { SafeWeb } from '../../../src/adapters/web/safe-web.ts';
import type { SourceDescription } from '../../../src/domain/data-source/data-source.ts';
import type { IngestionReport } from '../../../src/domain/data-source/events.ts';
import type { ConsumeOptions, StoredEvent } from '../../../src/ports/event-log.ts';
import { NO_LOGGER } from '../../../src/ports/logger.ts';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import { ReadingProgress } from '../../../src/projections/data-sources/reading-progress.ts';
import { SkippedUrls } from '../../../src/projections/data-sources/skipped-urls.ts';
import { ThreadedPreparer } from '../../../src/reading/threads/threaded-preparer.ts';
import { ThreadedReader } from '../../../src/reading/threads/threaded-reader.ts';
import type { IngestionDeps } from '../../../src/workers/ingestion/ingestion-deps.ts';
import { startIngestionWorker } from '../../../src/workers/ingestion/ingestion-worker.ts';
import { CrawlJournals } from '../../../src/workers/ingestion/website/crawl-journals.ts';
import { HostPacer } from '../../../src/workers/ingestion/website/host-pacer.ts';
import { idOf, NOON, sha256Of } from '../../support/fixtures.ts';
import { newCommand, nodeOn, valueOrThrow } from '../../support/inside.ts';
import { openReadSide } from '../../support/projections/read-models.ts';
import { page, startTestSite, type TestSite } from '../../support/servers/test-site.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

export const nothing = async () => undefined;
/** Not used by a run that fails early. */
const unused = {} as never;
export const searchIndex = {
  deleteGeneration: vi.fn(nothing),
  deleteSource: nothing,
  putPassages: vi.fn(nothing),
  refresh: nothing,
};
beforeEach(() => {
  searchIndex.deleteGeneration.mockReset();
  searchIndex.putPassages.mockReset();
});

const report: IngestionReport = {
  pageCount: 1,
  chunkCount: 2,
  siteType: null,
  sparseContent: false,
  crawl: null,
  manifestHash: sha256Of('manifest'),
  sitemapUrl: null,
  skippedUrls: [],
};

export type ReadingTools = Pick<IngestionDeps, 'documentReader' | 'preparer' | 'web' | 'videos' | 'embedder'>;

type AddedSource = Pick<SourceDescription, 'sourceType' | 'sourceUrl'>;

/** A worker over real stores, with one source that waits to be read. */
export async function workerWith(
  tools: Partial<ReadingTools>,
  added: AddedSource,
  queueLimits: IngestionDeps['queueLimits'] = { concurrency: 1, perKey: 1 },
) {
  const side = await openReadSide();
  const directory = temporaryDirectory();
  const blobs = await openFileBlobs({ directory });
  onTestFinished(() => blobs.close());
  const node = nodeOn(side);
  let work: ConsumeOptions | undefined;
  startIngestionWorker({
    codec: side.codec,
    blobs,
    documentReader: unused,
    preparer: unused,
    web: unused,
    videos: unused,
    searchIndex: searchIndex as unknown as SearchIndex,
    embedder: createOfflineEmbedder(),
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
    embeddingCache: { find: async () => new Map(), put: nothing, deleteScope: nothing, close: nothing },
    crawlJournals: new CrawlJournals({ documents: side.documents, blobs }),
    progress: new ReadingProgress(side.documents),
    skippedUrls: new SkippedUrls(side.documents),
    commands: node.dataSources,
    clock: { now: () => NOON },
    crawl: { maxPages: 500, delayMs: 0 },
    pacer: new HostPacer(),
    queueLimits,
    logger: NO_LOGGER,
    report: () => undefined,
  });

  /** A source of an account of its own. */
  const sourceOf = async (name: string, { sourceType, sourceUrl }: AddedSource) => {
    const person = { email: `${name}@example.com`, name, password: 'p' };
    const owner = valueOrThrow(await node.accounts.register(person, newCommand())).accountId;
    const { chatbotId } = valueOrThrow(await node.chatbots.create(owner, 'Helper', newCommand()));
    const sourceId = idOf(`source of ${name}`);
    const content = { title: null, fileName: null, contentHash: null, contentType: null, isRecursive: true };
    const source = { sourceId, sourceType, sourceUrl, ...content };
    valueOrThrow(await node.dataSources.add(owner, chatbotId, source, newCommand()));
    const events = () => side.log.readStream(`source-${sourceId}`);
    const [first] = await events();
    const run = { sourceId, generation: 1 };
    const otherNode = nodeOn(side).dataSources;
    return {
      /** Another node that was given the run too. */
      other: {
        start: () => otherNode.startRun(run, { name: 'other', stepsKept: 0 }, newCommand()),
        complete: (attempt: number) => otherNode.completeRun({ ...run, attempt }, report, newCommand()),
        refresh: () => otherNode.refresh(chatbotId, sourceId, newCommand()),
      },
      deliver: async (attempt: number, signal = new AbortController().signal) =>
        (await work?.handle(first as StoredEvent, attempt, signal))?.kind,
      remove: async () => valueOrThrow(await node.dataSources.delete(chatbotId, sourceId, newCommand())),
      types: async () => (await events()).map(({ type }) => type),
      last: async () => (await events()).at(-1),
    };
  };
  return {
    ...(await sourceOf('ada', added)),
    sourceOf,
    files: () => globSync('**/*', { cwd: directory, withFileTypes: true }).filter((entry) => entry.isFile()).length,
  };
}

/** Each page leads to the next. */
export function serveChain(site: TestSite, pages: number): void {
  for (let n = 0; n < pages; n += 1) {
    site.set(
      n === 0 ? '/' : `/p${n}`,
      page(`Page ${n}`, `All there is to say about ${n}. `.repeat(20), [`/p${n + 1}`]),
    );
  }
}

/** Tools that read a site on loopback. */
export async function websiteTools() {
  const site = await startTestSite();
  const web = new SafeWeb({ userAgent: 'test', allowHosts: [site.host], now: Date.now });
  const [documentReader, preparer] = [new ThreadedReader({ threads: 1 }), new ThreadedPreparer()];
  onTestFinished(async () => {
    await Promise.all([documentReader.close(), preparer.close(), web.close(), site.close()]);
  });
  return { site, tools: { documentReader, preparer, web } };
}
