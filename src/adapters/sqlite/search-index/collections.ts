/**
 * A collection is the concatenated passages of the segments that one search reads. Segments are immutable, so cached postings
 * never go stale.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { bytes, integer } from './columns.ts';
import { lengthOf } from './postings.ts';
import type { SegmentRef, Segments } from './segments.ts';

/** Per thread, one per recently searched chatbot. */
const MAX_COLLECTIONS = 100;
/** For an unused collection. */
const TTL_MS = 30 * 60 * 1000;
/** All collections together. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Overhead of a cached word or id. */
const ENTRY_BYTES = 200;

export interface ScoredPassage {
  readonly passageKey: number;
  readonly score: number;
}

export interface WordPostings {
  /** Passages that contain the word. */
  readonly documentFrequency: number;
  /** Posting list (postings.ts) of each segment, and the place of that segment's first passage. */
  readonly lists: readonly { readonly start: number; readonly entries: Uint8Array }[];
}

export class Collection {
  readonly segments: readonly SegmentRef[];
  readonly passages: number;
  /** Total of all passages. */
  readonly words: number;
  readonly #sources: Sources;
  readonly #starts: readonly number[];
  readonly #lists = new Map<string, WordPostings>();
  readonly #ids = new Map<number, string>();
  #lengthNorms: Float64Array | null = null;
  #bytes = 0;

  constructor(segments: readonly SegmentRef[], words: number, sources: Sources) {
    this.segments = segments;
    this.words = words;
    this.#sources = sources;
    let passages = 0;
    this.#starts = segments.map((segment) => {
      const start = passages;
      passages += segment.passages;
      return start;
    });
    this.passages = passages;
  }

  /** Cached bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  forget(): void {
    this.#lists.clear();
    this.#ids.clear();
    this.#lengthNorms = null;
    this.#bytes = 0;
  }

  /** By place. @param normOf the norm of a passage of so many words */
  lengthNorms(normOf: (words: number) => number): Float64Array {
    if (this.#lengthNorms !== null) return this.#lengthNorms;
    const norms = new Float64Array(this.passages);
    for (const [index, { key }] of this.segments.entries()) {
      norms.set(Float64Array.from(this.#sources.segments.passages(key).wordCounts, normOf), this.#starts[index]);
    }
    this.#lengthNorms = norms;
    this.#bytes += norms.byteLength;
    return norms;
  }

  /** Keys of the passages at these places. */
  passagesAt(ranked: readonly { readonly place: number; readonly value: number }[]): ScoredPassage[] {
    const keys = this.segments.map(({ key }) => this.#sources.segments.passages(key).passageKeys);
    return ranked.map(({ place, value }) => {
      let segment = this.#starts.length - 1;
      while (segment > 0 && (this.#starts[segment] ?? 0) > place) segment -= 1;
      return { passageKey: integer(keys[segment]?.[place - (this.#starts[segment] ?? 0)]), score: value };
    });
  }

  /** In the order of the words. */
  find(words: readonly string[]): readonly WordPostings[] {
    const unknown = words.filter((word) => !this.#lists.has(word));
    if (unknown.length > 0) this.#read(unknown);
    return words.map((word) => this.#lists.get(word) ?? NO_POSTINGS);
  }

  /** By key; unknown keys are left out. */
  ids(passageKeys: readonly number[]): ReadonlyMap<number, string> {
    const unknown = passageKeys.filter((key) => !this.#ids.has(key));
    if (unknown.length > 0) {
      for (const { key, id } of this.#sources.ids.all(JSON.stringify(unknown))) {
        this.#ids.set(integer(key), String(id));
        this.#bytes += ENTRY_BYTES;
      }
    }
    return this.#ids;
  }

  #read(words: readonly string[]): void {
    const found = new Map<string, { documentFrequency: number; lists: { start: number; entries: Uint8Array }[] }>();
    for (const word of words) found.set(word, { documentFrequency: 0, lists: [] });
    const wanted = JSON.stringify(words);
    for (const [index, segment] of this.segments.entries()) {
      for (const row of this.#sources.postings.all(segment.key, wanted)) {
        const entries = bytes(row.entries);
        const word = found.get(String(row.word));
        if (word === undefined) continue;
        word.documentFrequency += lengthOf(entries);
        word.lists.push({ start: this.#starts[index] ?? 0, entries });
        this.#bytes += entries.byteLength;
      }
    }
    for (const [word, lists] of found) this.#lists.set(word, lists);
    this.#bytes += words.length * ENTRY_BYTES;
  }
}

const NO_POSTINGS: WordPostings = { documentFrequency: 0, lists: [] };

interface Sources {
  readonly segments: Segments;
  readonly postings: StatementSync;
  readonly ids: StatementSync;
}

export class Collections {
  readonly #sources: Sources;
  readonly #cache = new LRUCache<string, Collection>({ max: MAX_COLLECTIONS, ttl: TTL_MS });

  constructor(db: DatabaseSync, segments: Segments) {
    this.#sources = {
      segments,
      postings: db.prepare(
        'SELECT word, entries FROM postings WHERE segment_key = ? AND word IN (SELECT value FROM json_each(?))',
      ),
      ids: db.prepare('SELECT key, id FROM passages WHERE key IN (SELECT value FROM json_each(?))'),
    };
  }

  /** @param words total words of all passages in the segments */
  of(segments: readonly SegmentRef[], words: number): Collection {
    const name = segments.map(({ key }) => key).join(' ');
    const known = this.#cache.get(name);
    if (known !== undefined && known.words === words) return known;
    const collection = new Collection(segments, words, this.#sources);
    this.#cache.set(name, collection);
    return collection;
  }

  /** Evicts the least recently used caches beyond the byte limit. Called after each search. */
  trimCache(): void {
    let cachedBytes = 0;
    for (const collection of this.#cache.values()) {
      cachedBytes += collection.bytes;
      if (cachedBytes > MAX_BYTES) collection.forget();
    }
  }
}
