import { closenessAlong, closenessOf, MAX_TIMES_NEARER, timesNearer, type VectorCloseness } from './closeness.ts';
import { descendingNames } from './descending.ts';
import { FEEDBACK_PASSAGES } from './query-expansion.ts';
import type { Ranked } from './ranked.ts';

/**
 * A hashed embedding (see the Embedder port) only adds passages without a matching word: .02 changes nDCG@10 by .001 at most;
 * .05 costs up to .006.
 */
const HASHED_WEIGHT = 0.02;

/** Weight relative to the best by words, by how far a trained model agrees with the words. */
const UNTRUSTED = { agreement: 0.1, weight: 0.16 };
const TRUSTED = { agreement: 0.3, weight: 0.64 };
/** Added as far as the model agrees, finds something near, and the words single nothing out. */
const PARAPHRASE_WEIGHT = 2.5;
const PARAPHRASE = {
  agreement: { from: 0.1, fully: 0.5 },
  closest: { from: 0.45, fully: 0.65 },
  /** Score of the eleventh hit in parts of the best. */
  levelness: { from: 0.2, fully: 0.4 },
};
const LEVELNESS_PLACE = 10;
/** Higher than above: a wrong passage chosen for query expansion brings more of its kind. */
const FEEDBACK_TRUST = { from: 0.2, fully: 0.6 };

/**
 * Min-max scales each ranking; missing hits count 0. When one is empty, the other's order stands.
 * @returns the union, best first, ties by id, scores from 0 to 1
 */
export function fuseHashed(byWords: readonly Ranked[], byVector: readonly Ranked[]): readonly Ranked[] {
  const share = minMaxScale(byWords);
  const scores = new Map(byWords.map(({ id, score }) => [id, (1 - HASHED_WEIGHT) * share(score)]));
  const near = minMaxScale(byVector);
  for (const { id, score } of byVector) scores.set(id, (scores.get(id) ?? 0) + HASHED_WEIGHT * near(score));
  return ranked([...scores.keys()], Float64Array.from(scores.values()));
}

/**
 * Word scores relative to the best, plus the weighted logarithm of how many times nearer a passage is than the ranking's last
 * (docs/decisions/0015-rank-fusion.md). Cosines are not scaled to their range: then a model that finds nothing near would count
 * as much as one that does.
 * @param agreement see `rankCorrelation`
 * @param limit most hits that a ranking has
 * @returns the union, best first, ties by id, scores up to 1
 */
export function fuseTrained(
  byWords: readonly Ranked[],
  byVector: readonly Ranked[],
  agreement: number,
  limit: number,
): readonly Ranked[] {
  const vector = closenessOf(byVector, limit);
  const { closeness, unfound } = closenessAlong(byWords, vector);
  const weight = vectorWeight(byWords, vector, agreement);
  const best = byWords[0]?.score ?? 1;
  const most = 1 + weight * Math.log(MAX_TIMES_NEARER);
  const scoreOf = (wordScore: number, close: number) => (wordScore + weight * Math.log(timesNearer(close))) / most;
  const ids: string[] = [];
  const scores = new Float64Array(byWords.length + unfound.length);
  for (const [rank, { id, score }] of byWords.entries()) {
    scores[rank] = scoreOf(score / best, closeness[rank] ?? vector.beyond);
    ids.push(id);
  }
  for (const place of unfound) {
    scores[ids.length] = scoreOf(0, vector.values[place] ?? vector.beyond);
    ids.push(byVector[place]?.id ?? '');
  }
  return ranked(ids, scores);
}

/**
 * A paraphrase shares few words with its answer: words then find many passages that are equally good to them, and the model one
 * that is near.
 */
function vectorWeight(byWords: readonly Ranked[], { nearest }: VectorCloseness, agreement: number): number {
  const trust = fractionBetween(agreement, UNTRUSTED.agreement, TRUSTED.agreement);
  const levelness = (byWords[LEVELNESS_PLACE]?.score ?? 0) / (byWords[0]?.score ?? 1);
  const paraphrase =
    fraction(agreement, PARAPHRASE.agreement) *
    fraction(nearest, PARAPHRASE.closest) *
    fraction(levelness, PARAPHRASE.levelness);
  return UNTRUSTED.weight + (TRUSTED.weight - UNTRUSTED.weight) * trust + PARAPHRASE_WEIGHT * paraphrase;
}

/**
 * The few feedback passages for query expansion: by word scores, raised by nearness as far as the model agrees with the words. nDCG@10
 * gains .004 and .008 on English questions and loses up to .001 in languages that the model does not know.
 */
export function feedbackRanking(
  byWords: readonly Ranked[],
  byVector: readonly Ranked[],
  agreement: number,
  limit: number,
): readonly Ranked[] {
  const weight = fraction(agreement, FEEDBACK_TRUST);
  const vector = closenessOf(byVector, limit);
  const { closeness } = closenessAlong(byWords, vector);
  const scores = Float64Array.from(byWords, ({ score }, rank) => {
    return score * (1 + weight * vector.nearness(closeness[rank] ?? vector.beyond));
  });
  const ids = byWords.map(({ id }) => id);
  return ranked(ids, scores, FEEDBACK_PASSAGES);
}

/** A question in another language than the content shares few words with it, all by chance, and must still be answered. */
export function promoteBest(ranking: readonly Ranked[], best: readonly Ranked[], place: number): readonly Ranked[] {
  const before = ranking.slice(0, place);
  const missing = best.filter(({ id }) => !before.some((one) => one.id === id)).map(({ id }) => id);
  if (missing.length === 0) return ranking;
  const moved = ranking.filter(({ id }) => missing.includes(id));
  const rest = ranking.filter(({ id }) => !missing.includes(id));
  const kept = Math.max(0, place - moved.length);
  const limit = rest[kept]?.score ?? 0;
  // Scores must not rise along the ranking.
  return [
    ...rest.slice(0, kept),
    ...moved.map(({ id, score }) => ({ id, score: Math.max(score, limit) })),
    ...rest.slice(kept),
  ];
}

/** 0 to 1; equal scores give 1. */
function minMaxScale(ranking: readonly Ranked[]): (score: number) => number {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { score } of ranking) {
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  const span = highest - lowest;
  return (score) => (span > 0 ? (score - lowest) / span : 1);
}

const fraction = (value: number, { from, fully }: { readonly from: number; readonly fully: number }): number =>
  fractionBetween(value, from, fully);

/** 0 to 1. */
const fractionBetween = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

/** Ties are ordered by id. */
function ranked(ids: readonly string[], scores: Float64Array, k: number = ids.length): readonly Ranked[] {
  const ranking: Ranked[] = [];
  for (const place of descendingNames(ids, scores, k))
    ranking.push({ id: ids[place] ?? '', score: scores[place] ?? 0 });
  return ranking;
}
