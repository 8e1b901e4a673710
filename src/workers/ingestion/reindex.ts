/** Rebuilds missing parts of the search index from stored manifests, without reading a source again or embedding a text twice per model. */
import { sourceScope } from '../../domain/blob-scopes.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Documents } from '../../ports/documents.ts';
import { ModelUnavailable } from '../../ports/models.ts';
import type { Report } from '../../ports/report.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { parseManifest } from '../../projections/data-sources/manifest.ts';
import { type DataSourceDocument, dataSources } from '../../projections/data-sources/projection.ts';
import { eachDocument } from '../../projections/each-document.ts';
import { type Indexing, indexPassages } from './indexing.ts';

const PAGE_SIZE = 100;

export interface ReindexDeps extends Indexing {
  readonly documents: Documents;
  readonly blobs: Blobs;
  readonly report: Report;
}

export interface ReindexPass {
  readonly indexed: number;
  /** The model was unavailable; will be retried. */
  readonly waiting: number;
  /** Will not be retried. */
  readonly failed: number;
}

/**
 * A source that fails is reported and skipped.
 * @param onProgress called after each source
 * @throws StoreUnavailable; the next pass skips what was indexed
 */
export async function reindexMissing(
  deps: ReindexDeps,
  signal: AbortSignal,
  onProgress: (soFar: ReindexPass) => void,
): Promise<ReindexPass> {
  const pass = { indexed: 0, waiting: 0, failed: 0 };
  // Counts are exact only after a refresh.
  await deps.searchIndex.refresh();
  const byChatbot = { orderBy: { field: 'chatbotId', direction: 'asc' }, pageSize: PAGE_SIZE } as const;
  const sources = eachDocument<DataSourceDocument>(deps.documents, dataSources.collection, byChatbot);
  for await (const { document: source } of sources) {
    signal.throwIfAborted();
    const outcome = await reindexOne(source, deps, signal);
    if (outcome === 'complete') continue;
    pass[outcome] += 1;
    onProgress({ ...pass });
  }
  return pass;
}

type Outcome = 'complete' | keyof ReindexPass;

async function reindexOne(source: DataSourceDocument, deps: ReindexDeps, signal: AbortSignal): Promise<Outcome> {
  const { id: sourceId, chatbotId, activeGeneration: generation, manifestHash, chunkCount } = source;
  if (generation === null || manifestHash === null) return 'complete';
  try {
    const indexed = await deps.searchIndex.countPassages(chatbotId, generation);
    if (indexed === chunkCount) return 'complete';
    const manifest = await deps.blobs.get(sourceScope(chatbotId, sourceId), manifestHash);
    if (manifest === null) throw new Error('The passages of the source are no longer stored');
    const passages = await parseManifest(manifest);
    const target = { chatbotId, sourceId, generation };
    await indexPassages(target, passages, deps, signal);
    if (indexed > chunkCount) {
      // Passages of another time or attempt are indexed too. All embeddings are cached now, so an unavailable model cannot leave the source
      // without passages.
      await deps.searchIndex.deleteGeneration(chatbotId, generation);
      await indexPassages(target, passages, deps, signal);
    }
    await removeIfReplaced(source, deps);
    return 'indexed';
  } catch (error) {
    signal.throwIfAborted();
    // An unavailable store affects every source: the caller waits and starts the pass again.
    if (error instanceof StoreUnavailable) throw error;
    const isWaiting = error instanceof ModelUnavailable;
    const next = isWaiting ? 'will retry' : 'refresh or delete it, then restart';
    deps.report({ message: `Failed to rebuild the search index of source ${sourceId}; ${next}`, error });
    return isWaiting ? 'waiting' : 'failed';
  }
}

/** The source may have been deleted or read again in the meantime. */
async function removeIfReplaced(
  { id, chatbotId, activeGeneration }: DataSourceDocument,
  deps: ReindexDeps,
): Promise<void> {
  const current = await deps.documents.get<DataSourceDocument>(dataSources.collection, id);
  if (activeGeneration === null || current?.activeGeneration === activeGeneration) return;
  await deps.searchIndex.deleteGeneration(chatbotId, activeGeneration);
}
