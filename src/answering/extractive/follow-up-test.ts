/** A follow-up that is about the same as the question before: "And for children?", "What does it cost?" Its answer rather stands beside the one before. */

import type { ReadUnit } from './passages/read-passages.ts';
import { asksForFact, tellsFactAskedFor } from './question/expected-answer-type.ts';
import { namesNoTopic, otherCaseIn } from './question/standalone-question.ts';
import { strengthOf, type Term } from './terms/terms.ts';

/**
 * Tells the units that hold what the follow-up adds to the question before; null for a question with a topic of its own.
 * @param added content words of the follow-up
 */
export function followUpTest(present: string, added: readonly Term[]): ((unit: ReadUnit) => boolean) | null {
  if (namesNoTopic(present) && asksForFact(present)) return ({ text }) => tellsFactAskedFor(present, text);
  if (otherCaseIn(present) === null) return null;
  return ({ words }) => added.some((term) => strengthOf(term, words) > 0);
}
