/** What is searched for by words, as every engine takes it. */
import type { SearchQuery } from '../ports/search-index.ts';

/** Each word once, with what it weighs in the query. */
export type WordWeights = ReadonlyMap<string, number>;

/** A longer question says nothing more; each word is a read. Half of what Elasticsearch takes at the least in one query. */
const MOST_DISTINCT_WORDS = 512;

/** A repeated word weighs as often as it is there, and besides what it weighs as a related one. */
export function wordWeights({
  words,
  relatedWords = new Map(),
}: Pick<SearchQuery, 'words' | 'relatedWords'>): WordWeights {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    const known = weights.get(word);
    if (known !== undefined || weights.size < MOST_DISTINCT_WORDS) weights.set(word, (known ?? 0) + weight);
  };
  for (const word of words) add(word, 1);
  for (const [word, weight] of relatedWords) add(word, weight);
  return weights;
}
