/** BM25 over the postings of some generations. */
import type { WordWeights } from '../../word-weights.ts';
import { integer } from './columns.ts';
import { Highest } from './highest.ts';
import { addGains, lengthOf } from './postings.ts';
import type { SegmentRef, Segments } from './segments.ts';

/** Robertson's parameters, measured on the evaluation sets: k1 how soon repeats stop to count, b how much length is held against. */
const k1 = 1.4;
const b = 0.65;

export interface Collection {
  readonly segments: readonly SegmentRef[];
  readonly passages: number;
  /** Words in all passages together. */
  readonly words: number;
}

export interface ScoredPassage {
  readonly passageKey: number;
  readonly score: number;
}

/** The passages of all segments, one after the other. */
interface Field {
  readonly scores: Float64Array;
  /** What BM25 holds against a passage for its length. */
  readonly dampings: Float64Array;
  /** Of each segment by its key: where its first passage is. */
  readonly starts: ReadonlyMap<number, number>;
}

export class Bm25 {
  readonly #segments: Segments;
  #scores = new Float64Array();
  #dampings = new Float64Array();

  constructor(segments: Segments) {
    this.#segments = segments;
  }

  /** @returns the passages with any of the words, best first */
  rank(words: WordWeights, collection: Collection, limit: number): ScoredPassage[] {
    if (words.size === 0) return [];
    const field = this.#field(collection);
    const lists = collection.segments.map(({ key }) => ({ key, lists: this.#segments.postings(key, words.keys()) }));
    for (const [word, weight] of words) {
      const held = lists.flatMap(({ key, lists: ofSegment }) => {
        const entries = ofSegment.get(word);
        return entries === undefined || entries.length === 0 ? [] : [{ key, entries }];
      });
      addWord(held, weight, collection, field);
    }
    return best(field.scores, limit).map(({ place, value }) => ({
      passageKey: this.#passageAt(place, collection.segments),
      score: value,
    }));
  }

  #field({ segments, passages, words }: Collection): Field {
    if (this.#scores.length < passages) {
      this.#scores = new Float64Array(passages);
      this.#dampings = new Float64Array(passages);
    }
    const field = {
      scores: this.#scores.subarray(0, passages).fill(0),
      dampings: this.#dampings.subarray(0, passages),
      starts: new Map<number, number>(),
    };
    const perWord = (k1 * b * passages) / words;
    let start = 0;
    for (const { key } of segments) {
      field.starts.set(key, start);
      const { wordCounts } = this.#segments.passages(key);
      const dampings = field.dampings.subarray(start);
      for (let place = 0; place < wordCounts.length; place += 1) {
        dampings[place] = k1 * (1 - b) + perWord * (wordCounts[place] ?? 0);
      }
      start += wordCounts.length;
    }
    return field;
  }

  #passageAt(place: number, segments: readonly SegmentRef[]): number {
    let start = 0;
    for (const { key, passages } of segments) {
      if (place < start + passages) return integer(this.#segments.passages(key).passageKeys[place - start]);
      start += passages;
    }
    throw new RangeError('A place beyond the last segment');
  }
}

/** @param held the word's list in each segment that has it */
function addWord(
  held: readonly { readonly key: number; readonly entries: Uint8Array }[],
  inQuery: number,
  collection: Collection,
  { scores, dampings, starts }: Field,
): void {
  const holders = held.reduce((sum, { entries }) => sum + lengthOf(entries), 0);
  const rarity = Math.log(1 + (collection.passages - holders + 0.5) / (holders + 0.5));
  const weight = inQuery * rarity * (k1 + 1);
  for (const { key, entries } of held) {
    const start = starts.get(key) ?? 0;
    addGains(entries, weight, scores.subarray(start), dampings.subarray(start));
  }
}

/** @returns places whose score is above 0, best first */
function best(scores: Float64Array, limit: number): ReturnType<Highest['sorted']> {
  if (limit === 0) return [];
  const highest = new Highest(limit);
  let threshold = 0;
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0;
    if (score <= threshold) continue;
    highest.add(score, place);
    threshold = Math.max(0, highest.threshold);
  }
  return highest.sorted();
}
