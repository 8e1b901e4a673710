/** A bounded LRU cache. */
import type { DatabaseSync } from 'node:sqlite';
import { Transferred } from '../thread/handlers.ts';

/** A use does not rewrite the large vector row. */
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

/** Embeddings of earlier releases cannot be told apart by whose text they are of. */
export const UNSCOPED_EMBEDDINGS_REMOVAL = `
  DELETE FROM embeddings;
  UPDATE embedding_totals SET entries = 0;`;

/** Concatenated vectors of one model: the n-th has the n-th hash (32 bytes each) and `lengths[n]` numbers. */
export interface PackedVectors {
  readonly hashes: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly numbers: Float32Array<ArrayBuffer>;
}

export const hashBytes = 32;

export function embeddingHandlers(db: DatabaseSync, maxEntries: number) {
  // An entry in constant use is not written constantly.
  const useGranularity = Math.floor(maxEntries / 10);
  const totals = db.prepare('SELECT entries, uses FROM embedding_totals');
  const setTotals = db.prepare('UPDATE embedding_totals SET entries = ?, uses = ?');
  const get = db.prepare(
    `SELECT number, used, dimensions, vector FROM embeddings LEFT JOIN vectors USING (number)
     WHERE model = ? AND hash = ?`,
  );
  const getNumber = db.prepare('SELECT number FROM embeddings WHERE model = ? AND hash = ?');
  const insert = db.prepare('INSERT INTO embeddings (model, hash, used) VALUES (?, ?, ?)');
  const note = db.prepare('UPDATE embeddings SET used = ? WHERE number = ?');
  const putVector = db.prepare('INSERT OR REPLACE INTO vectors (number, dimensions, vector) VALUES (?, ?, ?)');
  const evict = db.prepare(
    'DELETE FROM embeddings WHERE number IN (SELECT number FROM embeddings ORDER BY used LIMIT ?)',
  );

  const remove = db.prepare(
    'DELETE FROM embeddings WHERE number IN (SELECT number FROM embeddings WHERE model >= ? AND model < ? LIMIT ?)',
  );

  function readTotals(): { entries: number; uses: number } {
    const row = totals.get();
    return { entries: Number(row?.entries), uses: Number(row?.uses) };
  }

  return {
    /** `hashes` are concatenated, 32 bytes each. */
    findEmbeddings(wanted: { readonly model: string; readonly hashes: Uint8Array }): Transferred<PackedVectors> {
      const { entries, uses } = readTotals();
      let use = uses;
      const hashes: Uint8Array[] = [];
      const vectors: Uint8Array[] = [];
      for (const hash of hashesIn(wanted.hashes)) {
        const row = get.get(wanted.model, hash);
        const vector = row?.vector;
        // A truncated vector counts as a miss, and the next put replaces it.
        if (!(vector instanceof Uint8Array) || vector.byteLength !== Number(row?.dimensions) * 4) continue;
        hashes.push(hash);
        vectors.push(vector);
        if (Number(row?.used) > uses - useGranularity) continue;
        use += 1;
        note.run(use, Number(row?.number));
      }
      if (use !== uses) setTotals.run(entries, use);
      return packed(hashes, vectors);
    },

    /** Deletes at most `limit` embeddings of models in the range. True when none is left. */
    deleteEmbeddings({ from, to, limit }: { from: string; to: string; limit: number }): boolean {
      const deleted = Number(remove.run(from, to, limit).changes);
      const { entries, uses } = readTotals();
      setTotals.run(entries - deleted, uses);
      return deleted < limit;
    },

    putEmbeddings(put: { readonly model: string; readonly vectors: PackedVectors }): void {
      let { entries, uses } = readTotals();
      const { numbers, lengths } = put.vectors;
      let offset = 0;
      for (const [index, hash] of hashesIn(put.vectors.hashes).entries()) {
        const length = lengths[index] ?? 0;
        const vector = new Uint8Array(numbers.buffer, numbers.byteOffset + offset * 4, length * 4);
        offset += length;
        uses += 1;
        let number = getNumber.get(put.model, hash)?.number;
        if (number === undefined) {
          number = insert.run(put.model, hash, uses).lastInsertRowid;
          entries += 1;
        } else {
          note.run(uses, Number(number));
        }
        putVector.run(Number(number), length, vector);
      }
      if (entries > maxEntries) entries -= Number(evict.run(entries - maxEntries).changes);
      setTotals.run(entries, uses);
    },
  };
}

function hashesIn(endToEnd: Uint8Array): Uint8Array[] {
  return Array.from({ length: endToEnd.byteLength / hashBytes }, (_, index) =>
    endToEnd.subarray(index * hashBytes, (index + 1) * hashBytes),
  );
}

function packed(hashes: readonly Uint8Array[], vectors: readonly Uint8Array[]): Transferred<PackedVectors> {
  const hashesTogether = new Uint8Array(hashes.length * hashBytes);
  for (const [index, hash] of hashes.entries()) hashesTogether.set(hash, index * hashBytes);
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
