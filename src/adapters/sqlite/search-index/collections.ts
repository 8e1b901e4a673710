/**
 * What is searched at once: the passages of some segments, one after the other, and what searches have already read of them. Segments
 * never change, so nothing that was read of the same ones does.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { bytes, integer } from './columns.ts';
import { lengthOf } from './postings.ts';
import type { SegmentRef, Segments } from './segments.ts';

/** Collections of chatbots that were asked last, for one thread. */
const MOST_REMEMBERED = 100;
/** What a chatbot that nobody asks keeps in memory is forgotten. Milliseconds. */
const REMEMBERED_FOR = 30 * 60 * 1000;
/** Bytes that all of them may remember. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Of a word or an id beside its bytes. */
const ENTRY_BYTES = 200;

/** Where one word is found. */
export interface WordLists {
  /** Passages that have it. */
  readonly holders: number;
  /** A list, see postings.ts, of each segment that has it, and where that segment's first passage is. */
  readonly lists: readonly { readonly start: number; readonly entries: Uint8Array }[];
}

export class Collection {
  readonly segments: readonly SegmentRef[];
  readonly passages: number;
  /** Words in all passages together. */
  readonly words: number;
  readonly #sources: Sources;
  readonly #starts: readonly number[];
  readonly #lists = new Map<string, WordLists>();
  readonly #ids = new Map<number, string>();
  #wordCounts: Uint32Array | null = null;
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

  /** Bytes of what it remembers. */
  get bytes(): number {
    return this.#bytes;
  }

  forget(): void {
    this.#lists.clear();
    this.#ids.clear();
    this.#wordCounts = null;
    this.#bytes = 0;
  }

  /** Of each passage, by place. */
  wordCounts(): Uint32Array {
    if (this.#wordCounts !== null) return this.#wordCounts;
    const counts = new Uint32Array(this.passages);
    for (const [index, { key }] of this.segments.entries()) {
      counts.set(this.#sources.segments.passages(key).wordCounts, this.#starts[index]);
    }
    this.#wordCounts = counts;
    this.#bytes += counts.byteLength;
    return counts;
  }

  passageAt(place: number): number {
    for (const [index, { key, passages }] of this.segments.entries()) {
      const start = this.#starts[index] ?? 0;
      if (place < start + passages) return integer(this.#sources.segments.passages(key).passageKeys[place - start]);
    }
    throw new RangeError('A place beyond the last segment');
  }

  /** Where each of the words is found, in their order. */
  find(words: readonly string[]): readonly WordLists[] {
    const unknown = words.filter((word) => !this.#lists.has(word));
    if (unknown.length > 0) this.#read(unknown);
    return words.map((word) => this.#lists.get(word) ?? NOWHERE);
  }

  /** Ids of its passages; of a passage that is not there none. */
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
    const found = new Map<string, { holders: number; lists: { start: number; entries: Uint8Array }[] }>();
    for (const word of words) found.set(word, { holders: 0, lists: [] });
    const wanted = JSON.stringify(words);
    for (const [index, segment] of this.segments.entries()) {
      for (const row of this.#sources.postings.all(segment.key, wanted)) {
        const entries = bytes(row.entries);
        const word = found.get(String(row.word));
        if (word === undefined) continue;
        word.holders += lengthOf(entries);
        word.lists.push({ start: this.#starts[index] ?? 0, entries });
        this.#bytes += entries.byteLength;
      }
    }
    for (const [word, lists] of found) this.#lists.set(word, lists);
    this.#bytes += words.length * ENTRY_BYTES;
  }
}

const NOWHERE: WordLists = { holders: 0, lists: [] };

interface Sources {
  readonly segments: Segments;
  readonly postings: StatementSync;
  readonly ids: StatementSync;
}

export class Collections {
  readonly #sources: Sources;
  readonly #remembered = new LRUCache<string, Collection>({ max: MOST_REMEMBERED, ttl: REMEMBERED_FOR });

  constructor(db: DatabaseSync, segments: Segments) {
    this.#sources = {
      segments,
      postings: db.prepare(
        'SELECT word, entries FROM postings WHERE segment_key = ? AND word IN (SELECT value FROM json_each(?))',
      ),
      ids: db.prepare('SELECT key, id FROM passages WHERE key IN (SELECT value FROM json_each(?))'),
    };
  }

  /** @param words in all passages of the segments together */
  of(segments: readonly SegmentRef[], words: number): Collection {
    const name = segments.map(({ key }) => key).join(' ');
    const known = this.#remembered.get(name);
    if (known !== undefined && known.words === words) return known;
    const collection = new Collection(segments, words, this.#sources);
    this.#remembered.set(name, collection);
    return collection;
  }

  /** After a search: what was remembered longest ago goes first, until the rest is within its bounds. */
  keepWithinBounds(): void {
    let bytesRemembered = 0;
    for (const collection of this.#remembered.values()) {
      bytesRemembered += collection.bytes;
      if (bytesRemembered > MOST_BYTES) collection.forget();
    }
  }
}
