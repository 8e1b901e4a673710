/** One thread writes `search.db`, others search, so that no search waits for a write. Threads start when needed. See README.md. */
import { join } from 'node:path';
import type {
  IndexedPassage,
  IndexedSource,
  Passage,
  PreviousIndex,
  SearchIndex,
  SearchQuery,
  SearchResult,
} from '../../../ports/search-index.ts';
import type { StoreDamaged } from '../../../ports/store-unavailable.ts';
import { createPrivateFolder } from '../../shared/private-files.ts';
import type { UnwritableStores } from '../../shared/unwritable-stores.ts';
import { IdleSqliteThread } from '../thread/idle-thread.ts';
import { TRUNCATE_LOG_AFTER_MS } from '../thread/log-truncation.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import { SqlitePreviousIndexes } from './previous-indexes.ts';
import type { IndexOptions } from './tables/integer-keys.ts';
import { removeOutdatedFile } from './tables/outdated-file.ts';
import type { Removal } from './tables/remove-generations.ts';
import { PackedSearches } from './threads/packed-search.ts';
import type { SearchReaderHandlers } from './threads/reader.ts';
import { SearchThreads } from './threads/search-threads.ts';
import type { PutBatch, SearchWriterHandlers } from './threads/writer.ts';

export interface SqliteSearchIndexOptions extends IndexOptions {
  /** Created when missing. */
  readonly directory: string;
  readonly unwritableStores?: UnwritableStores | undefined;
  readonly onDamage?: ((error: StoreDamaged) => void) | undefined;
}

/** Passages per call: enough that words repeat, few enough to clone in a few milliseconds. */
const BATCH_SIZE = 512;
/** 64 MB: a batch changes some thousand pages of postings, so a checkpoint comes after about ten batches. */
const CHECKPOINT_PAGES = 16_000;
/** A long search delays only half of the others. */
const READERS = 2;
/** Covers the removal of a large chatbot, and a batch that waits behind it. */
const WRITE_TIMEOUT_MS = 120_000;
/** A stop does not wait for a long batch: the next attempt indexes its source again. */
const GIVE_UP_AFTER_MS = 2_000;
/** Lets the write-ahead log be truncated first. If a reader still holds it, the end of the thread tries once more. */
const WRITER_IDLE_MS = TRUNCATE_LOG_AFTER_MS + 1_000;

/** A file may hold several indexes, each isolated; removals reach all of them. */
export async function openSqliteSearchIndex(options: SqliteSearchIndexOptions): Promise<ProbedSearchIndex> {
  createPrivateFolder(options.directory);
  const path = join(options.directory, 'search.db');
  await removeOutdatedFile(path);
  const { embedderId, dimensions } = options;
  const common = {
    path,
    moduleOptions: { embedderId, dimensions } satisfies IndexOptions,
  };
  const writer = new IdleSqliteThread<SearchWriterHandlers>({
    ...common,
    store: 'search index (writing)',
    module: new URL('./threads/writer.ts', import.meta.url),
    deadlineMs: WRITE_TIMEOUT_MS,
    giveUpAfterMs: GIVE_UP_AFTER_MS,
    checkpointPages: CHECKPOINT_PAGES,
    truncateLogAfterMs: TRUNCATE_LOG_AFTER_MS,
    unwritableStores: options.unwritableStores,
    onDamage: options.onDamage,
    idleMs: WRITER_IDLE_MS,
  });
  const openReader = (moduleOptions: IndexOptions) =>
    SqliteThread.open<SearchReaderHandlers>({
      path,
      moduleOptions,
      store: 'search index',
      module: new URL('./threads/reader.ts', import.meta.url),
      allowExtension: true,
      onDamage: options.onDamage,
    });
  const readers = new SearchThreads(READERS, () => openReader(common.moduleOptions), options.onDamage);
  const remove = (previous: IndexOptions) =>
    writer.use(async (thread) => {
      while (await thread.call('removeOneGeneration', previous));
      await thread.call('truncateLog', null);
    });
  const index = new SqliteSearchIndex(writer, readers, new SqlitePreviousIndexes(openReader, remove), dimensions);
  try {
    await readers.first();
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}

export interface ProbedSearchIndex extends SearchIndex {
  /** Reads a random row of each table. @throws StoreDamaged */
  probe(): Promise<void>;
  /** Sources in the indexes of all embedders. */
  sources(): Promise<readonly IndexedSource[]>;
}

class SqliteSearchIndex implements ProbedSearchIndex {
  readonly #writer: IdleSqliteThread<SearchWriterHandlers>;
  readonly #readers: SearchThreads;
  readonly #previousIndexes: SqlitePreviousIndexes;
  readonly #searches = new PackedSearches();
  readonly #dimensions: number;

  constructor(
    writer: IdleSqliteThread<SearchWriterHandlers>,
    readers: SearchThreads,
    previousIndexes: SqlitePreviousIndexes,
    dimensions: number,
  ) {
    this.#writer = writer;
    this.#readers = readers;
    this.#previousIndexes = previousIndexes;
    this.#dimensions = dimensions;
  }

  async putPassages(passages: readonly IndexedPassage[]): Promise<void> {
    for (const { vector } of passages) this.#checkDimensions(vector);
    if (passages.length === 0) return;
    await this.#writer.use(async (thread) => {
      for (let start = 0; start < passages.length; start += BATCH_SIZE) {
        const batch = this.#pack(passages.slice(start, start + BATCH_SIZE));
        await thread.call('put', batch, { transfer: [batch.vectors.buffer] });
      }
    });
  }

  /** A search reads what has been committed. */
  async refresh(): Promise<void> {}

  async search(query: SearchQuery): Promise<SearchResult> {
    if (query.vector !== null) this.#checkDimensions(query.vector);
    return this.#searches.search(await this.#readers.of(query.chatbotId), query);
  }

  async getPassages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    return (await this.#readers.of(chatbotId)).call('passages', { chatbotId, ids });
  }

  async countPassages(chatbotId: string, generation: string): Promise<number> {
    return (await this.#readers.of(chatbotId)).call('count', { chatbotId, generation });
  }

  deleteGeneration(chatbotId: string, generation: string): Promise<void> {
    return this.#remove({ chatbotId, generation, sourceId: null });
  }

  deleteSource(chatbotId: string, sourceId: string): Promise<void> {
    return this.#remove({ chatbotId, generation: null, sourceId });
  }

  deleteChatbot(chatbotId: string): Promise<void> {
    return this.#remove({ chatbotId, generation: null, sourceId: null });
  }

  async previousIndexes(): Promise<readonly PreviousIndex[]> {
    return this.#previousIndexes.all(await (await this.#readers.first()).call('otherEmbedders', null));
  }

  async probe(): Promise<void> {
    await (await this.#readers.first()).call('probe', null);
  }

  async sources(): Promise<readonly IndexedSource[]> {
    return (await this.#readers.first()).call('sources', null);
  }

  async close(): Promise<void> {
    await this.#previousIndexes.close();
    await this.#readers.close();
    await this.#writer.close();
  }

  #remove(removal: Removal): Promise<void> {
    return this.#writer.use(async (thread) => {
      await thread.call('remove', removal);
      await thread.call('truncateLog', null);
    });
  }

  #checkDimensions(vector: Float32Array): void {
    if (vector.length === this.#dimensions) return;
    throw new RangeError(`The vector has ${vector.length} dimensions, the index has ${this.#dimensions}`);
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
