import type { Collection } from '../segments/collections.ts';
import { addBm25Scores } from '../segments/postings.ts';
import { NO_PLACES, type RankedPlaces } from '../segments/ranked-places.ts';
import { TopK } from './top-k.ts';

/** Tuned on the evaluation sets: K1 saturates term frequency, B normalizes by length. */
const K1 = 1.4;
const B = 0.65;

export interface WeightedWords {
  /** Distinct. */
  readonly words: readonly string[];
  /** Weights in the order of the words. */
  readonly weights: readonly number[];
}

export interface Bm25Ranking {
  /** Passages that contain any of the words. */
  readonly ranked: RankedPlaces;
  /** Number of passages that contain each word, in the order of the words. */
  readonly frequencies: readonly number[];
}

/** Reuses its array between searches. */
export class Bm25 {
  #scores = new Float64Array();

  rank({ words, weights }: WeightedWords, collection: Collection, limit: number): Bm25Ranking {
    if (words.length === 0) return { ranked: NO_PLACES, frequencies: [] };
    const { passages } = collection;
    if (this.#scores.length < passages) this.#scores = new Float64Array(passages);
    const scores = this.#scores.subarray(0, passages).fill(0);
    // K1 * (1 - B + B * length / average length)
    const perWord = (K1 * B * passages) / collection.words;
    const lengthNorms = collection.lengthNorms((count) => K1 * (1 - B) + perWord * count);
    const frequencies = collection.find(words).map(({ documentFrequency, entries }, index) => {
      const idf = Math.log(1 + (passages - documentFrequency + 0.5) / (documentFrequency + 0.5));
      addBm25Scores(entries, (weights[index] ?? 0) * idf * (K1 + 1), { scores, lengthNorms });
      return documentFrequency;
    });
    return { ranked: best(scores, limit), frequencies };
  }
}

/** @returns places with a score above 0 */
function best(scores: Float64Array, limit: number): RankedPlaces {
  if (limit === 0) return NO_PLACES;
  const top = new TopK(limit, scores.length);
  let threshold = 0;
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0;
    if (score <= threshold) continue;
    top.add(score, place);
    threshold = Math.max(0, top.threshold);
  }
  return top.ranked();
}
