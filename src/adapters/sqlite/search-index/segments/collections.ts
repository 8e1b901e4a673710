/**
 * A collection is the concatenated passages of the segments that one search reads. Segments are immutable, so postings can be
 * cached.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { damageError } from '../../thread/failure.ts';
import { bytes, integer } from '../tables/columns.ts';
import { IdDictionary } from './id-dictionary.ts';
import { joinedPostings, lengthOf } from './postings.ts';
import type { RankedPlaces } from './ranked-places.ts';
import type { SegmentRef, Segments } from './segments.ts';

/** Per thread, one per recently searched chatbot. */
const MAX_COLLECTIONS = 100;
/** Time that an unused collection stays cached. */
const TTL_MS = 30 * 60 * 1000;
/** All collections together. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Overhead of a cached word. */
const ENTRY_BYTES = 200;

export interface WordPostings {
  readonly documentFrequency: number;
  /** Posting list (postings.ts) of the whole collection: one of each segment would cost as many cache misses. */
  readonly entries: Uint8Array;
}

export class Collection {
  readonly segments: readonly SegmentRef[];
  readonly passages: number;
  /** Total of all passages. */
  readonly words: number;
  readonly #sources: Sources;
  readonly #starts: readonly number[];
  readonly #postings = new Map<string, WordPostings>();
  readonly #ids: IdDictionary;
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
    this.#ids = new IdDictionary(passages);
  }

  /** Cached bytes. */
  get bytes(): number {
    return this.#bytes + this.#ids.bytes;
  }

  forget(): void {
    this.#postings.clear();
    this.#ids.clear();
    this.#lengthNorms = null;
    this.#bytes = 0;
  }

  /** Length norms indexed by place. @param normOf the norm of a passage of so many words */
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

  /** Postings in the order of the words. */
  find(words: readonly string[]): readonly WordPostings[] {
    const found = words.map((word) => this.#postings.get(word));
    const unknown = words.filter((_, index) => found[index] === undefined);
    if (unknown.length > 0) this.#read(unknown);
    return found.map((postings, index) => postings ?? this.#postings.get(words[index] ?? '') ?? NO_POSTINGS);
  }

  /** Ids of the passages in all rankings, by number. */
  identify(rankings: readonly RankedPlaces[]): IdDictionary {
    this.#ids.trim();
    for (const { places } of rankings) this.#ids.add(places, (unnumbered) => this.#readIds(unnumbered));
    return this.#ids;
  }

  keysAt(places: Iterable<number>): number[] {
    return Array.from(places, (place) => {
      let segment = this.#starts.length - 1;
      while (segment > 0 && (this.#starts[segment] ?? 0) > place) segment -= 1;
      const { passageKeys } = this.#sources.segments.passages(this.segments[segment]?.key ?? 0);
      return integer(passageKeys[place - (this.#starts[segment] ?? 0)]);
    });
  }

  #readIds(places: readonly number[]): string[] {
    const keys = this.keysAt(places);
    const rows = this.#sources.ids.all(JSON.stringify(keys));
    const ids = new Map(rows.map(({ key, id }) => [integer(key), String(id)]));
    return keys.map((key) => {
      const id = ids.get(key);
      if (id === undefined) throw damageError(`search.db lacks passage ${key}`);
      return id;
    });
  }

  #read(words: readonly string[]): void {
    const lists = new Map<string, { start: number; entries: Uint8Array }[]>();
    for (const word of words) lists.set(word, []);
    const starts = new Map(this.segments.map(({ key }, index) => [key, this.#starts[index] ?? 0]));
    // CROSS JOIN keeps the order of the segments, in which their passages are concatenated.
    for (const row of this.#sources.postings.all(JSON.stringify([...starts.keys()]), JSON.stringify(words))) {
      const start = starts.get(integer(row.segment_key)) ?? 0;
      lists.get(String(row.word))?.push({ start, entries: bytes(row.entries) });
    }
    for (const [word, ofWord] of lists) {
      const entries = joinedPostings(ofWord);
      this.#postings.set(word, { documentFrequency: lengthOf(entries), entries });
      this.#bytes += entries.byteLength + ENTRY_BYTES;
    }
  }
}

const NO_POSTINGS: WordPostings = { documentFrequency: 0, entries: joinedPostings([]) };

interface Sources {
  readonly segments: Segments;
  readonly postings: StatementSync;
  readonly ids: StatementSync;
}

interface Current {
  readonly collection: Collection;
  readonly version: number;
}

export interface Scope {
  readonly chatbotId: string;
  readonly generations: readonly string[];
}

export class Collections {
  readonly #sources: Sources;
  readonly #version: StatementSync;
  readonly #cache = new LRUCache<string, Current>({ max: MAX_COLLECTIONS, ttl: TTL_MS });

  constructor(db: DatabaseSync, segments: Segments) {
    this.#version = db.prepare('PRAGMA data_version');
    this.#sources = {
      segments,
      postings: db.prepare(`
        SELECT segment_key, word, entries
        FROM json_each(?) AS segment CROSS JOIN json_each(?) AS searched
        CROSS JOIN postings ON segment_key = segment.value AND word = searched.value`),
      ids: db.prepare('SELECT key, id FROM passages WHERE key IN (SELECT value FROM json_each(?))'),
    };
  }

  /**
   * Reads the generations again only after another connection has committed.
   * @param readScope reads the total words of all passages, and the keys of the generations as JSON
   */
  of(
    scope: Scope,
    readScope: (scope: Scope) => { readonly words: number; readonly generationKeys: string },
  ): Collection {
    const version = integer(this.#version.get()?.data_version);
    const name = JSON.stringify([scope.chatbotId, ...scope.generations]);
    const known = this.#cache.get(name);
    if (known?.version === version) return known.collection;
    const { words, generationKeys } = readScope(scope);
    const segments = this.#sources.segments.of(generationKeys);
    const isSame = known?.collection.words === words && haveSameKeys(known.collection.segments, segments);
    const collection = isSame ? known.collection : new Collection(segments, words, this.#sources);
    this.#cache.set(name, { collection, version });
    return collection;
  }

  /** Evicts the least recently used caches beyond the byte limit. Called after each search. */
  trimCache(): void {
    let cachedBytes = 0;
    for (const { collection } of this.#cache.values()) {
      cachedBytes += collection.bytes;
      if (cachedBytes > MAX_BYTES) collection.forget();
    }
  }
}

function haveSameKeys(ones: readonly SegmentRef[], others: readonly SegmentRef[]): boolean {
  return ones.length === others.length && ones.every(({ key }, index) => key === others[index]?.key);
}
