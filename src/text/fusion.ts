/** Joins a ranking by words and one by vectors into one. */
import { closenessOf, nearnessOf } from './agreement.ts';
import type { Ranked } from './ranked.ts';

/**
 * A hashed embedding (see the Embedder port) only brings in passages where no word matches. Measured, nDCG@10: at a fiftieth it moves
 * no collection by more than .001, at a twentieth it takes up to .006 away.
 */
const HASHED = 0.02;

/** What the same text weighs beside the best by words when a trained model agrees with the words as by chance, and when it agrees enough. */
const UNTRUSTED = { agreement: 0.1, weight: 0.16 };
const TRUSTED = { agreement: 0.3, weight: 0.8 };
/**
 * From which agreement on its nearness chooses among the passages that further words are taken from, and from which on it counts as much
 * as what they say. Later than above: a wrong passage chosen there brings more of its kind.
 */
const CHOOSES = { from: 0.2, fully: 0.6 };

/**
 * Each ranking scaled to 0..1 over its hits, what it does not hold counting 0, and added by weight. When one is empty the other's order
 * stands. Equal scores are ordered by id.
 * @returns the union of both, best first, scores from 0 to 1
 */
export function fuseHashed(byWords: readonly Ranked[], byVector: readonly Ranked[]): readonly Ranked[] {
  const share = shareIn(byWords);
  const scores = new Map(byWords.map(({ id, score }) => [id, (1 - HASHED) * share(score)]));
  const near = shareIn(byVector);
  for (const { id, score } of byVector) scores.set(id, (scores.get(id) ?? 0) + HASHED * near(score));
  return ranked(scores);
}

/**
 * Words in parts of the best by words, and vectors by closeness: were cosines scaled to their range, as if the nearest were always near,
 * a model that finds nothing near would decide as much as one that does. Equal scores are ordered by id.
 *
 * Measured in docs/decisions/0015-words-and-vectors-together.md with a small English model: on English questions .02 and .05 above words alone,
 * in a language that it does not know never below them.
 * @param agreement as `agreementOf` tells it
 * @param limit hits that a ranking has at most
 * @returns the union of both, best first, scores up to 1
 */
export function fuseTrained(
  byWords: readonly Ranked[],
  byVector: readonly Ranked[],
  agreement: number,
  limit: number,
): readonly Ranked[] {
  const trust = partOf(agreement, UNTRUSTED.agreement, TRUSTED.agreement);
  const weight = UNTRUSTED.weight + (TRUSTED.weight - UNTRUSTED.weight) * trust;
  const closeness = closenessOf(byVector, limit);
  const best = byWords[0]?.score ?? 1;
  const saying = new Map(byWords.map(({ id, score }) => [id, score / best]));
  const ids = new Set([...saying.keys(), ...byVector.map(({ id }) => id)]);
  return ranked(new Map([...ids].map((id) => [id, ((saying.get(id) ?? 0) + weight * closeness(id)) / (1 + weight)])));
}

/**
 * What words find, the nearer the better as far as the model agrees with words: where it does, the best of these say what the question
 * means more often than the best by words alone. Measured, nDCG@10 by words with what was taken from them: .004 and .008 more on English
 * questions, in languages that the model does not know up to .001 less, which the weight of its vectors makes up for.
 */
export function chosenFrom(
  byWords: readonly Ranked[],
  byVector: readonly Ranked[],
  agreement: number,
  limit: number,
): readonly Ranked[] {
  const weight = partOf(agreement, CHOOSES.from, CHOOSES.fully);
  const nearness = nearnessOf(byVector, limit);
  return byWords.map(({ id, score }) => ({ id, score: score * (1 + weight * nearness(id)) })).sort(bestFirst);
}

/**
 * Moves what the other ranking holds for best up to the given place, unless it stands higher already: a question in another language
 * than the content has few words in common with it, all of them by chance, and must still be answered.
 */
export function withBestOf(ranking: readonly Ranked[], best: readonly Ranked[], place: number): readonly Ranked[] {
  const before = ranking.slice(0, place);
  const missing = best.filter(({ id }) => !before.some((one) => one.id === id)).map(({ id }) => id);
  if (missing.length === 0) return ranking;
  const moved = ranking.filter(({ id }) => missing.includes(id));
  const rest = ranking.filter(({ id }) => !missing.includes(id));
  const kept = Math.max(0, place - moved.length);
  const limit = rest[kept]?.score ?? 0;
  // Scores go on falling along the ranking.
  return [
    ...rest.slice(0, kept),
    ...moved.map(({ id, score }) => ({ id, score: Math.max(score, limit) })),
    ...rest.slice(kept),
  ];
}

/** Brings scores of the ranking to 0..1; equal ones to 1. */
function shareIn(ranking: readonly Ranked[]): (score: number) => number {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { score } of ranking) {
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  const span = highest - lowest;
  return (score) => (span > 0 ? (score - lowest) / span : 1);
}

/** How far from the one to the other, 0 to 1. */
const partOf = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

const ranked = (scores: ReadonlyMap<string, number>): readonly Ranked[] =>
  [...scores].map(([id, score]) => ({ id, score })).sort(bestFirst);

function bestFirst(one: Ranked, other: Ranked): number {
  if (one.score !== other.score) return other.score - one.score;
  return one.id < other.id ? -1 : 1;
}
