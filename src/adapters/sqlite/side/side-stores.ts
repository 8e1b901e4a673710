/** Counters, the embedding cache and keyed requests, embedded: one file, `side.db`, and one thread for all. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Counters, Usage } from '../../../ports/counters.ts';
import type { EmbeddingCache } from '../../../ports/embedding-cache.ts';
import {
  type Claimed,
  HOLD_MS,
  type Hold,
  type Idempotency,
  type KeptAnswer,
  type KeyedRequest,
  MAX_REMEMBERED,
} from '../../../ports/idempotency.ts';
import { checkKeptAnswer, checkKeyedRequest, checkName } from '../../idempotency-input.ts';
import { checkIncrements, checkTextHash } from '../../side-input.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import { hashBytes, type PackedVectors } from './embeddings.ts';
import type { SideHandlers } from './handlers.ts';

export interface SideStores {
  readonly counters: Counters;
  readonly embeddingCache: EmbeddingCache;
  readonly idempotency: Idempotency;
}

/** Embeddings sent to or asked of the thread in one call: 1.5 MB of 1536 dimensions. */
const embeddingsAtOnce = 256;

/**
 * Makes the folder and the file when missing. The file is closed when all stores are.
 * @param options.maxEmbeddings Entries the cache keeps, the least recently used go first. Default 1,000,000.
 * @param options.maxKeyedRequests Remembered for each group. Default `MAX_REMEMBERED`.
 */
export async function openSqliteSideStores(options: {
  readonly directory: string;
  readonly maxEmbeddings?: number;
  readonly maxKeyedRequests?: number;
}): Promise<SideStores> {
  const { maxEmbeddings = 1_000_000, maxKeyedRequests = MAX_REMEMBERED } = options;
  for (const bound of [maxEmbeddings, maxKeyedRequests]) {
    if (!Number.isSafeInteger(bound) || bound < 1) throw new RangeError(`Not a bound: ${bound}`);
  }
  await mkdir(options.directory, { recursive: true });
  const thread = await SqliteThread.open<SideHandlers>({
    store: 'side stores',
    path: join(options.directory, 'side.db'),
    module: new URL('./handlers.ts', import.meta.url),
    moduleOptions: { maxEmbeddings, maxKeyedRequests },
  });
  const open = new Set<unknown>();
  const closeOne = async (store: unknown): Promise<void> => {
    open.delete(store);
    if (open.size === 0) await thread.close();
  };
  const counters = new SqliteCounters(thread, closeOne);
  const embeddingCache = new SqliteEmbeddingCache(thread, closeOne);
  const idempotency = new SqliteIdempotency(thread, closeOne);
  open.add(counters).add(embeddingCache).add(idempotency);
  return { counters, embeddingCache, idempotency };
}

class SqliteCounters implements Counters {
  readonly #thread: SqliteThread<SideHandlers>;
  readonly #closeOne: (store: unknown) => Promise<void>;

  constructor(thread: SqliteThread<SideHandlers>, closeOne: (store: unknown) => Promise<void>) {
    this.#thread = thread;
    this.#closeOne = closeOne;
  }

  async add(increments: ReadonlyMap<string, Usage>): Promise<void> {
    checkIncrements(increments);
    if (increments.size > 0) await this.#thread.call('addCounts', increments);
  }

  async read(names: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    return names.length === 0 ? new Map() : this.#thread.call('readCounts', names);
  }

  close(): Promise<void> {
    return this.#closeOne(this);
  }
}

class SqliteEmbeddingCache implements EmbeddingCache {
  readonly #thread: SqliteThread<SideHandlers>;
  readonly #closeOne: (store: unknown) => Promise<void>;

  constructor(thread: SqliteThread<SideHandlers>, closeOne: (store: unknown) => Promise<void>) {
    this.#thread = thread;
    this.#closeOne = closeOne;
  }

  async find(model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const found = new Map<string, Float32Array>();
    const wanted = [...new Set(hashes)];
    for (let start = 0; start < wanted.length; start += embeddingsAtOnce) {
      const some = packHashes(wanted.slice(start, start + embeddingsAtOnce));
      const vectors = await this.#thread.call('findEmbeddings', { model, hashes: some });
      for (const [hash, vector] of unpack(vectors)) found.set(hash, vector);
    }
    return found;
  }

  async put(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    const all = [...vectors];
    for (let start = 0; start < all.length; start += embeddingsAtOnce) {
      const packed = pack(all.slice(start, start + embeddingsAtOnce));
      const transfer = [packed.hashes.buffer, packed.lengths.buffer, packed.numbers.buffer];
      await this.#thread.call('putEmbeddings', { model, vectors: packed }, { transfer });
    }
  }

  close(): Promise<void> {
    return this.#closeOne(this);
  }
}

class SqliteIdempotency implements Idempotency {
  readonly #thread: SqliteThread<SideHandlers>;
  readonly #closeOne: (store: unknown) => Promise<void>;

  constructor(thread: SqliteThread<SideHandlers>, closeOne: (store: unknown) => Promise<void>) {
    this.#thread = thread;
    this.#closeOne = closeOne;
  }

  async claim(request: KeyedRequest): Promise<Claimed> {
    checkKeyedRequest(request);
    return this.#thread.call('claimRequest', request);
  }

  async renew({ id, holder }: Hold, now: number): Promise<boolean> {
    return this.#thread.call('renewRequest', { id, holder, until: now + HOLD_MS });
  }

  async nameBody({ id, holder }: Hold, body: string): Promise<'named' | 'other body' | 'lost'> {
    checkName(body);
    return this.#thread.call('nameBodyOfRequest', { id, holder, body });
  }

  async answer({ id, holder }: Hold, { subject, sealed }: KeptAnswer): Promise<boolean> {
    checkKeptAnswer({ subject, sealed });
    return this.#thread.call('answerRequest', { id, holder, subject, sealed });
  }

  async release({ id, holder }: Hold): Promise<void> {
    await this.#thread.call('renewRequest', { id, holder, until: 0 });
  }

  close(): Promise<void> {
    return this.#closeOne(this);
  }
}

/** @throws RangeError for what is no hex SHA-256. */
function packHashes(hashes: readonly string[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(hashes.length * hashBytes);
  for (const [index, hash] of hashes.entries()) {
    checkTextHash(hash);
    packed.set(Buffer.from(hash, 'hex'), index * hashBytes);
  }
  return packed;
}

function pack(entries: readonly (readonly [string, Float32Array])[]): PackedVectors {
  const lengths = Uint32Array.from(entries, ([, vector]) => vector.length);
  const numbers = new Float32Array(lengths.reduce((sum, length) => sum + length, 0));
  let offset = 0;
  for (const [, vector] of entries) {
    numbers.set(vector, offset);
    offset += vector.length;
  }
  return { hashes: packHashes(entries.map(([hash]) => hash)), lengths, numbers };
}

/** Each vector a copy: whoever hands one on to a thread must not take its neighbours along. */
function* unpack({ hashes, lengths, numbers }: PackedVectors): Generator<[string, Float32Array]> {
  let offset = 0;
  for (const [index, length] of lengths.entries()) {
    const hash = Buffer.from(hashes.buffer, index * hashBytes, hashBytes).toString('hex');
    yield [hash, numbers.slice(offset, offset + length)];
    offset += length;
  }
}
