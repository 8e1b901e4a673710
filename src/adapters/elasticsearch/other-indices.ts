/** Indexes that other embedders, or an earlier layout, have left under the names of this installation. */
import type { OtherIndex, Passage, SearchHit, SearchQuery } from '../../ports/search-index.ts';
import { at } from './answers.ts';
import type { Connection, Patience } from './connection.ts';
import { countPassages } from './count.ts';
import { IndexMissing } from './failures.ts';
import { fetchPassages } from './fetch.ts';
import { type IndexNames, isIndexOf } from './index-layout.ts';
import { searchPassages } from './search.ts';

const REMOVING: Patience = { deadlineMs: 60_000, attempts: 5 };

/** @throws StoreUnavailable */
export async function otherIndices(
  connection: Connection,
  reading: Patience,
  prefix: string,
  names: IndexNames,
): Promise<readonly OtherIndex[]> {
  const all = await connection.call(reading, (client, options) => client.indices.get({ index: names.all }, options));
  return Object.entries(all)
    .filter(
      ([index, { aliases = {} }]) => !Object.hasOwn(aliases, names.alias) && isIndexOf(prefix, index, at(all, index)),
    )
    .map(([index]) => new OtherElasticsearchIndex(connection, reading, index));
}

class OtherElasticsearchIndex implements OtherIndex {
  readonly name: string;
  readonly #connection: Connection;
  readonly #reading: Patience;

  constructor(connection: Connection, reading: Patience, name: string) {
    this.name = name;
    this.#connection = connection;
    this.#reading = reading;
  }

  searchWords(query: Omit<SearchQuery, 'vector'>): Promise<readonly SearchHit[]> {
    const search = () => searchPassages(this.#connection, this.#reading, this.name, { ...query, vector: null });
    return unlessDropped(async () => (await search()).byWords, []);
  }

  passages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    return unlessDropped<readonly Passage[]>(
      () => fetchPassages(this.#connection, this.#reading, this.name, chatbotId, ids),
      [],
    );
  }

  count(chatbotId: string, generation: string): Promise<number> {
    return unlessDropped(() => countPassages(this.#connection, this.#reading, this.name, chatbotId, generation), 0);
  }

  async drop(): Promise<void> {
    await this.#connection.call(REMOVING, (client, options) =>
      client.indices.delete({ index: this.name, ignore_unavailable: true }, options),
    );
  }
}

/** Another node may have dropped it. */
async function unlessDropped<Result>(use: () => Promise<Result>, nothing: Result): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof IndexMissing) return nothing;
    throw error;
  }
}
