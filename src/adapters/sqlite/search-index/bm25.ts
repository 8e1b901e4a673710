import type { WordWeights } from '../../shared/word-weights.ts';
import type { Collection, ScoredPassage } from './collections.ts';
import { addBm25Scores } from './postings.ts';
import { TopK } from './top-k.ts';

/** Tuned on the evaluation sets: K1 saturates term frequency, B normalizes by length. */
const K1 = 1.4;
const B = 0.65;

export interface Bm25Ranking {
  /** Passages that contain any of the words, best first. */
  readonly scored: readonly ScoredPassage[];
  /** How many passages contain each word. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** Reuses its array between searches. */
export class Bm25 {
  #scores = new Float64Array();

  rank(words: WordWeights, collection: Collection, limit: number): Bm25Ranking {
    const frequencies = new Map<string, number>();
    if (words.size === 0) return { scored: [], frequencies };
    const { passages } = collection;
    if (this.#scores.length < passages) this.#scores = new Float64Array(passages);
    const scores = this.#scores.subarray(0, passages).fill(0);
    // K1 * (1 - B + B * length / average length)
    const perWord = (K1 * B * passages) / collection.words;
    const lengthNorms = collection.lengthNorms((count) => K1 * (1 - B) + perWord * count);
    const weights = [...words.values()];
    const searched = [...words.keys()];
    for (const [index, found] of collection.find(searched).entries()) {
      frequencies.set(searched[index] ?? '', found.documentFrequency);
      const idf = Math.log(1 + (passages - found.documentFrequency + 0.5) / (found.documentFrequency + 0.5));
      const weight = (weights[index] ?? 0) * idf * (K1 + 1);
      for (const { start, entries } of found.lists) {
        addBm25Scores(entries, weight, { start, scores, lengthNorms });
      }
    }
    return { scored: collection.passagesAt(best(scores, limit)), frequencies };
  }
}

/** @returns places with a score above 0, best first */
function best(scores: Float64Array, limit: number): ReturnType<TopK['drain']> {
  if (limit === 0) return [];
  const top = new TopK(limit);
  let threshold = 0;
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0;
    if (score <= threshold) continue;
    top.add(score, place);
    threshold = Math.max(0, top.threshold);
  }
  return top.drain();
}
