/** The search index in Elasticsearch 9. Nothing here needs a plugin, a script or a licence. */
import type {
  IndexedPassage,
  OtherIndex,
  Passage,
  SearchIndex,
  SearchQuery,
  SearchResult,
} from '../../ports/search-index.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { textAt } from './answers.ts';
import { type BulkWrite, sendBulk } from './bulk.ts';
import { Connection, type Patience } from './connection.ts';
import { countPassages } from './count.ts';
import { ensureIndex } from './ensure-index.ts';
import { IndexMissing, TryAgain } from './failures.ts';
import { fetchPassages } from './fetch.ts';
import { type IndexIdentity, type IndexNames, indexNames } from './index-layout.ts';
import { otherIndices } from './other-indices.ts';
import { refreshIndices } from './refresh.ts';
import { removeMatching } from './removal.ts';
import { searchPassages } from './search.ts';
import { documentOf } from './stored-passage.ts';
import { Tenant } from './tenant.ts';

export interface ElasticsearchIndexOptions {
  /** `https://user:password@host:9200` */
  readonly url: string;
  readonly embedderId: string;
  readonly dimensions: number;
  /** Begins the names of all indices; installations that share a cluster differ in it. Default `chatledger`. */
  readonly prefix?: string;
  /** Of an index that is made; each chatbot lives in one of them. Default 4. */
  readonly shards?: number;
  /** Milliseconds that a request of a search, a fetch or a count may take with its repetitions: a visitor waits. Default 5000. */
  readonly readDeadlineMs?: number;
}

/** A search index that can be asked whether it answers. */
export interface ElasticsearchIndex extends SearchIndex {
  /** @throws StoreUnavailable when the index cannot be searched */
  ping(): Promise<void>;
}

const DEFAULT_PREFIX = 'chatledger';
const DEFAULT_SHARDS = 4;
const DEFAULT_READ_DEADLINE_MS = 5_000;
const READ_ATTEMPTS = 3;
const PING: Patience = { deadlineMs: 2_000, attempts: 1 };
/** Passages fetched in one request: a few megabytes at the most. */
const MOST_FETCHED = 500;

/**
 * Opens the index of one embedder, which is made when missing. When Elasticsearch is away, that is done at first use.
 * @throws RangeError for a prefix or dimension that Elasticsearch would not take
 * @throws Error when something else stands under the index's name, or Elasticsearch refuses to make it
 */
export async function openElasticsearchIndex(options: ElasticsearchIndexOptions): Promise<ElasticsearchIndex> {
  const {
    embedderId,
    dimensions,
    prefix = DEFAULT_PREFIX,
    shards = DEFAULT_SHARDS,
    readDeadlineMs = DEFAULT_READ_DEADLINE_MS,
  } = options;
  const identity = { prefix, embedderId, dimensions };
  const names = indexNames(identity);
  const index = new Elasticsearch(new Connection(options.url), names, identity, shards, {
    deadlineMs: readDeadlineMs,
    attempts: READ_ATTEMPTS,
  });
  try {
    await index.prepare();
  } catch (error) {
    await index.close();
    throw error;
  }
  return index;
}

class Elasticsearch implements ElasticsearchIndex {
  readonly #connection: Connection;
  readonly #names: IndexNames;
  readonly #identity: IndexIdentity;
  readonly #shards: number;
  readonly #reading: Patience;
  #made: Promise<void> | null = null;

  constructor(connection: Connection, names: IndexNames, identity: IndexIdentity, shards: number, reading: Patience) {
    this.#connection = connection;
    this.#names = names;
    this.#identity = identity;
    this.#shards = shards;
    this.#reading = reading;
  }

  /** Makes the index unless Elasticsearch is away. */
  async prepare(): Promise<void> {
    await this.#ensure().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
  }

  async ping(): Promise<void> {
    await this.#connection.call(PING, async (client, options) => {
      const health = await client.cluster.health({ index: this.#names.alias, timeout: '1s' }, options);
      if (textAt(health, 'status') === 'red') throw new TryAgain('a part of the index is away');
    });
  }

  async put(passages: readonly IndexedPassage[]): Promise<void> {
    for (const { vector } of passages) this.#check(vector);
    await this.#inIndex(() => sendBulk(this.#connection, this.#writesOf(passages)));
  }

  refresh(): Promise<void> {
    return this.#inIndex(() => refreshIndices(this.#connection, this.#names.alias));
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    if (query.vector !== null) this.#check(query.vector);
    return this.#inIndex(() => searchPassages(this.#connection, this.#reading, this.#names.alias, query));
  }

  async passages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    const found: Passage[] = [];
    for (let start = 0; start < ids.length; start += MOST_FETCHED) {
      const page = ids.slice(start, start + MOST_FETCHED);
      found.push(
        ...(await this.#inIndex(() =>
          fetchPassages(this.#connection, this.#reading, this.#names.alias, chatbotId, page),
        )),
      );
    }
    return found;
  }

  count(chatbotId: string, generation: string): Promise<number> {
    const { alias } = this.#names;
    return this.#inIndex(() => countPassages(this.#connection, this.#reading, alias, chatbotId, generation));
  }

  removeGeneration(chatbotId: string, generation: string): Promise<void> {
    return removeMatching(this.#connection, this.#names.all, [{ term: { chatbotId } }, { term: { generation } }]);
  }

  removeSource(chatbotId: string, sourceId: string): Promise<void> {
    return removeMatching(this.#connection, this.#names.all, [{ term: { chatbotId } }, { term: { sourceId } }]);
  }

  removeChatbot(chatbotId: string): Promise<void> {
    return removeMatching(this.#connection, this.#names.all, [{ term: { chatbotId } }]);
  }

  others(): Promise<readonly OtherIndex[]> {
    return otherIndices(this.#connection, this.#reading, this.#identity.prefix, this.#names);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #ensure(): Promise<void> {
    this.#made ??= ensureIndex(this.#connection, this.#names, this.#identity, this.#shards).catch((error: unknown) => {
      this.#made = null;
      throw error;
    });
    return this.#made;
  }

  /** Once more when the index has been removed meanwhile: an operator may do that to have it made again. */
  async #inIndex<Result>(use: () => Promise<Result>): Promise<Result> {
    await this.#ensure();
    try {
      return await use();
    } catch (error) {
      if (!(error instanceof IndexMissing)) throw error;
      this.#made = null;
      await this.#ensure();
      return use();
    }
  }

  #check(vector: Float32Array): void {
    const { dimensions } = this.#identity;
    if (vector.length === dimensions) return;
    throw new RangeError(`A vector has ${vector.length} dimensions, the index has ${dimensions}`);
  }

  /** Made one by one as they are sent. Of several passages under one id the last counts. */
  *#writesOf(passages: readonly IndexedPassage[]): Generator<BulkWrite> {
    const tenants = new Map<string, Tenant>();
    const last = new Map<string, IndexedPassage>();
    for (const passage of passages) {
      last.set(JSON.stringify([passage.chatbotId, passage.id]), passage);
    }
    for (const passage of last.values()) {
      const tenant = tenants.get(passage.chatbotId) ?? new Tenant(passage.chatbotId);
      tenants.set(passage.chatbotId, tenant);
      const [routing, documentId] = [tenant.key, tenant.documentId(passage.id)];
      // Without an alias by that name nothing is written: it would make an index without a mapping.
      const place = { _index: this.#names.alias, _id: documentId, routing, require_alias: true };
      yield { action: JSON.stringify({ index: place }), document: documentOf(passage, tenant) };
    }
  }
}
