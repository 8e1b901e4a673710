/**
 * Searches as threads exchange them. Hits are pairs of numbers in one array, since ids as text, or a list of objects, would cost
 * more than the search itself.
 */
import type { SearchQuery } from '../../../ports/search-index.ts';
import type { WeightedWords } from './bm25.ts';
import type { AddedIds, IdDictionary, KnownIds } from './id-dictionary.ts';
import type { RankedPlaces } from './top-k.ts';

export interface PackedQuery extends Pick<SearchQuery, 'chatbotId' | 'generations' | 'vector' | 'limit'> {
  readonly weighted: WeightedWords;
  readonly known: KnownIds | null;
}

export interface PackedResult {
  readonly added: AddedIds;
  /** Number and score of each hit by words, then of each by vector. */
  readonly hits: Float64Array;
  readonly byWords: number;
  readonly passages: number;
  /** In the order of the words. */
  readonly frequencies: readonly number[];
}

/** @param dictionary holds all places */
export function packHits(rankings: readonly RankedPlaces[], dictionary: IdDictionary): Float64Array {
  const hits = new Float64Array(rankings.reduce((total, { places }) => total + places.length * 2, 0));
  let at = 0;
  for (const { places, scores } of rankings) {
    for (let rank = 0; rank < places.length; rank += 1) {
      hits[at] = dictionary.numberAt(places[rank] ?? 0);
      hits[at + 1] = scores[rank] ?? 0;
      at += 2;
    }
  }
  return hits;
}
