/** Holidays by name. They do not say what is asked for: opening hours help who asks "Are you open at Christmas?" */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';

const HOLIDAY = pattern(
  'u',
  /(?<!\p{L})/u,
  oneOf(
    /(?:bank|public|national) holidays?|christmas(?: eve| day)?|xmas|boxing day/u,
    /new year(?:['’]?s)?(?: eve| day)?|easter(?: sunday| monday)?|good friday|thanksgiving|feiertage?n?/u,
    /weihnachten|heiligabend|silvester|neujahr|ostern|ostersonntag|ostermontag|karfreitag|pfingsten/u,
    /jours? feries?|noel|paques|(?:dias? )?festivos?|navidad(?:es)?|nochebuena|nochevieja|ano nuevo/u,
    /semana santa|giorni festivi|natale|capodanno|pasqua|ferragosto|feriados?|natal|pascoa/u,
    /feestdag(?:en)?|kerst(?:mis)?|pasen|wielkanoc|swieta|julen?|pask|праздник\p{L}*/u,
  ),
  /(?!\p{L})/u,
);
/** Words around the name, and endings, that vary between texts. */
const AROUND =
  /^(?:bank|public|national|jours?|dias?|giorni) | (?:eve|day|sunday|monday)$|(?<=\p{L}{3})(?:['’]?s|es|e?n)$/gu;

/** Fixed holidays by the beginning of their names, as day and month. Folded. */
const DATES: readonly (readonly [RegExp, string])[] = [
  [/^(?:christmas eve|heiligabend|nochebuena)/u, '24-12'],
  [/^(?:christmas|xmas|weihnacht|noel|navidad|natal|kerst|julen?$)/u, '25-12'],
  [/^boxing/u, '26-12'],
  [/^(?:new year(?:['’]?s)? eve|silvester|nochevieja)/u, '31-12'],
  [/^(?:new year|neujahr|ano nuevo|capodanno)/u, '1-1'],
];
const dateOf = (name: string): string | null => DATES.find(([names]) => names.test(name))?.[1] ?? null;
const markOf = (date: string): string => `date:${date}`;
const DECEMBER = '(?:dec(?:ember)?|dezember|décembre|diciembre|dicembre|dezembro)';
const JANUARY = '(?:jan(?:uary)?|januar|jänner|janvier|enero|gennaio|janeiro|januari)';
const DAYS = String.raw`((?:\d{1,2}(?:st|nd|rd|th|\.)?(?:,? (?:and|und|et|y|e|en|&) |, ?|\s?[-\u2013]\s?| (?:to|bis|au|al) )){0,6}\d{1,2}(?:st|nd|rd|th|er|\.)?)`;
const IN_MONTH = [
  {
    month: 12,
    dates: pattern(
      'giu',
      String.raw`(?<![\p{N}.,])${DAYS} (?:of |de )?${DECEMBER}(?!\p{L})|(?<!\p{L})${DECEMBER}\.? (\d{1,2})(?!\p{N})`,
    ),
  },
  {
    month: 1,
    dates: pattern(
      'giu',
      String.raw`(?<![\p{N}.,])${DAYS} (?:of |de )?${JANUARY}(?!\p{L})|(?<!\p{L})${JANUARY}\.? (\d{1,2})(?!\p{N})`,
    ),
  },
];
/** Most texts name neither month. */
const MAY_NAME_MONTH = /d[eéi][cz]|j[aä]n|enero|gennaio/iu;
const HOLIDAYS = new Set(DATES.map(([, date]) => date));

/** Marks of holidays by their dates: "closed on 24, 25 and 26 December". */
export function holidayDatesIn(text: string): readonly string[] {
  if (!MAY_NAME_MONTH.test(text)) return [];
  const found = IN_MONTH.flatMap(({ month, dates }) =>
    [...text.matchAll(dates)].flatMap(([, days = '', day = '']) =>
      daysOf(`${days} ${day}`).map((one) => `${one}-${month}`),
    ),
  );
  return [...new Set([...found, ...datesOverNewYear(text)])].filter((date) => HOLIDAYS.has(date)).map(markOf);
}

const OVER_NEW_YEAR = pattern(
  'giu',
  String.raw`(?<![\p{N}.,])(\d{1,2})(?:st|nd|rd|th|\.)? (?:of |de )?${DECEMBER}\.?(?: \d{4})?\s?(?:[-\u2013]|to|until|till|through|bis|au|al)\s?(?:the |zum |den )?(\d{1,2})(?:st|nd|rd|th|er|\.)? (?:of |de )?${JANUARY}(?!\p{L})`,
);

/** "From 24 December to 2 January" holds Christmas and New Year. */
const datesOverNewYear = (text: string): readonly string[] =>
  [...text.matchAll(OVER_NEW_YEAR)].flatMap(([, from = '', to = '']) => [
    ...daysOf(`${from} to 31`).map((day) => `${day}-12`),
    ...(to === '1' ? ['1-1'] : daysOf(`1 to ${to}`).map((day) => `${day}-1`)),
  ]);

/** All days of a range. */
function daysOf(text: string): readonly number[] {
  const days = (text.match(/\d{1,2}/g) ?? []).map(Number);
  const [first = 0, last = 0] = days;
  const isRange = last > first && /^\s*\d{1,2}\S{0,2}\s?(?:[-–]|to|bis|au|al)/u.test(text);
  return isRange ? Array.from({ length: last - first + 1 }, (_, step) => first + step) : days;
}

export interface Holiday {
  /** Spelled as in the question. */
  readonly name: string;
  /** Folded, as analysed. */
  readonly words: ReadonlySet<string>;
  /** Mark of its date; null where that changes. */
  readonly date: string | null;
  readonly isNamedIn: (text: string) => boolean;
}

/** Characters of a question. */
const MAX_CHARACTERS_READ = 300;

export function holidayIn(question: string): Holiday | null {
  const read = question.slice(0, MAX_CHARACTERS_READ).normalize('NFC');
  const text = folded(read);
  const found = HOLIDAY.exec(text);
  if (found === null) return null;
  const [phrase] = found;
  const date = dateOf(phrase);
  const root = phrase.replace(AROUND, '').replace(AROUND, '');
  return {
    // Folding may write one letter as two.
    name: text.length === read.length ? read.slice(found.index, found.index + phrase.length) : phrase,
    words: new Set(phrase.split(/[\s'’]+/u).flatMap((word) => [word, word.replace(/s$/, '')])),
    date: date === null ? null : markOf(date),
    isNamedIn: (text) => folded(text).includes(root) || (date !== null && holidayDatesIn(text).includes(markOf(date))),
  };
}

const folded = (text: string): string => foldDiacritics(text.normalize('NFC').toLowerCase());
