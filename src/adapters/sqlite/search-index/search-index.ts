/**
 * The search index in `search.db`: one thread writes it, others search it, so that a search waits for no write. Words are ranked by
 * postings of our own, vectors by short codes and then exactly, by sqlite-vec.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  IndexedPassage,
  OtherIndex,
  Passage,
  SearchIndex,
  SearchQuery,
  SearchResult,
} from '../../../ports/search-index.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import type { IndexOptions } from './keys.ts';
import { SqliteOtherIndexes } from './other-index.ts';
import { removeOutdatedFile } from './outdated-file.ts';
import type { SearchReaderHandlers } from './reader.ts';
import type { Removal } from './removal.ts';
import type { PutBatch, SearchWriterHandlers } from './writer.ts';

export interface SqliteSearchIndexOptions extends IndexOptions {
  /** Where `search.db` is kept; made when missing. */
  readonly directory: string;
}

/** Passages that travel to the thread together: enough that words repeat between them, few enough to be copied in a few milliseconds. */
const batchSize = 512;
/** A batch changes some thousand pages of postings: the log is copied into the file after about ten of them. 64 MB. */
const checkpointPages = 16_000;
/**
 * Threads that search. Each chatbot has one of them, so that what is remembered of it is so once; a long search holds up only half of the others.
 */
const searchers = 2;
/** Milliseconds for removing a large chatbot, or for a batch that waits behind such a removal. */
const writeDeadline = 120_000;

/**
 * Opens the index of one embedder. One file may hold the indexes of several beside each other; each sees only its own, but removals
 * reach all of them.
 */
export async function openSqliteSearchIndex(options: SqliteSearchIndexOptions): Promise<SearchIndex> {
  await mkdir(options.directory, { recursive: true });
  const path = join(options.directory, 'search.db');
  await removeOutdatedFile(path);
  const { embedderId, dimensions } = options;
  const common = {
    path,
    moduleOptions: { embedderId, dimensions } satisfies IndexOptions,
  };
  const writer = await SqliteThread.open<SearchWriterHandlers>({
    ...common,
    store: 'search index (writing)',
    module: new URL('./writer.ts', import.meta.url),
    deadlineMs: writeDeadline,
    checkpointPages,
  });
  const openReader = (moduleOptions: IndexOptions) =>
    SqliteThread.open<SearchReaderHandlers>({
      path,
      moduleOptions,
      store: 'search index',
      module: new URL('./reader.ts', import.meta.url),
      allowExtension: true,
    });
  const opening = await Promise.allSettled(Array.from({ length: searchers }, () => openReader(common.moduleOptions)));
  const readers = opening.flatMap((opened) => (opened.status === 'fulfilled' ? [opened.value] : []));
  const failed = opening.find((opened) => opened.status === 'rejected');
  const index = new SqliteSearchIndex(writer, readers, new SqliteOtherIndexes(writer, openReader), dimensions);
  if (failed === undefined) return index;
  await index.close();
  throw failed.reason;
}

class SqliteSearchIndex implements SearchIndex {
  readonly #writer: SqliteThread<SearchWriterHandlers>;
  readonly #readers: readonly SqliteThread<SearchReaderHandlers>[];
  readonly #others: SqliteOtherIndexes;
  readonly #dimensions: number;

  constructor(
    writer: SqliteThread<SearchWriterHandlers>,
    readers: readonly SqliteThread<SearchReaderHandlers>[],
    others: SqliteOtherIndexes,
    dimensions: number,
  ) {
    this.#writer = writer;
    this.#readers = readers;
    this.#others = others;
    this.#dimensions = dimensions;
  }

  async put(passages: readonly IndexedPassage[]): Promise<void> {
    for (const { vector } of passages) this.#check(vector);
    for (let start = 0; start < passages.length; start += batchSize) {
      const batch = this.#pack(passages.slice(start, start + batchSize));
      await this.#writer.call('put', batch, { transfer: [batch.vectors.buffer] });
    }
  }

  /** What has been committed is what the next search reads. */
  async refresh(): Promise<void> {}

  async search(query: SearchQuery): Promise<SearchResult> {
    if (query.vector !== null) this.#check(query.vector);
    const vector = query.vector === null ? null : Float32Array.from(query.vector);
    return this.#readerOf(query.chatbotId).call('search', { ...query, vector, limit: Math.max(0, query.limit) });
  }

  passages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    return this.#readerOf(chatbotId).call('passages', { chatbotId, ids });
  }

  count(chatbotId: string, generation: string): Promise<number> {
    return this.#readerOf(chatbotId).call('count', { chatbotId, generation });
  }

  removeGeneration(chatbotId: string, generation: string): Promise<void> {
    return this.#remove({ chatbotId, generation, sourceId: null });
  }

  removeSource(chatbotId: string, sourceId: string): Promise<void> {
    return this.#remove({ chatbotId, generation: null, sourceId });
  }

  removeChatbot(chatbotId: string): Promise<void> {
    return this.#remove({ chatbotId, generation: null, sourceId: null });
  }

  async others(): Promise<readonly OtherIndex[]> {
    return this.#others.all((await this.#readers[0]?.call('others', null)) ?? []);
  }

  async close(): Promise<void> {
    await this.#others.close();
    await Promise.all(this.#readers.map((reader) => reader.close()));
    await this.#writer.close();
  }

  async #remove(removal: Removal): Promise<void> {
    await this.#writer.call('remove', removal);
    await this.#writer.call('emptyLog', null);
  }

  #readerOf(chatbotId: string): SqliteThread<SearchReaderHandlers> {
    let sum = 0;
    for (let index = 0; index < chatbotId.length; index += 1) sum += chatbotId.charCodeAt(index);
    const reader = this.#readers[sum % this.#readers.length];
    if (reader === undefined) throw new RangeError('The index has no thread that searches');
    return reader;
  }

  #check(vector: Float32Array): void {
    if (vector.length === this.#dimensions) return;
    throw new RangeError(`A vector has ${vector.length} dimensions, the index has ${this.#dimensions}`);
  }

  #pack(passages: readonly IndexedPassage[]): PutBatch & { readonly vectors: Float32Array<ArrayBuffer> } {
    const vectors = new Float32Array(passages.length * this.#dimensions);
    const rest = passages.map(({ vector, ...passage }, index) => {
      vectors.set(vector, index * this.#dimensions);
      return passage;
    });
    return { passages: rest, vectors };
  }
}
