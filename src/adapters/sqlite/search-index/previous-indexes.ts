/** Indexes of other embedders in `search.db`, each searched by a thread of its own while it exists. */
import type { Passage, PreviousIndex, SearchQuery } from '../../../ports/search-index.ts';
import type { Ranking } from '../../../text/ranking/ranking.ts';
import type { SqliteThread } from '../thread/sqlite-thread.ts';
import type { IndexOptions } from './tables/integer-keys.ts';
import { PackedSearches } from './threads/packed-search.ts';
import type { SearchReaderHandlers } from './threads/reader.ts';

type Reader = SqliteThread<SearchReaderHandlers>;

/** Opens a thread at the first use of an index and keeps it. */
export class SqlitePreviousIndexes {
  readonly #remove: (options: IndexOptions) => Promise<void>;
  readonly #openReader: (options: IndexOptions) => Promise<Reader>;
  readonly #opened = new Map<string, Promise<SqlitePreviousIndex>>();

  /** @param remove removes all generations of an index */
  constructor(
    openReader: (options: IndexOptions) => Promise<Reader>,
    remove: (options: IndexOptions) => Promise<void>,
  ) {
    this.#openReader = openReader;
    this.#remove = remove;
  }

  all(listed: readonly IndexOptions[]): Promise<readonly PreviousIndex[]> {
    return Promise.all(listed.map((options) => this.#one(options)));
  }

  async close(): Promise<void> {
    for (const opening of await Promise.allSettled(this.#opened.values())) {
      if (opening.status === 'fulfilled') await opening.value.close();
    }
  }

  #one(options: IndexOptions): Promise<SqlitePreviousIndex> {
    const name = `${options.embedderId}/${options.dimensions}`;
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    const opening = this.#openReader(options).then(
      (reader) => new SqlitePreviousIndex(name, reader, () => this.#remove(options)),
    );
    this.#opened.set(name, opening);
    opening.catch(() => this.#opened.delete(name));
    return opening;
  }
}

class SqlitePreviousIndex implements PreviousIndex {
  readonly name: string;
  readonly drop: () => Promise<void>;
  readonly #reader: Reader;
  readonly #searches = new PackedSearches();

  constructor(name: string, reader: Reader, drop: () => Promise<void>) {
    this.name = name;
    this.drop = drop;
    this.#reader = reader;
  }

  async searchWords(query: Omit<SearchQuery, 'vector'>): Promise<Ranking> {
    return (await this.#searches.search(this.#reader, { ...query, vector: null })).byWords;
  }

  getPassages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    return this.#reader.call('passages', { chatbotId, ids });
  }

  countPassages(chatbotId: string, generation: string): Promise<number> {
    return this.#reader.call('count', { chatbotId, generation });
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
