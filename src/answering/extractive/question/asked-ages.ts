/** Ages in a question, and what answers for them. */

import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import type { ReadPassage } from '../passages/read-passages.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import {
  COUNTED,
  isOfYears,
  isWithinAges,
  tellsAgeLimit,
  tellsYears,
  YEARS,
  yearsAskedFor,
} from '../terms/number-ranges.ts';
import type { Term } from '../terms/terms.ts';

const OTHER_AGE_STRENGTH = 0.6;
export const DIGITS = /^\p{N}{1,3}/u;
const UNITS = pattern(
  'giu',
  `(?<!\\p{N})\\d{1,3}[\\s-]?(${YEARS})(?:[\\s-](olds?|alte?[rsn]?|oud|ouder|lat))?(?!\\p{L})`,
);

/** Words for years beside a stated age: "15 year old", "10 Jahre", "14-latka". */
export function ageUnitsIn(question: string): ReadonlySet<string> {
  const found = boundedQuestion(question).matchAll(UNITS);
  return new Set(
    [...found].flatMap(([, unit = '', old = '']) => [unit, old].map((word) => foldDiacritics(word.toLowerCase()))),
  );
}

/** Matches a number of years with ranges and with numbers beside the word, not with the `4` of "€4". Without either, it matches as any number. */
export function ageMatches(
  { stem }: Term,
  value: number,
  content: readonly ReadPassage[],
): Pick<Term, 'variants'> & Partial<Pick<Term, 'stem' | 'isYears'>> {
  const numbers = content.flatMap((passage) => passage.numbers);
  const told = numbers.filter((word) => isWithinAges(value, word) || isOfYears(value, word));
  if (told.length > 0) return { stem: `${stem}y`, variants: new Map(told.map((word) => [word, 1])), isYears: true };
  // "You have to be at least 18 years old" answers a visitor of 17. An amount of money answers nobody.
  const isPlain = isWrittenPlain(stem, content);
  const others = numbers.filter((word) => tellsYears(word) || tellsAgeLimit(word));
  return {
    ...(isPlain ? {} : { stem: `${stem}y`, isYears: true }),
    variants: new Map(others.map((word) => [word, OTHER_AGE_STRENGTH])),
  };
}

/** True where a text has the number other than as an amount of money or a measure. */
function isWrittenPlain(digits: string, content: readonly ReadPassage[]): boolean {
  const plain = new RegExp(
    `(?<![\\p{N}.,]|\\p{Sc}\\s?)${digits}(?!\\p{N}|[.,]\\p{N}|\\s?\\p{Sc}|(?:\\s?(?:to|bis|[-–])\\s?\\p{N}{1,3})?${COUNTED})`,
    'iu',
  );
  return content.some(({ units }) => units.some(({ text }) => text.includes(digits) && plain.test(text)));
}

/** Ages of a question, also the 8 of "and a child of 8?" after "My son is 12". */
export function agesInConversation(question: string, present?: string): ReadonlyMap<string, number> {
  const years = yearsAskedFor(question);
  const number = present === undefined || years.size === 0 ? undefined : ONLY_NUMBER.exec(present)?.[1];
  return number === undefined || years.has(number) ? years : new Map([...years, [number, Number(number)]]);
}

/** The only number of a text, if it may be an age. */
const ONLY_NUMBER = /^\P{N}{0,60}(?<![\p{N}.,:€$£])(\d{1,2})(?![\p{N}]|[.,:]\p{N}|\s?[%€$£])\P{N}{0,60}$/u;

/** Leaves out the age of 12 where "And for a child of 8?" follows. */
export function withoutReplacedAges(
  terms: readonly Term[],
  current: ReadonlySet<string>,
  years: ReadonlyMap<string, number>,
): readonly Term[] {
  const isAge = ({ stem }: Term) => years.has(stem);
  if (!terms.some((term) => current.has(term.stem) && isAge(term))) return terms;
  return terms.filter((term) => current.has(term.stem) || !isAge(term));
}
