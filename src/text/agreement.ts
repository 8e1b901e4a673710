/**
 * How far a trained model agrees with the words of a question. It knows the languages it was trained on, and nobody tells which: where
 * it knows the visitor's, what says more of the question's words is nearer to it as well; where it does not, nearness has nothing to do with words.
 */
import type { Ranked } from './ranked.ts';

/** Where words find fewer, what they do not find is compared as well. */
const FEWEST_COMPARED = 20;
/** Beyond the end of a ranking that was cut off, in parts of the last cosine in it. */
const BEYOND = 0.8;

/**
 * The cosine of each passage with the question, also of one that the ranking was cut off before: hardly less than that of its last.
 * @param limit hits that a ranking has at most
 */
export function cosinesOf(byVector: readonly Ranked[], limit: number): (id: string) => number {
  const cosines = new Map(byVector.map(({ id, score }) => [id, score]));
  const beyond = beyondOf(byVector, limit);
  return (id) => cosines.get(id) ?? beyond;
}

/** The same, brought to 0 for what lies beyond the ranking's end and to 1 for the nearest. */
export function nearnessOf(byVector: readonly Ranked[], limit: number): (id: string) => number {
  const cosineOf = cosinesOf(byVector, limit);
  const beyond = beyondOf(byVector, limit);
  const span = (byVector[0]?.score ?? beyond) - beyond;
  return (id) => (span > 0 ? Math.max(0, (cosineOf(id) - beyond) / span) : 0);
}

/** Pearson's correlation of both scores over what words find, -1 to 1; around 0 by chance. */
export function agreementOf(byWords: readonly Ranked[], byVector: readonly Ranked[], limit: number): number {
  const cosineOf = cosinesOf(byVector, limit);
  const found = new Set(byWords.map(({ id }) => id));
  const unfound =
    byWords.length < FEWEST_COMPARED
      ? byVector.flatMap(({ id, score }) => (found.has(id) ? [] : [{ said: 0, cosine: score }]))
      : [];
  return correlation([...byWords.map(({ id, score }) => ({ said: score, cosine: cosineOf(id) })), ...unfound]);
}

function beyondOf(byVector: readonly Ranked[], limit: number): number {
  const last = byVector.at(-1)?.score ?? 0;
  // What is missing from a whole ranking has no vector with a direction.
  return byVector.length < limit ? 0 : Math.min(last, last * BEYOND);
}

function correlation(pairs: readonly { readonly said: number; readonly cosine: number }[]): number {
  const meanSaid = pairs.reduce((sum, { said }) => sum + said, 0) / pairs.length;
  const meanCosine = pairs.reduce((sum, { cosine }) => sum + cosine, 0) / pairs.length;
  let [together, ofSaid, ofCosine] = [0, 0, 0];
  for (const { said, cosine } of pairs) {
    together += (said - meanSaid) * (cosine - meanCosine);
    ofSaid += (said - meanSaid) ** 2;
    ofCosine += (cosine - meanCosine) ** 2;
  }
  const spread = Math.sqrt(ofSaid) * Math.sqrt(ofCosine);
  return spread > 0 ? together / spread : 0;
}
