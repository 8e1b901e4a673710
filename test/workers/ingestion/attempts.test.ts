/** How often a run is tried: as often as it was begun, whatever befell it while it waited for its turn. */
import { expect, it, onTestFinished } from 'vitest';
import { openFileBlobs } from '../../../src/adapters/files/blobs.ts';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import type { ConsumeOptions, StoredEvent } from '../../../src/ports/event-log.ts';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import { ReadingProgress } from '../../../src/queries/reading-progress.ts';
import { startIngestionWorker } from '../../../src/workers/ingestion/ingestion-worker.ts';
import { HostPacer } from '../../../src/workers/ingestion/website/host-pacer.ts';
import { KeptCrawls } from '../../../src/workers/ingestion/website/kept-crawls.ts';
import { idOf, NOON } from '../../support/fixtures.ts';
import { newCommand, nodeOn, valueOrThrow } from '../../support/inside.ts';
import { openReadSide } from '../../support/read-models.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const nothing = async () => undefined;
/** Of what a run that fails early does not use. */
const unused = {} as never;
const searchIndex = { removeGeneration: nothing } as unknown as SearchIndex;

it('A run that merely waited through fifty ends of the process is tried as often as any other', async () => {
  const side = await openReadSide();
  const blobs = await openFileBlobs({ directory: temporaryDirectory() });
  onTestFinished(() => blobs.close());
  const node = nodeOn(side);
  let work: ConsumeOptions | undefined;
  const reads: string[] = [];
  startIngestionWorker({
    ...{ codec: side.codec, blobs, documentReader: unused, preparer: unused, web: unused, renderer: null, searchIndex },
    log: {
      ...side.log,
      readStream: (...which) => side.log.readStream(...which),
      consume: (options) => {
        work = options;
        return { stop: nothing };
      },
    },
    videos: {
      async transcript(videoId) {
        reads.push(videoId);
        throw new Error('broken');
      },
    },
    embedder: createOfflineEmbedder(),
    embeddingCache: { find: async () => new Map(), put: nothing, close: nothing },
    keptCrawls: new KeptCrawls({ documents: side.documents, blobs }),
    progress: new ReadingProgress(side.documents),
    commands: node.dataSources,
    clock: { now: () => NOON },
    crawl: { maxPages: 1, delayMs: 0 },
    pacer: new HostPacer(),
    lanes: { atOnce: 1, perKey: 1 },
    report: () => undefined,
  });

  const person = { email: 'ada@example.com', name: 'Ada', password: 'p' };
  const owner = valueOrThrow(await node.accounts.register(person, newCommand())).accountId;
  const { chatbotId } = valueOrThrow(await node.chatbots.create(owner, 'Helper', newCommand()));
  const sourceId = idOf('video');
  const content = { title: null, fileName: null, contentHash: null, contentType: null, isRecursive: false };
  const source = { sourceId, sourceType: 'youtube', sourceUrl: 'https://youtu.be/dQw4w9WgXcQ', ...content } as const;
  valueOrThrow(await node.dataSources.add(owner, chatbotId, source, newCommand()));
  const [added] = await side.log.readStream(`source-${sourceId}`);

  const deliver = async (attempt: number) =>
    (await work?.handle(added as StoredEvent, attempt, new AbortController().signal))?.verdict;
  for (const attempt of [51, 52, 53, 54]) expect(await deliver(attempt)).toBe('retry');
  expect(await deliver(55)).toBe('done');
  expect(reads).toHaveLength(5);
  const types = (await side.log.readStream(`source-${sourceId}`)).map(({ type }) => type);
  expect(types).toEqual(['DataSourceAdded', ...Array(5).fill('IngestionStarted'), 'IngestionFailed']);
});
