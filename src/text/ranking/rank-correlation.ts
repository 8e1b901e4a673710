/**
 * A model that knows the question's language finds passages near that share its words; otherwise nearness is independent of
 * words.
 */
import type { Ranked } from './ranked.ts';

/** With fewer hits by words, hits by vector alone are compared too. */
const MIN_COMPARED = 20;
/** Beyond the end of a truncated ranking: a little less than its last. */
const CLOSENESS_BEYOND_END = -0.05;

/**
 * 1 for the same text, 0 for the ranking's last: models differ in the cosine of unrelated texts (0 to .8).
 * @param limit most hits that a ranking has; a shorter one was not truncated
 */
export function closenessOf(byVector: readonly Ranked[], limit: number): Closeness {
  const known = KNOWN_CLOSENESS.get(byVector);
  if (known?.limit === limit) return known.closeness;
  const closeness = computeCloseness(byVector, limit);
  KNOWN_CLOSENESS.set(byVector, { limit, closeness });
  return closeness;
}

/** By id. */
type Closeness = (id: string) => number;

/** One ranking is asked several times: for its agreement, for feedback and for its weight. */
const KNOWN_CLOSENESS = new WeakMap<readonly Ranked[], { readonly limit: number; readonly closeness: Closeness }>();

function computeCloseness(byVector: readonly Ranked[], limit: number): Closeness {
  const last = byVector.at(-1)?.score ?? 0;
  const room = Math.max(1 - last, Number.EPSILON);
  const closeness = new Map<string, number>();
  for (const { id, score } of byVector) closeness.set(id, Math.min(1, (score - last) / room));
  const beyond = beyondOf(byVector, limit);
  return (id) => closeness.get(id) ?? beyond;
}

/** The same text is not infinitely near. */
export const MAX_TIMES_NEARER = 33;

/** The ratio of the distance of the ranking's last to a passage's, by the part of a cosine that is left to 1. */
export function timesNearerOf(byVector: readonly Ranked[], limit: number): (id: string) => number {
  const closeness = closenessOf(byVector, limit);
  return (id) => 1 / Math.max(1 - closeness(id), 1 / MAX_TIMES_NEARER);
}

/** 0 beyond the ranking's end, 1 for the nearest. */
export function nearnessOf(byVector: readonly Ranked[], limit: number): (id: string) => number {
  const closeness = closenessOf(byVector, limit);
  const beyond = beyondOf(byVector, limit);
  const [nearest] = byVector;
  const span = (nearest === undefined ? beyond : closeness(nearest.id)) - beyond;
  return (id) => (span > 0 ? Math.max(0, (closeness(id) - beyond) / span) : 0);
}

/** Pearson correlation of both scores over the hits by words, -1 to 1; about 0 by chance. */
export function rankCorrelation(byWords: readonly Ranked[], byVector: readonly Ranked[], limit: number): number {
  const closeness = closenessOf(byVector, limit);
  const compared = byWords.length < MIN_COMPARED ? [...byWords, ...unfoundIn(byWords, byVector)] : byWords;
  const wordScores = Float64Array.from(compared, ({ score }) => score);
  return correlation(
    wordScores,
    Float64Array.from(compared, ({ id }) => closeness(id)),
  );
}

function unfoundIn(byWords: readonly Ranked[], byVector: readonly Ranked[]): readonly Ranked[] {
  const found = new Set(byWords.map(({ id }) => id));
  return byVector.filter(({ id }) => !found.has(id)).map(({ id }) => ({ id, score: 0 }));
}

/** A passage missing from a complete ranking has a zero vector: closeness 0. */
const beyondOf = (byVector: readonly Ranked[], limit: number): number =>
  byVector.length < limit ? 0 : CLOSENESS_BEYOND_END;

function correlation(ones: Float64Array, others: Float64Array): number {
  const [meanOne, meanOther] = [mean(ones), mean(others)];
  let [covariance, oneVariance, otherVariance] = [0, 0, 0];
  for (let place = 0; place < ones.length; place += 1) {
    const [one, other] = [(ones[place] ?? 0) - meanOne, (others[place] ?? 0) - meanOther];
    covariance += one * other;
    oneVariance += one ** 2;
    otherVariance += other ** 2;
  }
  const spread = Math.sqrt(oneVariance) * Math.sqrt(otherVariance);
  return spread > 0 ? covariance / spread : 0;
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
