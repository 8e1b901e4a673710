/** Gathers a batch of passages into segments, and keeps the segments of a generation few. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { integer } from './columns.ts';
import { Segment, SegmentStore } from './segment.ts';

/**
 * So many segments of one size make one of the next. A passage is then copied once for each eightfold growth of its generation, and
 * a search reads at most seven segments of each size.
 */
const SEGMENTS_MERGED = 8;
/** What is larger is not merged any more: bounds the time and the memory that merging takes, half a second and 100 MB. */
const LARGEST_MERGED = 32_768;

interface Size {
  readonly key: number;
  readonly passages: number;
}

export class SegmentWriter {
  readonly #store: SegmentStore;
  readonly #sizes: StatementSync;
  /** By generation. */
  readonly #gathered = new Map<number, Segment>();
  readonly #leaving = new Map<number, Set<number>>();

  constructor(db: DatabaseSync, codeBytes: number) {
    this.#store = new SegmentStore(db, codeBytes);
    this.#sizes = db.prepare('SELECT key, passages FROM segments WHERE generation_key = ? ORDER BY key');
  }

  /** @param words each as often as it occurs */
  add(generationKey: number, passageKey: number, words: readonly string[], code: Uint8Array): void {
    const segment = this.#gathered.get(generationKey) ?? new Segment();
    this.#gathered.set(generationKey, segment);
    const place = segment.addPassage(passageKey, words.length, code);
    for (const word of words) segment.addWord(word, place, 1);
  }

  /** Takes a passage of an earlier batch out of its segment. */
  remove(generationKey: number, passageKey: number): void {
    const leaving = this.#leaving.get(generationKey) ?? new Set();
    this.#leaving.set(generationKey, leaving.add(passageKey));
  }

  /** Writes all of it: each segment that passages leave once a batch, however many they are. */
  flush(): void {
    for (const [generationKey, leaving] of this.#leaving) this.#takeOut(generationKey, leaving);
    this.#leaving.clear();
    for (const [generationKey, segment] of this.#gathered) {
      this.#store.write(generationKey, segment);
      this.#mergeSmall(generationKey);
    }
    this.#gathered.clear();
  }

  #takeOut(generationKey: number, leaving: ReadonlySet<number>): void {
    for (const { key } of this.#sizesOf(generationKey)) {
      if (this.#store.passageKeys(key).some((passageKey) => leaving.has(passageKey))) {
        this.#replace(generationKey, [key], leaving);
      }
    }
  }

  #mergeSmall(generationKey: number): void {
    for (;;) {
      const sizes = this.#sizesOf(generationKey);
      const largest = sizeClass(sizes.at(-1)?.passages ?? 0);
      const first = sizes.findLastIndex(({ passages }) => sizeClass(passages) > largest) + 1;
      const last = sizes.slice(first);
      if (last.length < SEGMENTS_MERGED || largest >= sizeClass(LARGEST_MERGED)) return;
      const merged = last.map(({ key }) => key);
      this.#replace(generationKey, merged, new Set());
    }
  }

  #replace(generationKey: number, segmentKeys: readonly number[], leaving: ReadonlySet<number>): void {
    const made = new Segment();
    for (const key of segmentKeys) {
      this.#store.copy(key, made, leaving);
      this.#store.drop(key);
    }
    this.#store.write(generationKey, made);
  }

  #sizesOf(generationKey: number): readonly Size[] {
    return this.#sizes
      .all(generationKey)
      .map(({ key, passages }) => ({ key: integer(key), passages: integer(passages) }));
  }
}

function sizeClass(passages: number): number {
  return passages === 0 ? 0 : Math.floor(Math.log2(passages) / Math.log2(SEGMENTS_MERGED));
}
