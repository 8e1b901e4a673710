/** Marks, among a text's words, of facts that it tells without naming them. */

import type { Language } from '../../../text/analysis/languages.ts';
import { memoized } from '../../../text/analysis/memoize.ts';
import { foldDiacritics, withAsciiDigits } from '../../../text/analysis/normalise.ts';
import { initialsIn } from '../terms/initials.ts';
import { periodsIn } from '../terms/measures.ts';
import { numberRangesIn, tellsAgeLimit, tellsYears } from '../terms/number-ranges.ts';
import { meansTheSame, serviceConceptsOf } from '../thesaurus/synonyms.ts';
import { tellsChild, tellsSenior } from './age-groups.ts';
import { asksForCountries, tellsCountries } from './countries.ts';
import { asksForDatabase, tellsDatabase } from './databases.ts';
import { tellsDuration } from './durations.ts';
import { tellsFrequency } from './frequencies.ts';
import { holidayDatesIn, holidayIn } from './holidays.ts';
import { asksForLimit, asksForMinimum, asksHowGreat, tellsLimit, tellsMinimum } from './limits.ts';
import { monthAskedFor, monthsIn } from './months.ts';
import { tellsPerson, tellsRole } from './people.ts';
import { asksForPrice, asksWhetherFree, costsNothing, tellsAmount, tellsDiscount, tellsPrice } from './prices.ts';
import { asksForProgrammingLanguage, tellsProgrammingLanguage } from './programming-languages.ts';
import { tellsRequirements } from './requirements.ts';
import { asksForLanguages, tellsLanguages } from './spoken-languages.ts';
import { daysAskedFor, daysIn, tellsTime } from './weekdays.ts';

export const HOURS = 'tells:hours';
/** A time of day without a day: "The kitchen takes orders until 21:30". */
export const TIME = 'tells:time';
/** Marks for expected answers only: no word of a question asks for them. */
export const DURATION = 'tells:duration';
export const FREQUENCY = 'tells:frequency';
export const PERSON = 'tells:person';
/** A person's task or post. */
export const ROLE = 'tells:role';
export const REQUIREMENTS = 'tells:requirements';
/** A price, or that something costs nothing. */
export const PRICE = 'tells:price';
/** "At no cost", "€0". */
export const FREE = 'tells:free';
export const AMOUNT = 'tells:amount';
/** "20 % off". */
const DISCOUNT = 'tells:discount';
/** "Up to 25 MB". */
const LIMIT = 'tells:limit';
/** "At least 12 characters". */
const MINIMUM = 'tells:minimum';
/** Two languages or more. */
const LANGUAGES = 'tells:languages';
/** Two countries or more. */
const COUNTRIES = 'tells:countries';
/** The name of a database system. */
export const DATABASE = 'tells:database';
const PROGRAMMING_LANGUAGE = 'tells:programming-language';
/** "From 6 months to 8 years". */
const YEARS = 'tells:years';
const CHILD = 'tells:child';
const SENIOR = 'tells:senior';
const DISCOUNT_STRENGTH = 0.9;
const LIMIT_STRENGTH = 0.8;
const LIST_STRENGTH = 0.9;
/** Strength of a synonym. */
const CHILD_STRENGTH = 0.75;
const YEARS_STRENGTH = 0.75;
/** Higher, so that the one row of a table stands out. */
const SENIOR_STRENGTH = 1;
const PRICE_STRENGTH = 0.9;
const FREE_STRENGTH = 1;
const DATE_STRENGTH = 1;
/** Strength of a word, so that "closed" does not stand out among the hours. */
const HOURS_STRENGTH = 1;
const TIME_STRENGTH = 0.6;

const TOLD: readonly (readonly [mark: string, tells: (text: string) => boolean])[] = [
  [PRICE, tellsPrice],
  [AMOUNT, tellsAmount],
  [FREE, costsNothing],
  [PROGRAMMING_LANGUAGE, tellsProgrammingLanguage],
  [DISCOUNT, tellsDiscount],
  [LIMIT, tellsLimit],
  [MINIMUM, tellsMinimum],
  [LANGUAGES, tellsLanguages],
  [COUNTRIES, tellsCountries],
  [CHILD, tellsChild],
  [SENIOR, tellsSenior],
  [DATABASE, tellsDatabase],
  [FREQUENCY, tellsFrequency],
  [REQUIREMENTS, tellsRequirements],
];

/** Exported to compile their patterns before the first question. */
export const FACT_TESTS: readonly ((text: string) => unknown)[] = [
  ...TOLD.map(([, tells]) => tells),
  daysIn,
  numberRangesIn,
  tellsTime,
  monthsIn,
  holidayDatesIn,
  tellsDuration,
  periodsIn,
  tellsPerson,
  tellsRole,
];

