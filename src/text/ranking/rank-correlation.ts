/** Tells whether a model knows the question's language: it then finds passages near that share its words. */
import type { ComparedRankings } from './closeness.ts';

/** With fewer hits by words, hits by vector alone are compared too. */
const MIN_COMPARED = 20;

/** Pearson correlation of both scores over the hits by words, -1 to 1; about 0 by chance. */
export function rankCorrelation({ byWords, vector, closeness, unfound }: ComparedRankings): number {
  const found = byWords.ids.length;
  const others = found < MIN_COMPARED ? unfound : [];
  const wordScores = new Float64Array(found + others.length);
  wordScores.set(byWords.scores);
  const near = new Float64Array(found + others.length);
  near.set(closeness);
  for (const [index, place] of others.entries()) near[found + index] = vector.values[place] ?? vector.beyond;
  return correlation(wordScores, near);
}

function correlation(ones: Float64Array, others: Float64Array): number {
  const [meanOne, meanOther] = [mean(ones), mean(others)];
  let [covariance, oneVariance, otherVariance] = [0, 0, 0];
  for (let place = 0; place < ones.length; place += 1) {
    const one = (ones[place] ?? 0) - meanOne;
    const other = (others[place] ?? 0) - meanOther;
    covariance += one * other;
    oneVariance += one * one;
    otherVariance += other * other;
  }
  const spread = Math.sqrt(oneVariance) * Math.sqrt(otherVariance);
  return spread > 0 ? covariance / spread : 0;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < values.length; place += 1) sum += values[place] ?? 0;
  return sum / values.length;
}
