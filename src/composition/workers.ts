/** The workers of a process, by its roles. */
import type { DocumentReader } from '../ports/document-reader.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { PassagePreparer } from '../ports/passage-preparer.ts';
import type { Videos } from '../ports/videos.ts';
import type { Web } from '../ports/web.ts';
import type { IndexSuccession } from '../workers/ingestion/index-succession.ts';
import { startIngestionWorker } from '../workers/ingestion/ingestion-worker.ts';
import { HostPacer } from '../workers/ingestion/website/host-pacer.ts';
import { KeptCrawls } from '../workers/ingestion/website/kept-crawls.ts';
import { startLifecycleWorker } from '../workers/lifecycle/lifecycle-worker.ts';
import { startRefreshScheduler } from '../workers/schedule/refresh-scheduler.ts';
import { startScheduledRefreshWorker } from '../workers/schedule/scheduled-refresh.ts';
import type { Inside, Surroundings } from './inside.ts';

/** Sources read at the same time: crawls, single pages and videos, texts and files. */
const LANES = { atOnce: 4, perKey: 3 };

type Around = Surroundings & {
  inside: Inside;
  documentReader: DocumentReader;
  preparer: PassagePreparer;
  web: Web;
  videos: Videos;
  renderer: PageRenderer | null;
  succession: IndexSuccession;
};

export interface Workers {
  stop(graceMs: number): Promise<void>;
}

export function startWorkers(around: Around): Workers {
  const { roles } = around.config;
  const started = [
    ...(roles.includes('ingestion') ? [startIngestion(around), startLifecycle(around)] : []),
    ...(roles.includes('scheduler') ? [startReindexing(around), ...startSchedules(around)] : []),
  ];
  return {
    async stop(graceMs) {
      await Promise.all(started.map((worker) => worker.stop(graceMs)));
    },
  };
}

function startIngestion(around: Around): Workers {
  const { inside, stores, models, config, clock, report, documentReader, web, videos, renderer } = around;
  const { log, blobs, searchIndex, embeddingCache } = stores;
  return startIngestionWorker({
    ...{ log, codec: inside.codec, blobs, documentReader, web, videos, renderer, clock, report },
    ...{ preparer: around.preparer, searchIndex, embeddingCache, embedder: models.embedder },
    commands: inside.commands.dataSources,
    progress: inside.queries.readingProgress,
    keptCrawls: new KeptCrawls(stores),
    crawl: config.crawl,
    pacer: new HostPacer(),
    lanes: LANES,
  });
}

function startLifecycle({ inside, stores, clock, report }: Around): Workers {
  const { log, keys, searchIndex, blobs } = stores;
  const { codec, commands, queries } = inside;
  return startLifecycleWorker({
    ...{ log, codec, keys, searchIndex, blobs, clock, report },
    chatbots: commands.chatbots,
    keptCrawls: new KeptCrawls(stores),
    progress: queries.readingProgress,
  });
}

/** Sources that are read again by themselves. */
function startSchedules({ inside, stores, clock, report }: Around): readonly Workers[] {
  const { log, documents } = stores;
  const { codec, commands, queries, readSide } = inside;
  const { chatbots, dataSources } = commands;
  return [
    startRefreshScheduler({ documents, chatbots, clock, report, ready: () => readSide.caughtUp() }),
    startScheduledRefreshWorker({
      ...{ log, codec, chatbots, dataSources, clock, report },
      sources: queries.dataSources,
      progress: readSide,
    }),
  ];
}

/** Once, when the read models have caught up. */
function startReindexing({ inside, stores, models, preparer, report, succession }: Around): Workers {
  const { documents, blobs, searchIndex, embeddingCache } = stores;
  const stopping = new AbortController();
  const { signal } = stopping;
  const deps = { documents, blobs, preparer, searchIndex, embeddingCache, embedder: models.embedder, report };
  const reindexing = inside.readSide
    .caughtUp()
    .then(() => succession.run(deps, signal))
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) report({ message: 'The search index could not be made whole', error });
    });
  return {
    async stop() {
      stopping.abort();
      await reindexing;
    },
  };
}
