import type { EmbeddingCache } from '../../../ports/embedding-cache.ts';
import { checkTextHash, rangesOfScope, scopedModel } from '../../shared/side-store-input.ts';
import type { IdleSqliteThread } from '../thread/idle-thread.ts';
import { HASH_BYTES, type PackedVectors } from './embeddings.ts';
import type { SideStoreHandlers } from './handlers.ts';

type Thread = IdleSqliteThread<SideStoreHandlers>;

/** 1.5 MB at 1536 dimensions. */
const EMBEDDINGS_PER_CALL = 256;
const DELETED_PER_CALL = 1_000;

/** Sends vectors to the thread packed into few buffers, because cloning many small ones is expensive. */
export class SqliteEmbeddingCache implements EmbeddingCache {
  readonly #thread: Thread;
  readonly #closeOne: (store: unknown) => Promise<void>;

  constructor(thread: Thread, closeOne: (store: unknown) => Promise<void>) {
    this.#thread = thread;
    this.#closeOne = closeOne;
  }

  async find(scope: string, model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const found = new Map<string, Float32Array>();
    const wanted = [...new Set(hashes)];
    for (let start = 0; start < wanted.length; start += EMBEDDINGS_PER_CALL) {
      const some = packHashes(wanted.slice(start, start + EMBEDDINGS_PER_CALL));
      const vectors = await this.#thread.call('findEmbeddings', { model: scopedModel(scope, model), hashes: some });
      for (const [hash, vector] of unpack(vectors)) found.set(hash, vector);
    }
    return found;
  }

  async put(scope: string, model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    const all = [...vectors];
    for (let start = 0; start < all.length; start += EMBEDDINGS_PER_CALL) {
      const packed = pack(all.slice(start, start + EMBEDDINGS_PER_CALL));
      const transfer = [packed.hashes.buffer, packed.lengths.buffer, packed.numbers.buffer];
      await this.#thread.call('putEmbeddings', { model: scopedModel(scope, model), vectors: packed }, { transfer });
    }
  }

  async deleteScope(scope: string): Promise<void> {
    for (const [from, to] of rangesOfScope(scope)) {
      while (!(await this.#thread.call('deleteEmbeddings', { from, to, limit: DELETED_PER_CALL }))) {
        // Each call deletes a part, so that others are served in between.
      }
    }
  }

  close(): Promise<void> {
    return this.#closeOne(this);
  }
}

/** @throws RangeError when a hash is not a hex SHA-256 */
function packHashes(hashes: readonly string[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [index, hash] of hashes.entries()) {
    checkTextHash(hash);
    packed.set(Buffer.from(hash, 'hex'), index * HASH_BYTES);
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

/** Copies each vector: transferring one to a thread must not detach the others. */
function* unpack({ hashes, lengths, numbers }: PackedVectors): Generator<[string, Float32Array]> {
  let offset = 0;
  for (const [index, length] of lengths.entries()) {
    const hash = Buffer.from(hashes.buffer, index * HASH_BYTES, HASH_BYTES).toString('hex');
    yield [hash, numbers.slice(offset, offset + length)];
    offset += length;
  }
}
