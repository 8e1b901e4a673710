import type { ReadPassage } from '../passages/read-passages.ts';
import type { StatedPeriod } from '../terms/measures.ts';

/** What the words of a question are read from. */
export interface QuestionAndContent {
  /** Joined with an earlier one where it depends on it. */
  readonly question: string;
  /** As the visitor asked it. */
  readonly present: string;
  readonly content: readonly ReadPassage[];
  /** The length of time that the question states. */
  readonly period: StatedPeriod | null;
  /** Words that state an age, with the number of years. */
  readonly years: ReadonlyMap<string, number>;
}
