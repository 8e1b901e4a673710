/**
 * Makes the search index whole again from the passages that were kept: after its file was lost, or for another embedding model.
 * No source is read again, and no text is embedded twice for one model.
 */

import { sourceScope } from '../../domain/schema.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Documents } from '../../ports/documents.ts';
import { ModelUnavailable } from '../../ports/models.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { type DataSourceDocument, dataSources } from '../../projections/data-sources.ts';
import { type Indexing, indexPassages } from './indexing.ts';
import { parseManifest } from './manifest.ts';

const PAGE = 100;

export interface ReindexDeps extends Indexing {
  readonly documents: Documents;
  readonly blobs: Blobs;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

/** Of one pass over all sources that have passages. */
export interface ReindexPass {
  /** Indexed anew. */
  readonly indexed: number;
  /** Could not be, and may be later: the model was away. */
  readonly waiting: number;
  /** Could not be, and will not be. */
  readonly failed: number;
}

/**
 * One pass. A source that cannot be indexed is reported, and the next one is seen to.
 * @param told after each source, with what the pass has come to
 * @throws StoreUnavailable when a store is away: what was done needs not be done again
 */
export async function reindexWhatIsMissing(
  deps: ReindexDeps,
  signal: AbortSignal,
  told: (soFar: ReindexPass) => void = () => {},
): Promise<ReindexPass> {
  const pass = { indexed: 0, waiting: 0, failed: 0 };
  // Counts are right only after it.
  await deps.searchIndex.refresh();
  let last: DataSourceDocument | null = null;
  do {
    const page: readonly DataSourceDocument[] = await sourcesAfter(last, deps.documents);
    for (const source of page) {
      signal.throwIfAborted();
      const outcome = await reindexOne(source, deps, signal);
      if (outcome === 'whole') continue;
      pass[outcome] += 1;
      told({ ...pass });
    }
    last = page.at(-1) ?? null;
  } while (last !== null);
  return pass;
}

async function sourcesAfter(
  last: DataSourceDocument | null,
  documents: Documents,
): Promise<readonly DataSourceDocument[]> {
  const found = await documents.find<DataSourceDocument>(dataSources.collection, {
    where: {},
    orderBy: { field: 'chatbotId', direction: 'asc' },
    ...(last === null ? {} : { after: { value: last.chatbotId, id: last.id } }),
    limit: PAGE,
  });
  return found.map(({ document }) => document);
}

type Outcome = 'whole' | keyof ReindexPass;

async function reindexOne(source: DataSourceDocument, deps: ReindexDeps, signal: AbortSignal): Promise<Outcome> {
  const { id: sourceId, chatbotId, activeGeneration: generation, manifestHash, chunkCount } = source;
  if (generation === null || manifestHash === null) return 'whole';
  try {
    if ((await deps.searchIndex.count(chatbotId, generation)) === chunkCount) return 'whole';
    const manifest = await deps.blobs.get(sourceScope(chatbotId, sourceId), manifestHash);
    if (manifest === null) throw new Error('The passages of the source are no longer stored');
    await indexPassages({ chatbotId, sourceId, generation }, await parseManifest(manifest), deps, signal);
    await forgetIfReplaced(source, deps);
    return 'indexed';
  } catch (error) {
    signal.throwIfAborted();
    // A store that is away is away for every source: whoever called waits for it and begins again.
    if (error instanceof StoreUnavailable) throw error;
    deps.report({ message: `Source ${sourceId} could not be indexed anew`, error });
    return error instanceof ModelUnavailable ? 'waiting' : 'failed';
  }
}

/** It may have been deleted, or read again, while its passages were being put. */
async function forgetIfReplaced(
  { id, chatbotId, activeGeneration }: DataSourceDocument,
  deps: ReindexDeps,
): Promise<void> {
  const now = await deps.documents.get<DataSourceDocument>(dataSources.collection, id);
  if (activeGeneration === null || now?.activeGeneration === activeGeneration) return;
  await deps.searchIndex.removeGeneration(chatbotId, activeGeneration);
}
