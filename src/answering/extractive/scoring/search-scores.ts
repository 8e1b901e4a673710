/** BM25 scores of the passages for a question. */
import type { SearchStatistics } from '../../../ports/search-index.ts';
import { analyseQuery } from '../../../text/analysis/analyse.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import type { ReadPassage } from '../passages/read-passages.ts';
import { isGenericWord, isQuestionStopWord } from '../terms/question-words.ts';

/** Undefined for a passage that search did not find by words. */
export type SearchScores = readonly (number | undefined)[];

export const scoresOfSearch = (passages: readonly ExtractPassage[]): SearchScores => passages.map(({ bm25 }) => bm25);

/** "Opening times" is not about the times of delivery. */
function namesNothing(analysed: string): boolean {
  const word = analysed.replace(/^[=~^]/, '');
  return isGenericWord(word) || isQuestionStopWord(word);
}

/** Places by score, from 0. */
export function ranksOf(scores: SearchScores): readonly number[] {
  const places = scores.map((_, at) => at).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  const ranks = new Map(places.map((at, rank) => [at, rank]));
  return scores.map((_, at) => ranks.get(at) ?? at);
}

/** Scores of a follow-up alone, where search also asked for the question before. They count each passage as of mean length and each word once. */
export function scoresOfQuestion(
  question: string,
  read: readonly ReadPassage[],
  { passages, frequencies }: SearchStatistics,
): SearchScores {
  const words = [...new Set(analyseQuery(question))].flatMap((word) => {
    const holding = frequencies.get(word);
    return holding === undefined || namesNothing(word)
      ? []
      : [{ word, rarity: Math.log(1 + (passages - holding + 0.5) / (holding + 0.5)) }];
  });
  return read.map((passage) => {
    const score = words.reduce((sum, { word, rarity }) => (passage.words.has(word) ? sum + rarity : sum), 0);
    return score > 0 ? score : undefined;
  });
}
