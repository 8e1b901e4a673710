/**
 * Ids with scores of the ranking's own scale, best first, each id once. Columns, because objects for hundreds of hits would outlive the
 * young generation of the heap while an answer waits for a store.
 */
export interface Ranking {
  readonly ids: readonly string[];
  /** Indexed by place, as many as ids. */
  readonly scores: Float64Array;
}

export const NO_RANKING: Ranking = { ids: [], scores: new Float64Array() };

/** @param hits best first */
export function rankingOf(hits: readonly { readonly id: string; readonly score: number }[]): Ranking {
  return { ids: hits.map(({ id }) => id), scores: Float64Array.from(hits, ({ score }) => score) };
}

export function topK({ ids, scores }: Ranking, count: number): Ranking {
  return { ids: ids.slice(0, count), scores: scores.subarray(0, count) };
}

/** @param rankings with scores of one scale, none with an id of another */
export function mergeRankings(rankings: readonly Ranking[]): Ranking {
  const hits = rankings.flatMap(({ ids, scores }) => ids.map((id, place) => ({ id, score: scores[place] ?? 0 })));
  return rankingOf(hits.sort((one, other) => other.score - one.score));
}
