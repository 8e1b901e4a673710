/** The embedding cache in MongoDB, shared by all nodes: bounded, the least recently used go first. */
import { endianness } from 'node:os';
import { Binary, type Collection, type Db } from 'mongodb';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import { checkTextHash } from '../side-input.ts';
import { callsTo, LONG_DEADLINE_MS } from './failures.ts';

/** Embeddings in one message: 1.5 MB of 1536 dimensions. */
const AT_ONCE = 256;
/** A use is noted only when the last one noted is so old: a vector in constant use costs no constant writing. */
const NOTED_EVERY_MS = 24 * 3_600_000;
/** What nobody has used for so long is taken away by the server. */
const FORGOTTEN_AFTER_SECONDS = 180 * 24 * 3600;
/** Entries between two looks at how many there are. */
const COUNT_EVERY = 10_000;
const REMOVED_AT_ONCE = 5_000;

interface StoredEmbedding {
  /** The text's hash, a space, the model: the hash has one length, so that no two of them meet. */
  _id: string;
  /** The numbers as 32-bit floats, little-endian. */
  vector: Binary;
  usedOn: Date;
}

/** @param options.maxEntries Default 1,000,000: 1.5 GB of 384 dimensions. */
export async function openMongoEmbeddingCache(
  db: Db,
  options: { readonly maxEntries?: number } = {},
): Promise<EmbeddingCache> {
  const maxEntries = options.maxEntries ?? 1_000_000;
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) throw new RangeError(`Not a bound: ${maxEntries}`);
  // Losing some of it in a failover costs little; waiting for a majority at each batch costs time.
  const collection = db.collection<StoredEmbedding>('embeddings', { writeConcern: { w: 1 } });
  await callsTo('embedding cache')(
    () => collection.createIndex({ usedOn: 1 }, { expireAfterSeconds: FORGOTTEN_AFTER_SECONDS }),
    LONG_DEADLINE_MS,
  );
  return new MongoEmbeddingCache(collection, maxEntries);
}

class MongoEmbeddingCache implements EmbeddingCache {
  readonly #collection: Collection<StoredEmbedding>;
  readonly #maxEntries: number;
  readonly #call = callsTo('embedding cache');
  #untilCount = 0;

  constructor(collection: Collection<StoredEmbedding>, maxEntries: number) {
    this.#collection = collection;
    this.#maxEntries = maxEntries;
  }

  async find(model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const ids = new Map([...new Set(hashes)].map((hash) => [idOf(model, hash), hash]));
    const found = new Map<string, Float32Array>();
    for (const some of portionsOf([...ids.keys()])) {
      const rows = await this.#call(() =>
        this.#collection.find({ _id: { $in: some } }, { batchSize: AT_ONCE }).toArray(),
      );
      for (const { _id, vector } of rows) {
        const hash = ids.get(_id);
        const numbers = numbersIn(vector.value());
        if (hash !== undefined && numbers !== null) found.set(hash, numbers);
      }
      await this.#noteUse(rows);
    }
    return found;
  }

  async put(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    const usedOn = new Date();
    const entries = [...vectors].map(([hash, numbers]) => ({ _id: idOf(model, hash), numbers }));
    for (const some of portionsOf(entries)) {
      const puts = some.map(({ _id, numbers }) => ({
        replaceOne: { filter: { _id }, replacement: { vector: new Binary(bytesOf(numbers)), usedOn }, upsert: true },
      }));
      await this.#call(() => this.#collection.bulkWrite(puts, { ordered: false }));
    }
    this.#untilCount -= entries.length;
    if (this.#untilCount <= 0) await this.#removeExcess();
  }

  /** The connection is all stores', and ends with them. */
  async close(): Promise<void> {}

  async #noteUse(rows: readonly StoredEmbedding[]): Promise<void> {
    const now = new Date();
    const stale = rows.filter(({ usedOn }) => now.getTime() - usedOn.getTime() > NOTED_EVERY_MS).map(({ _id }) => _id);
    if (stale.length === 0) return;
    await this.#call(() => this.#collection.updateMany({ _id: { $in: stale } }, { $set: { usedOn: now } }));
  }

  /** Between two counts there are at most a tenth too many, or so many as nodes times that. */
  async #removeExcess(): Promise<void> {
    this.#untilCount = Math.min(COUNT_EVERY, Math.ceil(this.#maxEntries / 10));
    let excess = (await this.#call(() => this.#collection.estimatedDocumentCount())) - this.#maxEntries;
    while (excess > 0) {
      const limit = Math.min(excess, REMOVED_AT_ONCE);
      const oldest = { sort: { usedOn: 1 }, limit, projection: { _id: 1 }, batchSize: limit } as const;
      const rows = await this.#call(() => this.#collection.find({}, oldest).toArray());
      if (rows.length === 0) return;
      await this.#call(() => this.#collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }));
      excess -= rows.length;
    }
  }
}

function idOf(model: string, hash: string): string {
  checkTextHash(hash);
  return `${hash} ${model}`;
}

function* portionsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += AT_ONCE) yield items.slice(start, start + AT_ONCE);
}

function bytesOf(numbers: Float32Array): Uint8Array {
  const bytes = Buffer.from(Float32Array.from(numbers).buffer);
  return endianness() === 'LE' ? bytes : bytes.swap32();
}

/** Null for what is no list of numbers: the same as not there, and the next put replaces it. */
function numbersIn(stored: Uint8Array): Float32Array | null {
  if (stored.byteLength % 4 !== 0) return null;
  const bytes = Buffer.from(Uint8Array.from(stored).buffer);
  if (endianness() !== 'LE') bytes.swap32();
  return new Float32Array(bytes.buffer);
}
