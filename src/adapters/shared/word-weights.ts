import type { SearchQuery } from '../../ports/search-index.ts';

/** Keyed by distinct word. */
export type WordWeights = ReadonlyMap<string, number>;

/** Bounds the reads of one search; half of Elasticsearch's lowest limit of clauses. */
const MAX_DISTINCT_WORDS = 512;

/** Repeated words add up; expansion terms add their own weight. */
export function wordWeights({
  words,
  expansionWords = new Map(),
}: Pick<SearchQuery, 'words' | 'expansionWords'>): WordWeights {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    const known = weights.get(word);
    if (known !== undefined || weights.size < MAX_DISTINCT_WORDS) weights.set(word, (known ?? 0) + weight);
  };
  for (const word of words) add(word, 1);
  for (const [word, weight] of expansionWords) add(word, weight);
  return weights;
}
