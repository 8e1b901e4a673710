/** Hits as one string and one array: threads exchange these ten times as fast as a list of objects. */
import type { SearchHit, SearchResult } from '../../../ports/search-index.ts';

/** Ids hold no white space. */
const SEPARATOR = '\n';

interface PackedHits {
  readonly ids: string;
  readonly scores: Float64Array;
}

export interface PackedResult extends Pick<SearchResult, 'statistics'> {
  readonly byWords: PackedHits;
  readonly byVector: PackedHits;
}

export const NO_HITS: PackedHits = { ids: '', scores: new Float64Array() };

export function packHits(hits: readonly SearchHit[]): PackedHits {
  return { ids: hits.map(({ id }) => id).join(SEPARATOR), scores: Float64Array.from(hits, ({ score }) => score) };
}

export function unpackResult({ byWords, byVector, statistics }: PackedResult): SearchResult {
  return { byWords: unpackHits(byWords), byVector: unpackHits(byVector), statistics };
}

function unpackHits({ ids, scores }: PackedHits): readonly SearchHit[] {
  if (scores.length === 0) return [];
  return ids.split(SEPARATOR).map((id, place) => ({ id, score: scores[place] ?? 0 }));
}
