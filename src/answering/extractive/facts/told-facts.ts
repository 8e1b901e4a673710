/** Facts that a text tells without naming them: days, opening hours, prices, limits, age groups, languages, durations, people. Each is a mark among its words. */

import { memoized } from '../../../text/analysis/memoize.ts';
import { foldDiacritics, withAsciiDigits } from '../../../text/analysis/normalise.ts';
import { initialsIn } from '../terms/initials.ts';
import { periodsIn } from '../terms/measures.ts';
import { numberRangesIn } from '../terms/number-ranges.ts';
import { meansTheSame, serviceConceptsOf } from '../terms/synonyms.ts';
import { tellsChild, tellsSenior } from './age-groups.ts';
import { asksForCountries, tellsCountries } from './countries.ts';
import { asksForDatabase, tellsDatabase } from './databases.ts';
import { tellsDuration } from './durations.ts';
import { tellsFrequency } from './frequencies.ts';
import { asksForLimit, asksForMinimum, tellsLimit, tellsMinimum } from './limits.ts';
import { tellsPerson, tellsRole } from './people.ts';
import { asksForPrice, tellsAmount, tellsDiscount, tellsPrice } from './prices.ts';
import { tellsRequirements } from './requirements.ts';
import { asksForLanguages, tellsLanguages } from './spoken-languages.ts';
import { daysAskedFor, daysIn, tellsTime } from './weekdays.ts';

/** Mark of a text with opening hours. */
export const HOURS = 'tells:hours';
/** A time of day without a day: "The kitchen takes orders until 21:30". */
export const TIME = 'tells:time';
/** Expected answers only: a question for them has no word that a text could hold. */
export const DURATION = 'tells:duration';
export const FREQUENCY = 'tells:frequency';
export const PERSON = 'tells:person';
/** A person's task or post. */
export const ROLE = 'tells:role';
export const REQUIREMENTS = 'tells:requirements';
/** A price, or that something costs nothing. */
export const PRICE = 'tells:price';
/** An amount of money. */
export const AMOUNT = 'tells:amount';
/** A discount: "20 % off". */
const DISCOUNT = 'tells:discount';
/** A greatest amount: "up to 25 MB". */
const LIMIT = 'tells:limit';
/** A least amount: "at least 12 characters". */
const MINIMUM = 'tells:minimum';
/** Two languages or more. */
const LANGUAGES = 'tells:languages';
/** Two countries or more. */
const COUNTRIES = 'tells:countries';
/** A database system by name. */
export const DATABASE = 'tells:database';
const CHILD = 'tells:child';
const SENIOR = 'tells:senior';
const DISCOUNT_STRENGTH = 0.9;
const LIMIT_STRENGTH = 0.8;
/** Languages, countries, databases. */
const LIST_STRENGTH = 0.9;
/** As strong as a synonym. */
const CHILD_STRENGTH = 0.75;
/** One row of a table says it, so that this row stands out. */
const SENIOR_STRENGTH = 1;
const PRICE_STRENGTH = 0.9;
/** As strong as a word, so that "closed" does not stand out among the hours. */
const HOURS_STRENGTH = 1;
const TIME_STRENGTH = 0.6;

/** Tests of a text for each fact. */
const TOLD: readonly (readonly [mark: string, tells: (text: string) => boolean])[] = [
  [PRICE, tellsPrice],
  [AMOUNT, tellsAmount],
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

/** Marks of the facts that a sentence, line, item or row tells. */
export function factsTold(written: string): readonly string[] {
  const text = withAsciiDigits(written);
  const days = daysIn(text);
  return [
    ...days,
    ...(tellsTime(text) ? [days.length > 0 ? HOURS : TIME] : []),
    ...TOLD.flatMap(([mark, tells]) => (tells(text) ? [mark] : [])),
    ...(tellsDuration(text) ? [DURATION, ...periodsIn(text)] : []),
    ...(tellsPerson(text) ? [PERSON, ...(tellsRole(text) ? [ROLE] : [])] : []),
    ...numberRangesIn(text),
    ...initialsIn(text),
  ];
}

/** Facts of a table's row that its name or the header tells: "Under 9", and `9.90` below "Price (EUR)". */
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
const MAX_READ = 300;

export const HOURS_ASKED_FOR: ReadonlyMap<string, number> = new Map([
  [HOURS, HOURS_STRENGTH],
  [TIME, TIME_STRENGTH],
]);
const PRICE_ASKED_FOR = new Map([[PRICE, PRICE_STRENGTH]]);

/** Facts that a word asks for in any question. */
const ASKED: readonly (readonly [asks: (word: string) => boolean, facts: ReadonlyMap<string, number>])[] = [
  [(word) => meansTheSame('discount', word), new Map([[DISCOUNT, DISCOUNT_STRENGTH]])],
  [asksForLimit, new Map([[LIMIT, LIMIT_STRENGTH]])],
  [asksForMinimum, new Map([[MINIMUM, LIMIT_STRENGTH]])],
  [asksForLanguages, new Map([[LANGUAGES, LIST_STRENGTH]])],
  [asksForCountries, new Map([[COUNTRIES, LIST_STRENGTH]])],
  [asksForDatabase, new Map([[DATABASE, LIST_STRENGTH]])],
  [(word) => meansTheSame('children', word), new Map([[CHILD, CHILD_STRENGTH]])],
  [(word) => meansTheSame('pensioner', word), new Map([[SENIOR, SENIOR_STRENGTH]])],
];

/** Marks that answer a word of a question, with the strength of a match. @param word folded, as analysed */
export function factsAskedFor(word: string, question: string): ReadonlyMap<string, number> {
  const services = serviceConceptsOf(word);
  if (services.includes('hours') && !OUT_OF_HOURS.test(question.slice(0, MAX_READ))) return HOURS_ASKED_FOR;
  const asked = ASKED.find(([asks]) => asks(word));
  if (asked !== undefined) return asked[1];
  const isPaid = services.includes('price') || services.includes('payment');
  return isPaid && asksForPrice(question) ? PRICE_ASKED_FOR : daysAskedFor(word);
}
