/** Elasticsearch 9, without plugins, scripts or a paid licence. */
import type {
  IndexedPassage,
  Passage,
  PreviousIndex,
  ReadableSearchIndex,
  SearchIndex,
  SearchQuery,
  SearchResult,
} from '../../ports/search-index.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { ElasticsearchConnection, type IndexReads, type RetryPolicy } from './client/connection.ts';
import { IndexMissing, RetryableError } from './client/failures.ts';
import { textAt } from './client/responses.ts';
import { ensureIndex } from './indices/ensure-index.ts';
import { DEFAULT_PREFIX, type IndexIdentity, type IndexNames, indexNames } from './indices/index-layout.ts';
import { readIndexUuid } from './indices/index-uuid.ts';
import { refreshIndices } from './indices/refresh.ts';
import { countPassages } from './passages/count.ts';
import { fetchPassages } from './passages/fetch.ts';
import { documentOf } from './passages/stored-passage.ts';
import { Tenant } from './passages/tenant.ts';
import { previousIndices } from './previous-indices.ts';
import { searchPassages } from './searching/search.ts';
import { type BulkWrite, sendBulk } from './writing/bulk.ts';
import { DeletionExpunger } from './writing/expunge.ts';
import { removeMatching } from './writing/removal.ts';

export interface ElasticsearchIndexOptions {
  /** `https://user:password@host:9200` */
  readonly url: string;
  readonly embedderId: string;
  readonly dimensions: number;
  /** Unique for each installation in a cluster. Default `chatledger`. */
  readonly prefix?: string;
  /** Default 4. Each chatbot lives in one shard of a new index. */
  readonly shards?: number;
  /** All retries included. Default 5000. */
  readonly readDeadlineMs?: number;
  /** From a deletion until its bytes are merged away. Default a minute. */
  readonly expungeDelayMs?: number;
  /** Called when the index had been deleted and an empty one was created in its place. */
  readonly onRecreated?: () => void;
}

