/** Questions that differ only in case, spaces and final punctuation count as one. Pure. */
import type { UnansweredQuestion } from '../../api/types.ts';

export interface QuestionGroup {
  readonly newest: UnansweredQuestion;
  readonly count: number;
}

/** @param questions newest first @returns the groups, those asked most often first, then by their newest question */
export function groupQuestions(questions: readonly UnansweredQuestion[]): readonly QuestionGroup[] {
  const groups = new Map<string, QuestionGroup>();
  for (const question of questions) {
    const key = keyOf(question.question);
    const { newest, count } = groups.get(key) ?? { newest: question, count: 0 };
    groups.set(key, { newest, count: count + 1 });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}

/** Searches from the end: one search for the punctuation would try each mark of a long run, which any visitor can write. */
const UP_TO_FINAL_PUNCTUATION = /^.*[^\s\p{P}]/su;

/** More marks of one letter than any language has. Browsers sort them in quadratic time. Half-width voicing marks become marks too. */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

function keyOf(question: string): string {
  const text = question.replace(TOO_MANY_MARKS, '$1').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  // A question of punctuation alone keeps it.
  return UP_TO_FINAL_PUNCTUATION.exec(text)?.[0] ?? text;
}
