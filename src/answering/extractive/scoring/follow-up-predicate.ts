/** Follow-ups of the same topic: "And for children?", "What does it cost?" Their answer rather stands beside the one before. */

import type { ReadUnit } from '../passages/read-passages.ts';
import { asksForFact, tellsFactAskedFor } from '../question/expected-answer-type.ts';
import { namesNoTopic, otherCaseIn } from '../question/standalone-question.ts';
import { strengthOf, type Term } from '../terms/terms.ts';

/**
 * Tells the units that hold what the follow-up adds; null for a question with its own topic.
 * @param added content words of the follow-up
 */
export function followUpPredicate(present: string, added: readonly Term[]): ((unit: ReadUnit) => boolean) | null {
  if (namesNoTopic(present) && asksForFact(present)) return ({ text }) => tellsFactAskedFor(present, text);
  if (otherCaseIn(present) === null) return null;
  return ({ words }) => added.some((term) => strengthOf(term, words) > 0);
}
