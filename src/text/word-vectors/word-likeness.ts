import { memoized } from '../analysis/memoize.ts';
import { compactCosine, compactVector, isWholePiece, meaningVector } from './meaning-vector.ts';

/** Contents repeat their words. */
const vectorOf = memoized((word) => {
  const vector = meaningVector(word);
  return vector === null ? null : compactVector(vector);
});

/** Cosine of the meanings of two English words, -1 to 1; 0 where the table does not know one of them. */
export function wordLikeness(one: string, other: string): number {
  const [first, second] = [vectorOf(one), vectorOf(other)];
  return first === null || second === null ? 0 : compactCosine(first, second);
}

/** True for a common English word, which is then not a misspelt one. */
export const isEnglishWord = memoized(isWholePiece);
