/** Writes a batch as segments and merges small segments. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { integer } from '../tables/columns.ts';
import { Segment, SegmentStore } from './segment.ts';

/**
 * This many segments of one size class become one of the next. A passage is copied once per eightfold growth, and a search
 * reads at most seven segments per size class.
 */
const MERGE_FACTOR = 8;
const MAX_MERGED_PASSAGES = 32_768;
/**
 * Words of all merged segments, some seven microseconds each. Prose stays below. Segments of identifiers share hardly any
 * words: merging them would take half a minute and make searches no faster.
 */
const MAX_MERGED_WORDS = 800_000;

interface Size {
  readonly key: number;
  readonly passages: number;
}

export class SegmentWriter {
  readonly #store: SegmentStore;
  readonly #sizes: StatementSync;
  readonly #maxMergedWords: number;
  /** Segments of this batch, by generation. */
  readonly #pending = new Map<number, Segment>();
  readonly #removed = new Map<number, Set<number>>();

  constructor(db: DatabaseSync, codeBytes: number, maxMergedWords = MAX_MERGED_WORDS) {
    this.#maxMergedWords = maxMergedWords;
    this.#store = new SegmentStore(db, codeBytes);
    this.#sizes = db.prepare('SELECT key, passages FROM segments WHERE generation_key = ? ORDER BY key');
  }

  /** @param words with repeats */
  add(generationKey: number, passageKey: number, words: readonly string[], code: Uint8Array): void {
    const segment = this.#pending.get(generationKey) ?? new Segment();
    this.#pending.set(generationKey, segment);
    const place = segment.addPassage(passageKey, words.length, code);
    for (const word of words) segment.addWord(word, place, 1);
  }

  /** Marks a passage of an earlier batch for removal from its segment. */
  remove(generationKey: number, passageKey: number): void {
    const removed = this.#removed.get(generationKey) ?? new Set();
    this.#removed.set(generationKey, removed.add(passageKey));
  }

  /** A segment is rewritten once, however many passages leave it. */
  flush(): void {
    for (const [generationKey, removed] of this.#removed) this.#rewriteWithout(generationKey, removed);
    this.#removed.clear();
    for (const [generationKey, segment] of this.#pending) {
      this.#store.write(generationKey, segment);
      this.#mergeSmall(generationKey, segment);
    }
    this.#pending.clear();
  }

  #rewriteWithout(generationKey: number, removed: ReadonlySet<number>): void {
    for (const { key } of this.#sizesOf(generationKey)) {
      if (this.#store.passageKeys(key).some((passageKey) => removed.has(passageKey))) {
        this.#replace(generationKey, [key], removed);
      }
    }
  }

  #mergeSmall(generationKey: number, written: Segment): void {
    for (let newest = written; ; ) {
      const sizes = this.#sizesOf(generationKey);
      const largest = sizeClass(sizes.at(-1)?.passages ?? 0);
      const first = sizes.findLastIndex(({ passages }) => sizeClass(passages) > largest) + 1;
      const last = sizes.slice(first);
      if (last.length < MERGE_FACTOR || largest >= sizeClass(MAX_MERGED_PASSAGES)) return;
      // The others are of its size, and in all likelihood of its kind.
      if (last.length * newest.words > this.#maxMergedWords) return;
      const keys = last.map(({ key }) => key);
      newest = this.#replace(generationKey, keys, new Set());
    }
  }

  #replace(generationKey: number, segmentKeys: readonly number[], removed: ReadonlySet<number>): Segment {
    const merged = new Segment();
    for (const key of segmentKeys) {
      this.#store.copy(key, merged, removed);
      this.#store.drop(key);
    }
    this.#store.write(generationKey, merged);
    return merged;
  }

  #sizesOf(generationKey: number): readonly Size[] {
    return this.#sizes
      .all(generationKey)
      .map(({ key, passages }) => ({ key: integer(key), passages: integer(passages) }));
  }
}

function sizeClass(passages: number): number {
  return passages === 0 ? 0 : Math.floor(Math.log2(passages) / Math.log2(MERGE_FACTOR));
}
