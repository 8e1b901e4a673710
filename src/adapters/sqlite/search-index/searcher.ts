/** Searches the embedded index beside the process that writes it. */
import { join } from 'node:path';
import type { ReadableSearchIndex } from '../../../ports/search-index.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import { SqlitePreviousIndexes } from './previous-indexes.ts';
import type { IndexOptions } from './tables/integer-keys.ts';
import { PackedSearches } from './threads/packed-search.ts';
import type { SearchReaderHandlers } from './threads/reader.ts';

/** Opens an existing `search.db`. @throws Error when it has no index of this embedder */
export async function openSqliteSearcher(
  options: IndexOptions & { readonly directory: string },
): Promise<ReadableSearchIndex> {
  const { directory, embedderId, dimensions } = options;
  const openReader = (moduleOptions: IndexOptions) =>
    SqliteThread.open<SearchReaderHandlers>({
      store: 'search index',
      path: join(directory, 'search.db'),
      module: new URL('./threads/reader.ts', import.meta.url),
      moduleOptions,
      allowExtension: true,
    });
  const thread = await openReader({ embedderId, dimensions });
  const previousIndexes = new SqlitePreviousIndexes(openReader, () =>
    Promise.reject(new Error('Another process writes the index')),
  );
  const searches = new PackedSearches();
  return {
    search: (query) => searches.search(thread, query),
    getPassages: (chatbotId, ids) => thread.call('passages', { chatbotId, ids }),
    countPassages: (chatbotId, generation) => thread.call('count', { chatbotId, generation }),
    previousIndexes: async () => previousIndexes.all(await thread.call('otherEmbedders', null)),
    async close() {
      await previousIndexes.close();
      await thread.close();
    },
  };
}
