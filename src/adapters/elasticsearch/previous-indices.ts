import type { Passage, PreviousIndex, SearchQuery } from '../../ports/search-index.ts';
import { NO_RANKING, type Ranking } from '../../text/ranking/ranking.ts';
import type { IndexReads, RetryPolicy } from './client/connection.ts';
import { IndexMissing } from './client/failures.ts';
import { valueAt } from './client/responses.ts';
import { type IndexNames, isIndexOf } from './indices/index-layout.ts';
import { countPassages } from './passages/count.ts';
import { fetchPassages } from './passages/fetch.ts';
import { searchPassages } from './searching/search.ts';

const DROP_POLICY: RetryPolicy = { deadlineMs: 60_000, attempts: 5 };

/** Indexes of other embedders or earlier layouts. @throws StoreUnavailable */
export async function previousIndices(
  reads: IndexReads,
  prefix: string,
  names: IndexNames,
): Promise<readonly PreviousIndex[]> {
  const all = await reads.connection.call(reads.retryPolicy, (client, options) =>
    client.indices.get({ index: names.all }, options),
  );
  return Object.entries(all)
    .filter(
      ([index, { aliases = {} }]) =>
        !Object.hasOwn(aliases, names.alias) && isIndexOf(prefix, index, valueAt(all, index)),
    )
    .map(([index]) => new ElasticsearchPreviousIndex({ ...reads, index }));
}

class ElasticsearchPreviousIndex implements PreviousIndex {
  readonly name: string;
  readonly #reads: IndexReads;

  constructor(reads: IndexReads) {
    this.name = reads.index;
    this.#reads = reads;
  }

  searchWords(query: Omit<SearchQuery, 'vector'>): Promise<Ranking> {
    const search = () => searchPassages(this.#reads, { ...query, vector: null });
    return unlessDropped(async () => (await search()).byWords, NO_RANKING);
  }

  getPassages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    return unlessDropped<readonly Passage[]>(() => fetchPassages(this.#reads, chatbotId, ids), []);
  }

  countPassages(chatbotId: string, generation: string): Promise<number> {
    return unlessDropped(() => countPassages(this.#reads, chatbotId, generation), 0);
  }

  async drop(): Promise<void> {
    await this.#reads.connection.call(DROP_POLICY, (client, options) =>
      client.indices.delete({ index: this.name, ignore_unavailable: true }, options),
    );
  }
}

/** Another node may have dropped the index. */
async function unlessDropped<Result>(operation: () => Promise<Result>, fallback: Result): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof IndexMissing) return fallback;
    throw error;
  }
}
