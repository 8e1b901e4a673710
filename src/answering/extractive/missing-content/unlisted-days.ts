/** Leaves out days and holidays that the content lacks in questions for opening hours, which still help. */

import { HOURS } from '../facts/fact-marks.ts';
import { type Holiday, holidayIn } from '../facts/holidays.ts';
import { ALL_MONTHS, monthAskedFor } from '../facts/months.ts';
import { namesDay } from '../facts/weekday-names.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import { type ReadPassage, readPassages } from '../passages/read-passages.ts';
import { termsFor } from '../question/question-terms.ts';
import { isHeldIn, type Term, wordOf } from '../terms/terms.ts';

const ANY_MONTH: ReadonlyMap<string, number> = new Map(ALL_MONTHS.map((mark) => [mark, 1]));

/** Opening hours without a Sunday answer who asks for Sunday, and a season without November who asks for November. */
export function withoutUnlistedDays(terms: readonly Term[], read: readonly ReadPassage[]): readonly Term[] {
  if (!terms.some(({ facts }) => facts.has(HOURS))) return terms;
  return terms.flatMap((term) => {
    if (isHeldIn(read, term)) return [term];
    if (monthAskedFor(wordOf(term)) === null) return namesDay(wordOf(term)) ? [] : [term];
    const inSeason = { ...term, stem: 'asks:month', exact: null, beginning: null, facts: ANY_MONTH };
    return isHeldIn(read, inSeason) ? [inSeason] : [];
  });
}

export function withoutUnlistedHoliday(
  terms: readonly Term[],
  question: string,
  read: readonly ReadPassage[],
): readonly Term[] {
  const holiday = unlistedHolidayIn(question, terms, read);
  return holiday === null ? terms : terms.filter((term) => !holiday.words.has(wordOf(term)));
}

function unlistedHolidayIn(question: string, terms: readonly Term[], read: readonly ReadPassage[]): Holiday | null {
  if (!terms.some(({ facts }) => facts.has(HOURS))) return null;
  const holiday = holidayIn(question);
  if (holiday === null) return null;
  const isListed = read.some(
    ({ units, sections }) =>
      units.some(({ text }) => holiday.isNamedIn(text)) || sections.some(({ heading }) => holiday.isNamedIn(heading)),
  );
  return isListed ? null : holiday;
}

/** The missing holiday of a question for opening hours; null for any other question. */
export const unlistedHoliday = (question: string, passages: readonly ExtractPassage[]): string | null =>
  unlistedHolidayIn(question, termsFor(question, passages), readPassages(passages))?.name ?? null;
