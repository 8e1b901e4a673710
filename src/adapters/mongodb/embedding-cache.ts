/** Shared by all nodes; evicts the least recently used entries. */
import { endianness } from 'node:os';
import { Binary, type Collection, type Db } from 'mongodb';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import { checkTextHash, rangesOfScope, scopedModel } from '../shared/side-store-input.ts';
import { type Call, callsTo, LONG_DEADLINE_MS } from './failures.ts';

const COLLECTION = 'embeddings';
/** Vectors in one message: 1.5 MB at 1536 dimensions. */
const BATCH_SIZE = 256;
/** Minimum age of `usedOn` before it is updated: frequent use causes few writes. */
const USE_RECORDED_EVERY_MS = 24 * 3_600_000;
/** The TTL index deletes entries that were not used for this long. */
const EXPIRES_AFTER_SECONDS = 180 * 24 * 3600;
const CHECK_SIZE_EVERY = 10_000;
const EVICTION_BATCH_SIZE = 5_000;

const UNSCOPED = /^[0-9a-f]{64} /;

interface StoredEmbedding {
  /** `<scope> <model> <hash>`. The hash has a fixed length, so ids never collide. */
  _id: string;
  /** 32-bit floats, little-endian. */
  vector: Binary;
  usedOn: Date;
}

/** @param maxEntries the default takes 1.5 GB at 384 dimensions */
export async function openMongoEmbeddingCache(db: Db, maxEntries = 1_000_000): Promise<EmbeddingCache> {
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) throw new RangeError(`Invalid maxEntries: ${maxEntries}`);
  // A failover may lose entries, which is cheaper than waiting for a majority at each batch.
  const collection = db.collection<StoredEmbedding>(COLLECTION, { writeConcern: { w: 1 } });
  await createEmbeddingIndexes(db);
  // Entries of earlier releases do not say whose text they belong to, so an erasure could not find them.
  await callsTo('embedding cache', db)(() => collection.deleteMany({ _id: UNSCOPED }), LONG_DEADLINE_MS);
  return new MongoEmbeddingCache(collection, maxEntries);
}

export async function createEmbeddingIndexes(db: Db): Promise<void> {
  await callsTo('embedding cache', db)(
    () => db.collection(COLLECTION).createIndex({ usedOn: 1 }, { expireAfterSeconds: EXPIRES_AFTER_SECONDS }),
    LONG_DEADLINE_MS,
  );
}

class MongoEmbeddingCache implements EmbeddingCache {
  readonly #collection: Collection<StoredEmbedding>;
  readonly #maxEntries: number;
  readonly #call: Call;
  #entriesUntilCheck = 0;

  constructor(collection: Collection<StoredEmbedding>, maxEntries: number) {
    this.#collection = collection;
    this.#call = callsTo('embedding cache', collection.db);
    this.#maxEntries = maxEntries;
  }

  async find(scope: string, model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const ids = new Map([...new Set(hashes)].map((hash) => [idOf(scope, model, hash), hash]));
    const found = new Map<string, Float32Array>();
    for (const batch of batchesOf([...ids.keys()])) {
      const rows = await this.#call(() =>
        this.#collection.find({ _id: { $in: batch } }, { batchSize: BATCH_SIZE }).toArray(),
      );
      for (const { _id, vector } of rows) {
        const hash = ids.get(_id);
        const numbers = decodeVector(vector.value());
        if (hash !== undefined && numbers !== null) found.set(hash, numbers);
      }
      await this.#recordUse(rows);
    }
    return found;
  }

  async put(scope: string, model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    const usedOn = new Date();
    const entries = [...vectors].map(([hash, numbers]) => ({ _id: idOf(scope, model, hash), numbers }));
    for (const batch of batchesOf(entries)) {
      const operations = batch.map(({ _id, numbers }) => ({
        replaceOne: {
          filter: { _id },
          replacement: { vector: new Binary(encodeVector(numbers)), usedOn },
          upsert: true,
        },
      }));
      await this.#call(() => this.#collection.bulkWrite(operations, { ordered: false }));
    }
    this.#entriesUntilCheck -= entries.length;
    if (this.#entriesUntilCheck <= 0) await this.#evictExcess();
  }

  async deleteScope(scope: string): Promise<void> {
    for (const [from, to] of rangesOfScope(scope)) {
      await this.#call(() => this.#collection.deleteMany({ _id: { $gte: from, $lt: to } }), LONG_DEADLINE_MS);
    }
  }

  /** `openMongo` closes the shared connection. */
  async close(): Promise<void> {}

  async #recordUse(rows: readonly StoredEmbedding[]): Promise<void> {
    const now = new Date();
    const stale = rows
      .filter(({ usedOn }) => now.getTime() - usedOn.getTime() > USE_RECORDED_EVERY_MS)
      .map(({ _id }) => _id);
    if (stale.length === 0) return;
    await this.#call(() => this.#collection.updateMany({ _id: { $in: stale } }, { $set: { usedOn: now } }));
  }

  /** Between two checks, each node can exceed the bound by at most a tenth. */
  async #evictExcess(): Promise<void> {
    this.#entriesUntilCheck = Math.min(CHECK_SIZE_EVERY, Math.ceil(this.#maxEntries / 10));
    let excess = (await this.#call(() => this.#collection.estimatedDocumentCount())) - this.#maxEntries;
    while (excess > 0) {
      const limit = Math.min(excess, EVICTION_BATCH_SIZE);
      const oldest = { sort: { usedOn: 1 }, limit, projection: { _id: 1 }, batchSize: limit } as const;
      const rows = await this.#call(() => this.#collection.find({}, oldest).toArray());
      if (rows.length === 0) return;
      await this.#call(() => this.#collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }));
      excess -= rows.length;
    }
  }
}

function idOf(scope: string, model: string, hash: string): string {
  checkTextHash(hash);
  return `${scopedModel(scope, model)} ${hash}`;
}

function* batchesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}

function encodeVector(numbers: Float32Array): Uint8Array {
  const bytes = Buffer.from(Float32Array.from(numbers).buffer);
  return endianness() === 'LE' ? bytes : bytes.swap32();
}

/** Returns null for a damaged entry; the next put replaces it. */
function decodeVector(stored: Uint8Array): Float32Array | null {
  if (stored.byteLength % 4 !== 0) return null;
  const bytes = Buffer.from(Uint8Array.from(stored).buffer);
  if (endianness() !== 'LE') bytes.swap32();
  return new Float32Array(bytes.buffer);
}
