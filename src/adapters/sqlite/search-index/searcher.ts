/** Searches the embedded index beside the process that writes it. */
import { join } from 'node:path';
import type { SearchIndex } from '../../../ports/search-index.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import type { IndexOptions } from './keys.ts';
import type { SearchReaderHandlers } from './reader.ts';

export type Searcher = Pick<SearchIndex, 'search' | 'getPassages' | 'close'>;

/** Opens an existing `search.db`. @throws Error when it has no index of this embedder */
export async function openSqliteSearcher(options: IndexOptions & { readonly directory: string }): Promise<Searcher> {
  const { directory, embedderId, dimensions } = options;
  const thread = await SqliteThread.open<SearchReaderHandlers>({
    store: 'search index',
    path: join(directory, 'search.db'),
    module: new URL('./reader.ts', import.meta.url),
    moduleOptions: { embedderId, dimensions } satisfies IndexOptions,
    allowExtension: true,
  });
  return {
    search: (query) => thread.call('search', query),
    getPassages: (chatbotId, ids) => thread.call('passages', { chatbotId, ids }),
    close: () => thread.close(),
  };
}
