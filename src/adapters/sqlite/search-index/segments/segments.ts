import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { ExactKernel, VectorRows } from '../kernels/exact-kernel.ts';
import { bytes, floats, integer, numbers } from '../tables/columns.ts';

/** Per thread: 19 MB per 100,000 passages of 1,536 dimensions, 26 MB of 256. */
const MAX_CACHED_BYTES = 128 * 1024 * 1024;
/** Time that an unused segment stays cached. */
const TTL_MS = 30 * 60 * 1000;
/** Overhead of an entry. */
const ENTRY_BYTES = 200;

/** Columns indexed by place. */
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
  readonly #exact: ExactKernel;
  readonly #cache: LRUCache<string, SegmentPassages | Uint8Array | VectorRows>;

  constructor(db: DatabaseSync, exact: ExactKernel) {
    this.#exact = exact;
    this.#cache = new LRUCache({
      maxSize: MAX_CACHED_BYTES,
      ttl: TTL_MS,
      sizeCalculation: (part) => ENTRY_BYTES + this.#bytesOf(part),
      dispose: (part) => {
        if ('blocks' in part) exact.release(part);
      },
    });
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
    const known = this.#cache.get(`passages ${key}`);
    if (known !== undefined && 'wordCounts' in known) return known;
    const row = this.#passages.get(key);
    const read = { passageKeys: numbers(row?.passage_keys), wordCounts: numbers(row?.word_counts) };
    this.#cache.set(`passages ${key}`, read);
    return read;
  }

  /** Concatenated; see quantizer.ts. */
  codes(key: number): Uint8Array {
    const known = this.#cache.get(`codes ${key}`);
    if (known instanceof Uint8Array) return known;
    const read = bytes(this.#codes.get(key)?.codes);
    this.#cache.set(`codes ${key}`, read);
    return read;
  }

  /** Full vectors. An uncached one costs some microseconds, so use it for small chatbots only. */
  vectors(key: number): VectorRows {
    const known = this.#cache.get(`vectors ${key}`);
    if (known !== undefined && 'blocks' in known) return known;
    const { passageKeys } = this.passages(key);
    const read = this.#exact.store(Array.from(passageKeys, (passage) => floats(this.#vectors.get(passage)?.vector)));
    this.#cache.set(`vectors ${key}`, read);
    return read;
  }

  #bytesOf(part: SegmentPassages | Uint8Array | VectorRows): number {
    if ('blocks' in part) return this.#exact.bytesOf(part);
    return 'wordCounts' in part ? part.passageKeys.byteLength * 2 : part.byteLength;
  }
}