/** Marks of the facts that a sentence, line, item or row tells. */
export function factsTold(written: string, language?: Language): readonly string[] {
  const text = withAsciiDigits(written);
  const days = daysIn(text, language);
  const ranges = numberRangesIn(text);
  return [
    ...days,
    ...(tellsTime(text) ? [days.length > 0 ? HOURS : TIME] : []),
    ...TOLD.flatMap(([mark, tells]) => (tells(text) ? [mark] : [])),
    ...monthsIn(text),
    ...holidayDatesIn(text),
    ...(tellsDuration(text) ? [DURATION, ...periodsIn(text)] : []),
    ...(tellsPerson(text) ? [PERSON, ...(tellsRole(text) ? [ROLE] : [])] : []),
    ...ranges,
    ...(ranges.some((range) => tellsYears(range) || tellsAgeLimit(range)) ? [YEARS] : []),
    ...initialsIn(text),
  ];
}

/** Facts that a row's name or its header tells: "Under 9", and `9.90` below "Price (EUR)". */
export function factsOfRow(cells: readonly string[], header: readonly string[]): readonly string[] {
  const isPriced = header.some((name, column) => namesPrice(name) && /\p{N}/u.test(cells[column] ?? ''));
  return [...numberRangesIn(cells[0] ?? ''), ...(isPriced ? [PRICE, AMOUNT] : [])];
}

const namesPrice = memoized(
  (name): boolean =>
    tellsAmount(`${name} 1`) ||
    (foldDiacritics(name.toLowerCase()).match(/\p{L}+/gu) ?? []).some((word) =>
      serviceConceptsOf(word).includes('price'),
    ),
);

/** "How much is an out-of-hours visit?" asks for no opening hours. */
const OUT_OF_HOURS = /(?<!\p{L})(?:out[ -]of|outside|after)[ -](?:office |opening |normal |working )?hours(?!\p{L})/iu;
/** Characters of a question. */
const MAX_CHARACTERS_READ = 300;

export const HOURS_ASKED_FOR: ReadonlyMap<string, number> = new Map([
  [HOURS, HOURS_STRENGTH],
  [TIME, TIME_STRENGTH],
]);
const PRICE_ASKED_FOR = new Map([[PRICE, PRICE_STRENGTH]]);
const FREE_ASKED_FOR = new Map([[FREE, FREE_STRENGTH]]);
const FREE_OR_PRICE_ASKED_FOR = new Map([...FREE_ASKED_FOR, ...PRICE_ASKED_FOR]);

/** "Up to what age?" */
const AGE = /^ages?$/u;

type AskingTest = (word: string, question: string) => boolean;

/** Facts that words ask for. The first match counts. */
const ASKED: readonly (readonly [asks: AskingTest, facts: ReadonlyMap<string, number>])[] = [
  [(word) => meansTheSame('discount', word), new Map([[DISCOUNT, DISCOUNT_STRENGTH]])],
  [asksForProgrammingLanguage, new Map([[PROGRAMMING_LANGUAGE, LIST_STRENGTH]])],
  [(word, question) => asksForLimit(word) || asksHowGreat(word, question), new Map([[LIMIT, LIMIT_STRENGTH]])],
  [asksForMinimum, new Map([[MINIMUM, LIMIT_STRENGTH]])],
  [asksForLanguages, new Map([[LANGUAGES, LIST_STRENGTH]])],
  [asksForCountries, new Map([[COUNTRIES, LIST_STRENGTH]])],
  [asksForDatabase, new Map([[DATABASE, LIST_STRENGTH]])],
  [(word) => meansTheSame('children', word), new Map([[CHILD, CHILD_STRENGTH]])],
  [(word) => AGE.test(word), new Map([[YEARS, YEARS_STRENGTH]])],
  [(word) => meansTheSame('pensioner', word), new Map([[SENIOR, SENIOR_STRENGTH]])],
];

/**
 * Marks that answer a word of a question, with their match strength.
 * @param word folded, as analysed
 */
export function factsAskedFor(word: string, question: string): ReadonlyMap<string, number> {
  const services = serviceConceptsOf(word);
  if (services.includes('hours') && !OUT_OF_HOURS.test(question.slice(0, MAX_CHARACTERS_READ))) return HOURS_ASKED_FOR;
  const date = dateAskedFor(word, question);
  if (date !== null) return new Map([[date, DATE_STRENGTH]]);
  if (word === 'free' && asksWhetherFree(question.slice(0, MAX_CHARACTERS_READ)))
    return asksForPrice(question) ? FREE_OR_PRICE_ASKED_FOR : FREE_ASKED_FOR;
  const asked = ASKED.find(([asks]) => asks(word, question));
  if (asked !== undefined) return asked[1];
  const isPaid = services.includes('price') || services.includes('payment');
  return isPaid && asksForPrice(question) ? PRICE_ASKED_FOR : daysAskedFor(word);
}

/** The mark of a holiday, month or season that the word names. */
function dateAskedFor(word: string, question: string): string | null {
  const holiday = holidayIn(question);
  return holiday?.words.has(word) === true && holiday.date !== null ? holiday.date : monthAskedFor(word);
}