/** Opens an existing index for reading. @throws Error when there is none */
export async function openElasticsearchSearcher(
  options: Omit<ElasticsearchIndexOptions, 'shards' | 'expungeDelayMs' | 'onRecreated'>,
): Promise<ReadableSearchIndex> {
  const index = createIndex(options, null);
  try {
    await index.ensure();
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}

export interface ElasticsearchIndex extends SearchIndex {
  /** @throws StoreUnavailable when the index cannot be searched */
  ping(): Promise<void>;
  /** Calls `onRecreated` when the index is missing, or was created anew since the last call. @throws StoreUnavailable */
  checkRecreated(): Promise<void>;
}

const DEFAULT_SHARDS = 4;
const DEFAULT_READ_DEADLINE_MS = 5_000;
const READ_ATTEMPTS = 3;
const PING_POLICY: RetryPolicy = { deadlineMs: 2_000, attempts: 1 };
/** Passages in one request: a few megabytes at most. */
const MAX_FETCHED = 500;

/**
 * Creates a missing index, at first use if Elasticsearch is unavailable now.
 * @throws RangeError for a prefix or dimension that Elasticsearch does not accept; Error when the index belongs to another
 * embedder, or cannot be created
 */
export async function openElasticsearchIndex(options: ElasticsearchIndexOptions): Promise<ElasticsearchIndex> {
  const index = createIndex(options, options.shards ?? DEFAULT_SHARDS);
  try {
    await index.prepare();
  } catch (error) {
    await index.close();
    throw error;
  }
  return index;
}

function createIndex(options: ElasticsearchIndexOptions, shards: number | null): Elasticsearch {
  const { url, embedderId, dimensions, prefix = DEFAULT_PREFIX, expungeDelayMs, onRecreated } = options;
  const { readDeadlineMs: deadlineMs = DEFAULT_READ_DEADLINE_MS } = options;
  const identity = { prefix, embedderId, dimensions };
  const names = indexNames(identity);
  const connection = new ElasticsearchConnection(url);
  const retryPolicy = { deadlineMs, attempts: READ_ATTEMPTS };
  const expunger = new DeletionExpunger(connection, names.all, expungeDelayMs);
  const reads = { connection, retryPolicy, index: names.alias };
  return new Elasticsearch(reads, { names, identity, shards, expunger, onRecreated });
}

interface IndexParts {
  readonly names: IndexNames;
  readonly identity: IndexIdentity;
  /** `null` for an index that is only read. */
  readonly shards: number | null;
  readonly expunger: DeletionExpunger;
  readonly onRecreated: ElasticsearchIndexOptions['onRecreated'];
}

class Elasticsearch implements ElasticsearchIndex {
  readonly #reads: IndexReads;
  readonly #connection: ElasticsearchConnection;
  readonly #names: IndexNames;
  readonly #identity: IndexIdentity;
  readonly #shards: number | null;
  readonly #expunger: DeletionExpunger;
  readonly #onRecreated: ElasticsearchIndexOptions['onRecreated'];
  #indexCreation: Promise<boolean> | null = null;
  /** Elasticsearch's id of the index as of the last check; null before the first. */
  #uuid: string | null = null;

  constructor(reads: IndexReads, { names, identity, shards, expunger, onRecreated }: IndexParts) {
    this.#reads = reads;
    this.#connection = reads.connection;
    this.#names = names;
    this.#identity = identity;
    this.#shards = shards;
    this.#expunger = expunger;
    this.#onRecreated = onRecreated;
  }

  async prepare(): Promise<void> {
    // An earlier process may have ended between a deletion and its merge.
    this.#expunger.schedule();
    await this.ensure().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
  }

  async ping(): Promise<void> {
    await this.#connection.call(PING_POLICY, async (client, options) => {
      const health = await client.cluster.health({ index: this.#names.alias, timeout: '1s' }, options);
      if (textAt(health, 'status') === 'red') throw new RetryableError('a shard of the index is unavailable');
    });
  }

  async checkRecreated(): Promise<void> {
    const uuid = await this.#inIndex(() => readIndexUuid(this.#reads));
    const isAnother = this.#uuid !== null && this.#uuid !== uuid;
    this.#uuid = uuid;
    if (isAnother) this.#onRecreated?.();
  }

  async putPassages(passages: readonly IndexedPassage[]): Promise<void> {
    for (const { vector } of passages) this.#check(vector);
    await this.#inIndex(() => sendBulk(this.#connection, this.#writesOf(passages)));
  }

  refresh(): Promise<void> {
    return this.#inIndex(() => refreshIndices(this.#connection, this.#names.alias));
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    if (query.vector !== null) this.#check(query.vector);
    return this.#inIndex(() => searchPassages(this.#reads, query));
  }

  async getPassages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    const found: Passage[] = [];
    for (let start = 0; start < ids.length; start += MAX_FETCHED) {
      const page = ids.slice(start, start + MAX_FETCHED);
      const fetched = await this.#inIndex(() => fetchPassages(this.#reads, chatbotId, page));
      for (const passage of fetched) found.push(passage);
    }
    return found;
  }

  countPassages(chatbotId: string, generation: string): Promise<number> {
    return this.#inIndex(() => countPassages(this.#reads, chatbotId, generation));
  }

  deleteGeneration(chatbotId: string, generation: string): Promise<void> {
    return this.#remove([{ term: { chatbotId } }, { term: { generation } }]);
  }

  deleteSource(chatbotId: string, sourceId: string): Promise<void> {
    return this.#remove([{ term: { chatbotId } }, { term: { sourceId } }]);
  }

  deleteChatbot(chatbotId: string): Promise<void> {
    return this.#remove([{ term: { chatbotId } }]);
  }

  previousIndexes(): Promise<readonly PreviousIndex[]> {
    return previousIndices(this.#reads, this.#identity.prefix, this.#names);
  }

  close(): Promise<void> {
    this.#expunger.stop();
    return this.#connection.close();
  }

  async #remove(filter: Parameters<typeof removeMatching>[2]): Promise<void> {
    await removeMatching(this.#connection, this.#names.all, filter);
    this.#expunger.schedule();
  }

  /** @returns whether this process has created the index */
  ensure(): Promise<boolean> {
    this.#indexCreation ??= ensureIndex(this.#connection, this.#names, this.#identity, this.#shards).catch(
      (error: unknown) => {
        this.#indexCreation = null;
        throw error;
      },
    );
    return this.#indexCreation;
  }

  /** Retries once when an operator has deleted the index. */
  async #inIndex<Result>(operation: () => Promise<Result>): Promise<Result> {
    await this.ensure();
    const created = this.#indexCreation;
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof IndexMissing)) throw error;
      const isFirst = this.#indexCreation === created;
      if (isFirst) this.#indexCreation = null;
      const isCreated = await this.ensure();
      // One that another node has created has another id, which the next check notices.
      if (isFirst && isCreated) {
        // The next check learns the id of the new one.
        this.#uuid = null;
        this.#onRecreated?.();
      }
      return operation();
    }
  }

  #check(vector: Float32Array): void {
    const { dimensions } = this.#identity;
    if (vector.length === dimensions) return;
    throw new RangeError(`A vector has ${vector.length} dimensions, the index has ${dimensions}`);
  }

  /** Generated lazily. The last of several passages with one id wins. */
  *#writesOf(passages: readonly IndexedPassage[]): Generator<BulkWrite> {
    const tenants = new Map<string, Tenant>();
    const passagesByKey = new Map<string, IndexedPassage>();
    for (const passage of passages) {
      passagesByKey.set(JSON.stringify([passage.chatbotId, passage.id]), passage);
    }
    for (const passage of passagesByKey.values()) {
      const tenant = tenants.get(passage.chatbotId) ?? new Tenant(passage.chatbotId);
      tenants.set(passage.chatbotId, tenant);
      const [routing, documentId] = [tenant.key, tenant.documentId(passage.id)];
      // Without `require_alias`, a missing alias would create an index without our mapping.
      const target = { _index: this.#names.alias, _id: documentId, routing, require_alias: true };
      yield { action: JSON.stringify({ index: target }), document: documentOf(passage, tenant) };
    }
  }
}
