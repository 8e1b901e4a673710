/** Bounded LRU cache of embeddings. */
import type { DatabaseSync } from 'node:sqlite';
import { Transferred } from '../thread/handlers.ts';

/** Vectors have a table of their own, so that recording a use does not rewrite the large row. */
export const EMBEDDINGS_SCHEMA = `
  CREATE TABLE embeddings (
    number INTEGER PRIMARY KEY, model TEXT NOT NULL, hash BLOB NOT NULL, used INTEGER NOT NULL, UNIQUE (model, hash)
  ) STRICT;
  CREATE INDEX embeddings_by_use ON embeddings (used);
  CREATE TABLE vectors (
    number INTEGER PRIMARY KEY REFERENCES embeddings (number) ON DELETE CASCADE,
    dimensions INTEGER NOT NULL, vector BLOB NOT NULL
  ) STRICT;
  CREATE TABLE embedding_totals (only INTEGER PRIMARY KEY CHECK (only = 1), entries INTEGER NOT NULL, uses INTEGER NOT NULL) STRICT;
  INSERT INTO embedding_totals VALUES (1, 0, 0);`;

/** Embeddings of earlier releases name no scope, so that no deletion would find them. */
export const UNSCOPED_EMBEDDINGS_REMOVAL = `
  DELETE FROM embeddings;
  UPDATE embedding_totals SET entries = 0;`;

/** Concatenated vectors of one model: the n-th has the n-th hash (32 bytes each) and `lengths[n]` numbers. */
export interface PackedVectors {
  readonly hashes: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly numbers: Float32Array<ArrayBuffer>;
}

export const HASH_BYTES = 32;

export function embeddingHandlers(db: DatabaseSync, maxEntries: number) {
  const embeddings = new Embeddings(db, maxEntries);
  return {
    findEmbeddings: (wanted: { readonly model: string; readonly hashes: Uint8Array }) => embeddings.find(wanted),
    putEmbeddings: (put: { readonly model: string; readonly vectors: PackedVectors }) => embeddings.put(put),
    deleteEmbeddings: (range: ModelRange) => embeddings.delete(range),
  };
}

/** Names of models from `from` to before `to`. */
interface ModelRange {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

class Embeddings {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #maxEntries: number;
  /** An entry in constant use is not written constantly. */
  readonly #useGranularity: number;

  constructor(db: DatabaseSync, maxEntries: number) {
    this.#statements = prepareStatements(db);
    this.#maxEntries = maxEntries;
    this.#useGranularity = Math.floor(maxEntries / 10);
  }

  /** @param wanted.hashes concatenated, 32 bytes each */
  find(wanted: { readonly model: string; readonly hashes: Uint8Array }): Transferred<PackedVectors> {
    const { entries, uses } = this.#readTotals();
    let use = uses;
    const hashes: Uint8Array[] = [];
    const vectors: Uint8Array[] = [];
    for (const hash of hashesIn(wanted.hashes)) {
      const row = this.#statements.find.get(wanted.model, hash);
      const vector = row?.vector;
      // A truncated vector counts as a miss, and the next put replaces it.
      if (!(vector instanceof Uint8Array) || vector.byteLength !== Number(row?.dimensions) * 4) continue;
      hashes.push(hash);
      vectors.push(vector);
      if (Number(row?.used) > uses - this.#useGranularity) continue;
      use += 1;
      this.#statements.recordUse.run(use, Number(row?.number));
    }
    if (use !== uses) this.#statements.setTotals.run(entries, use);
    return packed(hashes, vectors);
  }

  put(put: { readonly model: string; readonly vectors: PackedVectors }): void {
    let { entries, uses } = this.#readTotals();
    const { numbers, lengths } = put.vectors;
    let offset = 0;
    for (const [index, hash] of hashesIn(put.vectors.hashes).entries()) {
      const length = lengths[index] ?? 0;
      const vector = new Uint8Array(numbers.buffer, numbers.byteOffset + offset * 4, length * 4);
      offset += length;
      uses += 1;
      let number = this.#statements.findNumber.get(put.model, hash)?.number;
      if (number === undefined) {
        number = this.#statements.insert.run(put.model, hash, uses).lastInsertRowid;
        entries += 1;
      } else {
        this.#statements.recordUse.run(uses, Number(number));
      }
      this.#statements.putVector.run(Number(number), length, vector);
    }
    if (entries > this.#maxEntries) entries -= Number(this.#statements.evict.run(entries - this.#maxEntries).changes);
    this.#statements.setTotals.run(entries, uses);
  }

  /** Deletes at most `limit` embeddings. Returns true when none is left. */
  delete({ from, to, limit }: ModelRange): boolean {
    const deleted = Number(this.#statements.delete.run(from, to, limit).changes);
    const { entries, uses } = this.#readTotals();
    this.#statements.setTotals.run(entries - deleted, uses);
    return deleted < limit;
  }

  #readTotals(): { entries: number; uses: number } {
    const row = this.#statements.totals.get();
    return { entries: Number(row?.entries), uses: Number(row?.uses) };
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    totals: db.prepare('SELECT entries, uses FROM embedding_totals'),
    setTotals: db.prepare('UPDATE embedding_totals SET entries = ?, uses = ?'),
    find: db.prepare(
      `SELECT number, used, dimensions, vector FROM embeddings LEFT JOIN vectors USING (number)
       WHERE model = ? AND hash = ?`,
    ),
    findNumber: db.prepare('SELECT number FROM embeddings WHERE model = ? AND hash = ?'),
    insert: db.prepare('INSERT INTO embeddings (model, hash, used) VALUES (?, ?, ?)'),
    recordUse: db.prepare('UPDATE embeddings SET used = ? WHERE number = ?'),
    putVector: db.prepare('INSERT OR REPLACE INTO vectors (number, dimensions, vector) VALUES (?, ?, ?)'),
    evict: db.prepare('DELETE FROM embeddings WHERE number IN (SELECT number FROM embeddings ORDER BY used LIMIT ?)'),
    delete: db.prepare(
      'DELETE FROM embeddings WHERE number IN (SELECT number FROM embeddings WHERE model >= ? AND model < ? LIMIT ?)',
    ),
  };
}

function hashesIn(concatenated: Uint8Array): Uint8Array[] {
  return Array.from({ length: concatenated.byteLength / HASH_BYTES }, (_, index) =>
    concatenated.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

function packed(hashes: readonly Uint8Array[], vectors: readonly Uint8Array[]): Transferred<PackedVectors> {
  const hashesTogether = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [index, hash] of hashes.entries()) hashesTogether.set(hash, index * HASH_BYTES);
  const lengths = Uint32Array.from(vectors, (vector) => vector.byteLength / 4);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0) * 4);
  let offset = 0;
  for (const vector of vectors) {
    bytes.set(vector, offset);
    offset += vector.byteLength;
  }
  const numbers = new Float32Array(bytes.buffer);
  return new Transferred({ hashes: hashesTogether, lengths, numbers }, [
    hashesTogether.buffer,
    lengths.buffer,
    bytes.buffer,
  ]);
}
