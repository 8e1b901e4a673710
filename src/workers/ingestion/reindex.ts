/**
 * Makes the search index whole again from the passages that were kept: after its file was lost, or for another embedding model.
 * No source is read again, and no text is embedded twice for one model.
 */

import { sourceScope } from '../../domain/schema.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Documents } from '../../ports/documents.ts';
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

/**
 * Answers how many sources were indexed anew. A source that cannot be is reported, and the next one is seen to.
 * @throws StoreUnavailable when a store is away: what was done needs not be done again
 */
export async function reindexWhatIsMissing(deps: ReindexDeps, signal: AbortSignal): Promise<number> {
  let indexed = 0;
  // Counts are right only after it.
  await deps.searchIndex.refresh();
  let last: DataSourceDocument | null = null;
  do {
    const page: readonly DataSourceDocument[] = await sourcesAfter(last, deps.documents);
    for (const source of page) {
      signal.throwIfAborted();
      if (await reindexOne(source, deps, signal)) indexed += 1;
    }
    last = page.at(-1) ?? null;
  } while (last !== null);
  return indexed;
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

async function reindexOne(source: DataSourceDocument, deps: ReindexDeps, signal: AbortSignal): Promise<boolean> {
  const { id: sourceId, chatbotId, activeGeneration: generation, manifestHash, chunkCount } = source;
  if (generation === null || manifestHash === null) return false;
  try {
    if ((await deps.searchIndex.count(chatbotId, generation)) === chunkCount) return false;
    const manifest = await deps.blobs.get(sourceScope(chatbotId, sourceId), manifestHash);
    if (manifest === null) throw new Error('The passages of the source are no longer stored');
    await indexPassages({ chatbotId, sourceId, generation }, parseManifest(manifest), deps, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    // A store that is away is away for every source: whoever called waits for it and begins again.
    if (error instanceof StoreUnavailable) throw error;
    deps.report({ message: `Source ${sourceId} could not be indexed anew`, error });
    return false;
  }
}
