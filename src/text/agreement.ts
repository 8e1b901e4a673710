/**
 * How far a trained model agrees with the words of a question. It knows the languages it was trained on, and nobody tells which: where
 * it knows the visitor's, what says more of the question's words is nearer to it as well; where it does not, nearness has nothing to do with words.
 */
import type { Ranked } from './ranked.ts';

/** Where words find fewer, what they do not find is compared as well. */
const FEWEST_COMPARED = 20;
/** How close is what lies beyond the end of a ranking that was cut off: hardly less than its last. */
const BEYOND = -0.05;

/**
 * How close each passage is to the question, also one that the ranking was cut off before: 1 for the same, 0 for the last of the ranking.
 * Models differ in what cosine they give to texts that have nothing in common, from 0 to .8: what counts is how far above that it lies.
 * @param limit hits that a ranking has at most
 */
export function closenessOf(byVector: readonly Ranked[], limit: number): (id: string) => number {
  const last = byVector.at(-1)?.score ?? 0;
  const room = Math.max(1 - last, Number.EPSILON);
  const closeness = new Map(byVector.map(({ id, score }) => [id, Math.min(1, (score - last) / room)]));
  const beyond = beyondOf(byVector, limit);
  return (id) => closeness.get(id) ?? beyond;
}

/** The same, brought to 0 for what lies beyond the ranking's end and to 1 for the nearest. */
export function nearnessOf(byVector: readonly Ranked[], limit: number): (id: string) => number {
  const closeness = closenessOf(byVector, limit);
  const beyond = beyondOf(byVector, limit);
  const [nearest] = byVector;
  const span = (nearest === undefined ? beyond : closeness(nearest.id)) - beyond;
  return (id) => (span > 0 ? Math.max(0, (closeness(id) - beyond) / span) : 0);
}

/** Pearson's correlation of both scores over what words find, -1 to 1; around 0 by chance. */
export function agreementOf(byWords: readonly Ranked[], byVector: readonly Ranked[], limit: number): number {
  const closeness = closenessOf(byVector, limit);
  const found = new Set(byWords.map(({ id }) => id));
  const unfound = byWords.length < FEWEST_COMPARED ? byVector.filter(({ id }) => !found.has(id)) : [];
  return correlation([
    ...byWords.map(({ id, score }) => ({ said: score, close: closeness(id) })),
    ...unfound.map(({ id }) => ({ said: 0, close: closeness(id) })),
  ]);
}

/** What is missing from a whole ranking has no vector with a direction: it is as far as can be told. */
const beyondOf = (byVector: readonly Ranked[], limit: number): number => (byVector.length < limit ? 0 : BEYOND);

function correlation(pairs: readonly { readonly said: number; readonly close: number }[]): number {
  const meanSaid = pairs.reduce((sum, { said }) => sum + said, 0) / pairs.length;
  const meanClose = pairs.reduce((sum, { close }) => sum + close, 0) / pairs.length;
  let [together, ofSaid, ofClose] = [0, 0, 0];
  for (const { said, close } of pairs) {
    together += (said - meanSaid) * (close - meanClose);
    ofSaid += (said - meanSaid) ** 2;
    ofClose += (close - meanClose) ** 2;
  }
  const spread = Math.sqrt(ofSaid) * Math.sqrt(ofClose);
  return spread > 0 ? together / spread : 0;
}
