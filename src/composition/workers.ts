/** The workers of a process. */
import type { DocumentReader } from '../ports/document-reader.ts';
import type { Web } from '../ports/web.ts';
import { startIngestionWorker } from '../workers/ingestion/ingestion-worker.ts';
import { reindexWhatIsMissing } from '../workers/ingestion/reindex.ts';
import { HostPacer } from '../workers/ingestion/website/host-pacer.ts';
import { startLifecycleWorker } from '../workers/lifecycle/lifecycle-worker.ts';
import type { Inside, Surroundings } from './inside.ts';

/** Sources read at the same time. */
const CONCURRENT_SOURCES = 4;

export interface Workers {
  stop(graceMs: number): Promise<void>;
}

export function startWorkers(
  around: Surroundings & { inside: Inside; documentReader: DocumentReader; web: Web },
): Workers {
  const { inside, stores, models, config, clock, report, documentReader, web } = around;
  const { log, blobs, searchIndex, embeddingCache, documents, keys } = stores;
  const { codec, commands } = inside;
  const indexing = { searchIndex, embeddingCache, embedder: models.embedder };
  const ingestion = startIngestionWorker({
    ...indexing,
    ...{ log, codec, blobs, documentReader, web, clock, report },
    commands: commands.dataSources,
    crawl: config.crawl,
    pacer: new HostPacer(),
    concurrency: CONCURRENT_SOURCES,
  });
  const lifecycle = startLifecycleWorker({ log, codec, keys, searchIndex, blobs, clock, chatbots: commands.chatbots });
  const stopping = new AbortController();
  const reindexing = inside.engine
    .caughtUp()
    .then(() => reindexWhatIsMissing({ ...indexing, documents, blobs, report }, stopping.signal))
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) report({ message: 'The search index could not be made whole', error });
    });
  return {
    async stop(graceMs) {
      stopping.abort();
      await Promise.all([ingestion.stop(graceMs), lifecycle.stop(graceMs), reindexing]);
    },
  };
}
