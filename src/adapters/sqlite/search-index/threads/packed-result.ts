/**
 * Searches as threads exchange them. Hits are numbers in one array, since ids as text, or objects, would cost more than the
 * search.
 */
import type { SearchQuery } from '../../../../ports/search-index.ts';
import type { WeightedWords } from '../ranking/bm25.ts';
import type { AddedIds, IdDictionary, KnownIds } from '../segments/id-dictionary.ts';
import type { RankedPlaces } from '../segments/ranked-places.ts';

export interface PackedQuery extends Pick<SearchQuery, 'chatbotId' | 'generations' | 'vector' | 'limit'> {
  readonly weighted: WeightedWords;
  readonly known: KnownIds | null;
}

export interface PackedResult {
  readonly added: AddedIds;
  /** Numbers of the hits by words and of those by vector, then the scores of all in the same order. */
  readonly hits: Float64Array;
  readonly byWords: number;
  readonly passages: number;
  /** Document frequencies in the order of the words. */
  readonly frequencies: readonly number[];
}

/** @param dictionary holds all places */
export function packHits(rankings: readonly RankedPlaces[], dictionary: IdDictionary): Float64Array {
  const count = rankings.reduce((total, { places }) => total + places.length, 0);
  const hits = new Float64Array(count * 2);
  let at = 0;
  for (const { places, scores } of rankings) {
    for (let rank = 0; rank < places.length; rank += 1) {
      hits[at] = dictionary.numberAt(places[rank] ?? 0);
      hits[count + at] = scores[rank] ?? 0;
      at += 1;
    }
  }
  return hits;
}
