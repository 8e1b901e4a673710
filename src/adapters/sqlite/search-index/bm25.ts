/** BM25 over the postings of some generations. */
import type { WordWeights } from '../../word-weights.ts';
import type { Collection } from './collections.ts';
import { Highest } from './highest.ts';
import { addGains } from './postings.ts';

/** Robertson's parameters, measured on the evaluation sets: k1 how soon repeats stop to count, b how much length is held against. */
const k1 = 1.4;
const b = 0.65;

export interface ScoredPassage {
  readonly passageKey: number;
  readonly score: number;
}

/** Its arrays are used again for each search. */
export class Bm25 {
  #scores = new Float64Array();
  /** What BM25 holds against a passage for its length. */
  #dampings = new Float64Array();

  /** @returns the passages with any of the words, best first */
  rank(words: WordWeights, collection: Collection, limit: number): ScoredPassage[] {
    if (words.size === 0) return [];
    const { passages } = collection;
    if (this.#scores.length < passages) {
      this.#scores = new Float64Array(passages);
      this.#dampings = new Float64Array(passages);
    }
    const scores = this.#scores.subarray(0, passages).fill(0);
    const dampings = this.#dampings.subarray(0, passages);
    damp(collection, dampings);
    const weights = [...words.values()];
    for (const [index, found] of collection.find([...words.keys()]).entries()) {
      const rarity = Math.log(1 + (passages - found.holders + 0.5) / (found.holders + 0.5));
      const weight = (weights[index] ?? 0) * rarity * (k1 + 1);
      for (const { start, entries } of found.lists) {
        addGains(entries, weight, scores.subarray(start), dampings.subarray(start));
      }
    }
    return best(scores, limit).map(({ place, value }) => ({ passageKey: collection.passageAt(place), score: value }));
  }
}

function damp(collection: Collection, dampings: Float64Array): void {
  const perWord = (k1 * b * collection.passages) / collection.words;
  const wordCounts = collection.wordCounts();
  for (let place = 0; place < dampings.length; place += 1) {
    dampings[place] = k1 * (1 - b) + perWord * (wordCounts[place] ?? 0);
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
