/** See schema.ts for the format. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { asBytes, bytes, integer, numbers } from '../tables/columns.ts';
import { forEachPosting, PostingList } from './postings.ts';

/** Passages have places from 0, in insertion order. */
export class Segment {
  readonly #passageKeys: number[] = [];
  readonly #wordCounts: number[] = [];
  readonly #codes: Uint8Array[] = [];
  readonly #lists = new Map<string, PostingList>();

  get passages(): number {
    return this.#passageKeys.length;
  }

  /** Different ones. */
  get words(): number {
    return this.#lists.size;
  }

  /** @returns the place */
  addPassage(passageKey: number, wordCount: number, code: Uint8Array): number {
    this.#codes.push(code);
    this.#wordCounts.push(wordCount);
    return this.#passageKeys.push(passageKey) - 1;
  }

  /** Repeated words are summed. @param place not lower than earlier places of this word */
  addWord(word: string, place: number, occurrences: number): void {
    let list = this.#lists.get(word);
    if (list === undefined) {
      list = new PostingList();
      this.#lists.set(word, list);
    }
    list.add(place, occurrences);
  }

  /** Sorted by the table's key, so that rows are appended. */
  *postings(): Iterable<readonly [word: string, entries: Uint8Array]> {
    for (const word of [...this.#lists.keys()].sort()) {
      const list = this.#lists.get(word);
      if (list !== undefined) yield [word, list.packed()];
    }
  }

  columns(): [passages: number, passageKeys: Uint8Array, wordCounts: Uint8Array, codes: Uint8Array] {
    return [
      this.passages,
      asBytes(Uint32Array.from(this.#passageKeys)),
      asBytes(Uint32Array.from(this.#wordCounts)),
      Buffer.concat(this.#codes),
    ];
  }
}

export class SegmentStore {
  readonly #insert: StatementSync;
  readonly #insertWord: StatementSync;
  readonly #find: StatementSync;
  readonly #words: StatementSync;
  readonly #drop: StatementSync;
  readonly #dropWords: StatementSync;
  readonly #codeBytes: number;

  constructor(db: DatabaseSync, codeBytes: number) {
    this.#codeBytes = codeBytes;
    this.#insert = db.prepare(
      'INSERT INTO segments (generation_key, passages, passage_keys, word_counts, codes) VALUES (?, ?, ?, ?, ?)',
    );
    this.#insertWord = db.prepare('INSERT INTO postings (segment_key, word, entries) VALUES (?, ?, ?)');
    this.#find = db.prepare('SELECT passage_keys, word_counts, codes FROM segments WHERE key = ?');
    this.#words = db.prepare('SELECT word, entries FROM postings WHERE segment_key = ?');
    this.#drop = db.prepare('DELETE FROM segments WHERE key = ?');
    this.#dropWords = db.prepare('DELETE FROM postings WHERE segment_key = ?');
  }

  write(generationKey: number, segment: Segment): void {
    if (segment.passages === 0) return;
    const key = this.#insert.run(generationKey, ...segment.columns()).lastInsertRowid;
    for (const [word, entries] of segment.postings()) this.#insertWord.run(key, word, entries);
  }

  drop(segmentKey: number): void {
    this.#dropWords.run(segmentKey);
    this.#drop.run(segmentKey);
  }

  passageKeys(segmentKey: number): Uint32Array {
    return numbers(this.#find.get(segmentKey)?.passage_keys);
  }

  copy(segmentKey: number, into: Segment, leftOut: ReadonlySet<number>): void {
    const row = this.#find.get(segmentKey);
    const wordCounts = numbers(row?.word_counts);
    const codes = bytes(row?.codes);
    const places = numbers(row?.passage_keys).map((passageKey, place) => {
      if (leftOut.has(passageKey)) return NOWHERE;
      const code = codes.subarray(place * this.#codeBytes, (place + 1) * this.#codeBytes);
      return into.addPassage(passageKey, integer(wordCounts[place]), code);
    });
    for (const { word, entries } of this.#words.iterate(segmentKey)) {
      forEachPosting(bytes(entries), (from, occurrences) => {
        const place = places[from] ?? NOWHERE;
        if (place !== NOWHERE) into.addWord(String(word), place, occurrences);
      });
    }
  }
}

/** Marks a passage that is left out. No segment has that many places. */
const NOWHERE = 2 ** 32 - 1;
