import { type ComparedRankings, distanceRatio, MAX_DISTANCE_RATIO } from './closeness.ts';
import { descendingNames } from './descending.ts';
import { FEEDBACK_PASSAGES } from './query-expansion.ts';
import type { Ranking } from './ranking.ts';

/**
 * Share of the vectors made without a model (see the Embedder port). At the least, they only add passages without a matching word: .05 would
 * cost up to .006 of nDCG@10 in languages that they do not know. It grows with their agreement with the words, since they then find other
 * wordings.
 */
const OFFLINE_SHARE = { least: 0.02, most: 0.25, agreement: { from: 0.1, fully: 0.3 } };

/** Weight relative to the best by words, by a trained model's agreement with the words. */
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
 * @param agreement see `rankCorrelation`; 0 for a question whose language the vectors do not know
 * @returns the union, best first, ties by id, scores from 0 to 1
 */
export function fuseOffline(byWords: Ranking, byVector: Ranking, agreement: number): Ranking {
  const { least, most } = OFFLINE_SHARE;
  const share = least + (most - least) * fraction(agreement, OFFLINE_SHARE.agreement);
  const fused = new Map<string, number>();
  const add = ({ ids, scores }: Ranking, weight: number) => {
    for (const [place, scaled] of minMaxScaled(scores).entries()) {
      const id = ids[place] ?? '';
      fused.set(id, (fused.get(id) ?? 0) + weight * scaled);
    }
  };
  add(byWords, 1 - share);
  add(byVector, share);
  return ranked([...fused.keys()], Float64Array.from(fused.values()));
}

/**
 * Word scores relative to the best, plus the weighted logarithm of how many times nearer a passage is than the ranking's last
 * (docs/decisions/0015-rank-fusion.md).
 * Cosines are not scaled to their range: a model that finds nothing near would then count as much as one that does.
 * @param agreement see `rankCorrelation`
 * @returns the union, best first, ties by id, scores up to 1
 */
export function fuseTrained(compared: ComparedRankings, agreement: number): Ranking {
  const { byWords, vector, closeness, unfound } = compared;
  const weight = vectorWeight(compared, agreement);
  const best = byWords.scores[0] ?? 1;
  const most = 1 + weight * Math.log(MAX_DISTANCE_RATIO);
  const scoreOf = (wordScore: number, close: number) => (wordScore + weight * Math.log(distanceRatio(close))) / most;
  const ids = [...byWords.ids];
  const scores = new Float64Array(ids.length + unfound.length);
  for (let rank = 0; rank < closeness.length; rank += 1) {
    scores[rank] = scoreOf((byWords.scores[rank] ?? 0) / best, closeness[rank] ?? vector.beyond);
  }
  for (const place of unfound) {
    scores[ids.length] = scoreOf(0, vector.values[place] ?? vector.beyond);
    ids.push(vector.ids[place] ?? '');
  }
  return ranked(ids, scores);
}

/** Words find many equally good passages for a paraphrase, and the model one near passage. */
function vectorWeight({ byWords: { scores }, vector }: ComparedRankings, agreement: number): number {
  const trust = fractionBetween(agreement, UNTRUSTED.agreement, TRUSTED.agreement);
  const levelness = (scores[LEVELNESS_PLACE] ?? 0) / (scores[0] ?? 1);
  const paraphrase =
    fraction(agreement, PARAPHRASE.agreement) *
    fraction(vector.nearest, PARAPHRASE.closest) *
    fraction(levelness, PARAPHRASE.levelness);
  return UNTRUSTED.weight + (TRUSTED.weight - UNTRUSTED.weight) * trust + PARAPHRASE_WEIGHT * paraphrase;
}

/**
 * Feedback passages for query expansion: by word scores, raised by nearness as far as the model agrees with the words. nDCG@10 gains .004
 * and .008 on English questions and loses up to .001 in languages that the model does not know.
 */
export function feedbackRanking({ byWords, vector, closeness }: ComparedRankings, agreement: number): Ranking {
  const weight = fraction(agreement, FEEDBACK_TRUST);
  const scores = byWords.scores.map(
    (score, rank) => score * (1 + weight * vector.nearness(closeness[rank] ?? vector.beyond)),
  );
  return ranked(byWords.ids, scores, FEEDBACK_PASSAGES);
}

/** Moves the best hits by vector up to the place: a question in another language than the content shares only chance words with it. */
export function promoteBest(ranking: Ranking, best: readonly string[], place: number): Ranking {
  const { ids, scores } = ranking;
  const before = ids.slice(0, place);
  const missing = best.filter((id) => !before.includes(id));
  if (missing.length === 0) return ranking;
  const rest: number[] = [];
  const moved: number[] = [];
  for (let at = 0; at < ids.length; at += 1) (missing.includes(ids[at] ?? '') ? moved : rest).push(at);
  const kept = Math.max(0, place - moved.length);
  const limit = scores[rest[kept] ?? -1] ?? 0;
  const promoted = inOrder(ranking, rest.toSpliced(kept, 0, ...moved));
  // Scores must not rise along the ranking.
  for (let at = kept; at < kept + moved.length; at += 1) {
    promoted.scores[at] = Math.max(promoted.scores[at] ?? 0, limit);
  }
  return promoted;
}

/** 0 to 1; equal scores give 1. */
function minMaxScaled(scores: Float64Array): Float64Array {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0;
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  const span = highest - lowest;
  return scores.map((score) => (span > 0 ? (score - lowest) / span : 1));
}

const fraction = (value: number, { from, fully }: { readonly from: number; readonly fully: number }): number =>
  fractionBetween(value, from, fully);

/** 0 to 1. */
const fractionBetween = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)));

function ranked(ids: readonly string[], scores: Float64Array, k: number = ids.length): Ranking {
  return inOrder({ ids, scores }, descendingNames(ids, scores, k));
}

/** Loops, because `Array.from` with a function costs eight times as much. */
function inOrder({ ids, scores }: Ranking, places: ArrayLike<number>): Ranking {
  const ordered: string[] = [];
  const orderedScores = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    ordered.push(ids[place] ?? '');
    orderedScores[at] = scores[place] ?? 0;
  }
  return { ids: ordered, scores: orderedScores };
}
