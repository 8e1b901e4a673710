import type { Language } from '../../../text/analysis/languages.ts';
import type { ReadPassage } from '../passages/read-passages.ts';
import type { StatedPeriod } from '../terms/measures.ts';

/** A question and the content that its words are looked for in. */
export interface QuestionAndContent {
  /** Joined with an earlier one where it depends on it. */
  readonly question: string;
  /** The visitor's own wording. */
  readonly present: string;
  readonly content: readonly ReadPassage[];
  readonly language: Language;
  /** The length of time that the question states. */
  readonly period: StatedPeriod | null;
  /** Words that state an age, with the number of years. */
  readonly years: ReadonlyMap<string, number>;
}
