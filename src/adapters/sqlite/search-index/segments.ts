/** The segments a search reads. They never change, so what was read is remembered, up to a bound. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { bytes, floats, integer, numbers } from './columns.ts';

/** Bytes remembered by one thread: 19 MB for each 100,000 passages of 1,536 dimensions, 26 MB of 256. */
const MOST_REMEMBERED = 128 * 1024 * 1024;
/** What a chatbot that nobody asks keeps in memory is forgotten. Milliseconds. */
const REMEMBERED_FOR = 30 * 60 * 1000;
/** Beside its bytes. */
const ENTRY_BYTES = 200;

/** Of one segment, by place. */
export interface SegmentPassages {
  readonly passageKeys: Uint32Array;
  readonly wordCounts: Uint32Array;
}

export interface SegmentRef {
  readonly key: number;
  readonly passages: number;
}

export class Segments {
  readonly #ofGenerations: StatementSync;
  readonly #passages: StatementSync;
  readonly #codes: StatementSync;
  readonly #vectors: StatementSync;
  readonly #remembered = new LRUCache<string, SegmentPassages | Uint8Array | Float32Array>({
    maxSize: MOST_REMEMBERED,
    ttl: REMEMBERED_FOR,
    sizeCalculation: (part) =>
      ENTRY_BYTES + (ArrayBuffer.isView(part) ? part.byteLength : part.passageKeys.byteLength * 2),
  });

  constructor(db: DatabaseSync) {
    this.#ofGenerations = db.prepare(
      'SELECT key, passages FROM segments WHERE generation_key IN (SELECT value FROM json_each(?)) ORDER BY key',
    );
    this.#passages = db.prepare('SELECT passage_keys, word_counts FROM segments WHERE key = ?');
    this.#codes = db.prepare('SELECT codes FROM segments WHERE key = ?');
    this.#vectors = db.prepare('SELECT vector FROM vectors WHERE key = ?');
  }

  /** @param generationKeys JSON array */
  of(generationKeys: string): readonly SegmentRef[] {
    return this.#ofGenerations
      .all(generationKeys)
      .map(({ key, passages }) => ({ key: integer(key), passages: integer(passages) }));
  }

  passages(key: number): SegmentPassages {
    const known = this.#remembered.get(`passages ${key}`);
    if (known !== undefined && !ArrayBuffer.isView(known)) return known;
    const row = this.#passages.get(key);
    const read = { passageKeys: numbers(row?.passage_keys), wordCounts: numbers(row?.word_counts) };
    this.#remembered.set(`passages ${key}`, read);
    return read;
  }

  /** One after the other; see codes.ts. */
  codes(key: number): Uint8Array {
    const known = this.#remembered.get(`codes ${key}`);
    if (known instanceof Uint8Array) return known;
    const read = bytes(this.#codes.get(key)?.codes);
    this.#remembered.set(`codes ${key}`, read);
    return read;
  }

  /** The vectors themselves, as the caller has them remembered. Some microseconds each when they are not: for small segments. */
  vectors(key: number, asRows: (vectors: readonly Float32Array[]) => Float32Array): Float32Array {
    const known = this.#remembered.get(`vectors ${key}`);
    if (known instanceof Float32Array) return known;
    const { passageKeys } = this.passages(key);
    const read = asRows(Array.from(passageKeys, (passage) => floats(this.#vectors.get(passage)?.vector)));
    this.#remembered.set(`vectors ${key}`, read);
    return read;
  }
}
