/**
 * Removes passages of sources that the log does not know. They come with a search index that is newer than the log, or another
 * installation's: no search finds such text, and no erasure would reach it.
 */
import type { DataSourceCommands } from '../../commands/data-sources.ts';
import { UnreadableEvent } from '../../event-log/unreadable-event.ts';
import type { Documents } from '../../ports/documents.ts';
import type { IndexedSource, SearchIndex } from '../../ports/search-index.ts';
import { type DataSourceDocument, dataSources } from '../../projections/data-sources/projection.ts';

const PAGE_SIZE = 500;

export interface UnknownSourceDeps {
  /** Lists those of an index that belongs to this installation alone. */
  readonly listSources: () => Promise<readonly IndexedSource[]>;
  readonly searchIndex: Pick<SearchIndex, 'deleteSource'>;
  readonly documents: Documents;
  readonly commands: Pick<DataSourceCommands, 'isLive' | 'isKnown'>;
}

/**
 * Also removes deleted sources, which an interrupted deletion leaves, and does not count them.
 * @returns the number of unknown sources
 * @throws StoreUnavailable, or the signal's reason
 */
export async function removeUnknownSources(deps: UnknownSourceDeps, signal: AbortSignal): Promise<number> {
  const indexed = await deps.listSources();
  let removed = 0;
  for (let start = 0; start < indexed.length; start += PAGE_SIZE) {
    for (const { chatbotId, sourceId } of await withoutDocument(indexed.slice(start, start + PAGE_SIZE), deps)) {
      signal.throwIfAborted();
      // The read model may not know of a new source yet.
      if (await mayBeLive(sourceId, deps)) continue;
      await deps.searchIndex.deleteSource(chatbotId, sourceId);
      if (!(await deps.commands.isKnown(sourceId))) removed += 1;
    }
  }
  return removed;
}

/** True also for a source whose history is damaged: the log knows it. */
async function mayBeLive(sourceId: string, { commands }: UnknownSourceDeps): Promise<boolean> {
  try {
    return await commands.isLive(sourceId);
  } catch (error) {
    if (error instanceof UnreadableEvent) return true;
    throw error;
  }
}

async function withoutDocument(
  page: readonly IndexedSource[],
  { documents }: UnknownSourceDeps,
): Promise<readonly IndexedSource[]> {
  const ids = page.map(({ sourceId }) => sourceId);
  const found = await documents.getMany<DataSourceDocument>(dataSources.collection, ids);
  const known = new Set(found.map(({ id }) => id));
  return page.filter(({ sourceId }) => !known.has(sourceId));
}
