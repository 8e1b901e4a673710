/** Match of a passage with the question as search measures it: the BM25 score as a share of the best one of the passages. */
import type { SearchStatistics } from '../../../ports/search-index.ts';
import type { SearchScores } from './search-scores.ts';

/** Search finds all of fewer passages, so that its ranking tells little. */
export const MIN_SEARCHED = 20;

/** A passage that search finds by other words, or by none of the question's, may hold the answer too: "swap" answers "exchange". */
const LEAST = 0.4;

/** The match of each passage, {@link LEAST} to 1. All are alike where no score is known, and in a content of few passages. */
export function passageMatches(scores: SearchScores, statistics: SearchStatistics | null): readonly number[] {
  if (statistics !== null && statistics.passages < MIN_SEARCHED) return scores.map(() => 1);
  const best = Math.max(0, ...scores.map((score = 0) => score));
  return scores.map((score = 0) => (best === 0 ? 1 : Math.max(LEAST, score / best)));
}
