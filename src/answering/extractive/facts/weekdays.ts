/** Days of opening hours and timetables: "Mon–Thu 8:30–18:00", "werktags" and "daily" hold Wednesday. */
import { pattern } from '../../../lib/patterns.ts';
import type { Language } from '../../../text/analysis/languages.ts';
import { memoized } from '../../../text/analysis/memoize.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { unifySpelling } from '../../../text/analysis/prefixing.ts';
import {
  abbreviatedWeekday,
  hasOwnShortWeekdays,
  ideographicNames,
  mayNameDay,
  weekdayAskedFor,
  weekdayNamed,
} from './weekday-names.ts';
import { type WeekdayPhrase, weekdayPhrases } from './weekday-phrases.ts';

const TO =
  'to|till?|until|through|thru|bis|au|a|à|al|ao|hasta|até|fino a|tot|t\\/m|tm|do|til|по|至|到|से|تا|עד|から|부터|إلى|الى|حتى|až';
const RANGE = pattern(
  'iu',
  `^(?:-feira)?\\.?\\s*(?:[-–—‐~～〜]|(?:${TO})(?![\\p{L}]))\\s*(?:the\\s|la\\s|el\\s|le\\s)?$`,
);
const LIST =
  /^(?:-feira)?\.?\s*(?:[,;&+/、\n]|[,;]?\s*(?:and|und|et|y|e|i|och|ve|en|и|or|oder|ou|o|和)(?![\p{L}]))\s*$/iu;
/** A time of day, or "closed", folded. */
const HOUR = '(?:[01]?\\d|2[0-4])(?:[.:]\\d{2})?(?!\\d)';
/** Words after a time of day: the hour itself, a conjunction or a preposition. */
const BEHIND_HOURS =
  'h|uur|u|uhr|horas?|час\\p{L}*|годин\\p{L}*|hod(?:in)?|sat[ai]|casova|godz(?:in\\p{L}?)?|y|e|et|en|i|a|и|і|та|og|och|ja|και|w|we|v|ve|в|у|на|по|без|los|as|op|pa|por|sin|om|dnia';
/** Units that a range counts in place of hours of the day: "7–10 business days". Not `uur` and `horas`, which also name hours. */
const COUNTED =
  '(?:(?:business|working|calendar|school|full) )?(?:days?|hours?|hrs?|weeks?|months?|minutes?|mins?|years?|nights?|people|persons?|guests?|times|(?:werk|arbeits)?tag(?:e|en)?|stunden|wochen?|monaten?|minuten|jahren?|personen|jours?|semaines?|mois|dias?|semanas?|meses|giorni|settimane|mesi|dagen|weken|maanden|dni|tygodni|godzin|dager?|dagar|uger|uker|veckor)(?!\\p{L})';
const CLOCK = [
  '\\d{1,2}\\s?(?:[:.]\\d{2}(?!\\d)|h(?:\\d{2})?(?!\\p{L})|[ap]\\.?m(?!\\p{L})|uhr)',
  '\\d{1,2}\\s?(?:시(?!간)|[時点](?!間|间)(?=半|\\d|〜|~|から|まで))',
  // Not a price or a number of days or people, which go on with what is counted: "od 10 do 20 zł", "de 2 a 3 días".
  `(?<!\\p{L})(?:с|з|od|van|fra|fran|de|απο(?: τισ)?|klokken|kl\\.?|klo) ${HOUR} (?:до|do|tot|til|till|a|εωσ|ωσ)(?: τισ)? ${HOUR}(?=\\s*(?:$|[.,;:!?)(|/\\-–—\\n]|(?:${BEHIND_HOURS})(?!\\p{L})))`,
  `\\d{1,2}\\s?(?:[-–]|to|bis)\\s?\\d{1,2}(?![\\d\\p{L}]|[\\s-]?${COUNTED})`,
  '(?<!\\p{L})(?:closed|geschlossen|ruhetag|ferme|cerrado|chiuso|fechado|gesloten|zamkni\\p{L}+|nieczynn\\p{L}*|stangt|kapali|закрыт\\p{L}*|zavren\\p{L}?|zatvoren\\p{L}?|ne radi(?:mo)?|neradn\\p{L}{1,2}|zarva|inchis|lukket|κλειστ\\p{L}{1,2}|مغلق\\p{L}?)(?!\\p{L})',
  // "Od 11. do 21. hodiny", "do 10 hodin", "11 és 21 óra között", "14 órától".
  '(?<!\\p{L})(?:od|do|v|o) (?:[01]?\\d|2[0-3])(?:[.:]\\d{2})?\\.? (?:hodin\\p{L}?|do (?:[01]?\\d|2[0-4])(?:[.:]\\d{2})?\\.? hodin\\p{L}?)(?!\\p{L})',
  '\\d{1,2} ora(?:kor|tol|ig| kozott)(?!\\p{L})',
  '휴무|휴장|휴관|휴업|\\d{1,2}(?::\\d{2})?\\s?बजे',
].join('|');
const TELLS_TIME = new RegExp(CLOCK, 'u');
const BEGINS_WITH_TIME = new RegExp(
  `^\\.?\\s*[:|(]?\\s*(?:(?:from|ab|von|de|des|dalle|das|van|od)\\s+)?(?:${CLOCK})`,
  'u',
);

const WEEKEND =
  /(?<!\p{L})(?:week-?ends?|wochenenden?|fin(?:e?s)? de semana|fine settimana|fi[mn]s? de semana|weekend[uy]?|helg(?:en|er)?|hafta sonu|выходн\p{L}{1,3}|vikend\p{L}{0,2}|hetveg\p{L}{1,4}|(?:عطله )?نهايه الاسبوع)(?!\p{L})|周末|週末|土日|주말/u;
const WEEKDAYS =
  /(?<!\p{L})(?:weekdays?|werktags|wochentags|en semaine|entre semana|(?:giorni )?feriali|doordeweeks|vardagar|hafta ici|будн\p{L}{1,4}|(?:vsedni|pracovn[ie]) dn[iyu]|radn(?:im|ih|i) dan(?:om|ima|a|i)|hetkoznap\p{L}{0,4}|ايام الاسبوع)(?!\p{L})|平日|工作日|평일|주중/u;
const DAILY =
  /(?<!\p{L})(?:daily|every day|(?:7|seven) days a week|taglich|jeden tag|tous les jours|todos los dias|tutti i giorni|ogni giorno|todos os dias|dagelijks|elke dag|codziennie|dagligen|her gun|ежедневно|kazdy den|denne|sva(?:ki|kog) dana?|svakodnevno|naponta|minden nap|يوميا|كل يوم|हर दिन|रोज)(?!\p{L})|24\/7|每天|毎日|매일|연중무휴/u;
const ASKED_WEEKEND =
  /^(?:weekends?|wochenende[ns]?|weekendu?|helg(?:en|er)?|vikend\p{L}{0,2}|hetveg\p{L}{1,4}|周末|週末|주말)$/u;
const ASKED_WEEKDAYS = /^(?:weekdays?|werktags?|wochentags?|vardagar|平日|평일|주중)$/;

const SATURDAY_AND_SUNDAY = [6, 0];
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const DAYS_A_WEEK = 7;
const ANY_DAY = 'day:any';
const ANY_DAY_STRENGTH = 0.5;
const MAX_CHARACTERS_READ = 2_000;
const MAX_TIME = 40;

const markOf = (day: number): string => `day:${day}`;

/** Marks of all days, with their match strength. */
export const EACH_DAY: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: DAYS_A_WEEK }, (_, day): [string, number] => [markOf(day), 1]),
  [ANY_DAY, 1],
]);

/**
 * Marks of the days that a word asks for, with their match strength.
 * @param word folded, as analysed
 */
export const daysAskedFor = memoized((word): ReadonlyMap<string, number> => {
  const days = askedDays(word);
  return days.length === 0 ? new Map() : marksAskedFor(days);
});

export const marksAskedFor = (days: readonly number[]): ReadonlyMap<string, number> =>
  new Map([...days.map((day): [string, number] => [markOf(day), 1]), [ANY_DAY, ANY_DAY_STRENGTH]]);

function askedDays(word: string): readonly number[] {
  if (ASKED_WEEKEND.test(word)) return SATURDAY_AND_SUNDAY;
  if (ASKED_WEEKDAYS.test(word)) return MONDAY_TO_FRIDAY;
  const day = weekdayAskedFor(word);
  return day === null ? [] : [day];
}

/**
 * Mark of the day with this long or short name.
 * @param folded in lower case, without diacritics
 */
export function dayMark(folded: string): readonly string[] {
  const day = weekdayNamed(folded) ?? abbreviatedWeekday(folded);
  return day === null ? [] : [markOf(day)];
}

/** Linear in the text. */
export function daysIn(text: string, language?: Language): readonly string[] {
  const read = text.slice(0, MAX_CHARACTERS_READ);
  const dayWordOf = dayWordsIn(language);
  const words = [...read.matchAll(WORD)].filter(({ 0: word }) => dayWordOf(word) !== null);
  const phrases = weekdayPhrases(read);
  if (words.length === 0 && phrases.length === 0 && !read.includes('24/7')) return [];
  const groups = groupsOf(namedDays(words, phrases, read, dayWordOf), read).filter((group) => countsIn(read, group));
  const days = new Set(groups.flatMap((group) => daysOf(group, read)));
  const plain = folded(read);
  if (WEEKEND.test(plain)) for (const day of SATURDAY_AND_SUNDAY) days.add(day);
  if (WEEKDAYS.test(plain)) for (const day of MONDAY_TO_FRIDAY) days.add(day);
  const marks = [...days].map(markOf);
  if (DAILY.test(plain)) marks.push(ANY_DAY);
  return marks;
}

/** True for a text with a time of day, or "closed". */
export const tellsTime = (text: string): boolean => TELLS_TIME.test(folded(text.slice(0, MAX_CHARACTERS_READ)));

const ARABIC = /\p{Script=Arabic}/u;
const folded = (text: string): string => {
  const plain = foldDiacritics(text.toLowerCase());
  return ARABIC.test(plain) ? unifySpelling(plain) : plain;
};

interface NamedDay {
  readonly day: number;
  readonly isShort: boolean;
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

function namedDays(
  words: readonly RegExpExecArray[],
  phrases: readonly WeekdayPhrase[],
  text: string,
  dayWordOf: DayWordOf,
): readonly NamedDay[] {
  const found: NamedDay[] = [];
  const add = (word: string, from: number, day: number | null, isShort: boolean) => {
    if (day !== null) found.push({ day, isShort, word, from, to: from + word.length });
  };
  for (const { 0: word, index } of words) {
    const { day = null, isShort = false } = dayWordOf(word) ?? {};
    add(word, index, day, isShort);
  }
  for (const { word, index, day } of [...phrases, ...ideographicNames(text)]) add(word, index, day, false);
  return found.sort((one, other) => one.from - other.from);
}

/** Vowel signs of Hindi are marks. */
const WORD = /[\p{L}\p{M}]+/gu;
/** Words in phrases for several days, folded. */
const OF_PHRASE =
  /^(?:week|woch|werktag|jeden$|semaine|semana|settimana|feriali|doordeweeks|helg|vardag|hafta|будн|выходн|daily$|days?$|tag|jours$|dias$|giorn|dag|elke$|codziennie|gun$|ежедневно)|[周週末平工每]|土日|주말|평일|주중|매일|연중|^(?:نهايه|ايام|يوميا|كل)$/;

interface DayWord {
  /** `null` for a word of a phrase. */
  readonly day: number | null;
  readonly isShort: boolean;
}

/** Returns null for words without a part in naming days. */
type DayWordOf = (word: string) => DayWord | null;

const dayWordReader = (language?: Language): DayWordOf =>
  memoized((word) => {
    // Folded, Thursday would be `St`, which is Wednesday.
    const name = SHORT_THURSDAY.test(word) ? 'stv' : folded(word);
    const whole = weekdayNamed(name);
    if (whole !== null) return { day: whole, isShort: false };
    // `do` means "to" in Polish, Czech and Portuguese.
    const short = word === 'do' ? null : abbreviatedWeekday(name, language);
    if (short !== null) return { day: short, isShort: true };
    return OF_PHRASE.test(name) || mayNameDay(word) ? { day: null, isShort: false } : null;
  });
const SHORT_THURSDAY = /^št$/iu;
const inAnyLanguage = dayWordReader();
const readers = new Map<Language, DayWordOf>();

function dayWordsIn(language: Language | undefined): DayWordOf {
  if (language === undefined || !hasOwnShortWeekdays(language)) return inAnyLanguage;
  const reader = readers.get(language) ?? dayWordReader(language);
  readers.set(language, reader);
  return reader;
}

/** "Hétfőtől péntekig": endings make a range. */
const isRange = (one: NamedDay, next: NamedDay, text: string): boolean => {
  const link = between(one, next, text);
  return RANGE.test(link) || (/^\s+$/.test(link) && FROM_DAY.test(one.word) && TO_DAY.test(next.word));
};
const FROM_DAY = /t[óőoö]l$/iu;
const TO_DAY = /ig$/iu;

const between = (one: NamedDay, next: NamedDay, text: string): string => text.slice(one.to, next.from);

/** Neighbouring days of a range or a list. */
function groupsOf(named: readonly NamedDay[], text: string): readonly (readonly NamedDay[])[] {
  const groups: NamedDay[][] = [];
  for (const day of named) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const link = last === undefined ? '' : between(last, day, text);
    if (last !== undefined && (isRange(last, day, text) || LIST.test(link))) group?.push(day);
    else groups.push([day]);
  }
  return groups;
}

function countsIn(text: string, group: readonly NamedDay[]): boolean {
  if (group.some(({ isShort }) => !isShort)) return true;
  const end = group.at(-1)?.to ?? 0;
  const isTimed = BEGINS_WITH_TIME.test(folded(text.slice(end, end + MAX_TIME)));
  const isList = group.length > 1;
  const isAbbreviated = ({ from, to }: NamedDay) => isTimed && (from === 0 || text[to] === '.');
  const isWritten = (day: NamedDay) =>
    /^\p{Lu}/u.test(day.word) || isAbbreviated(day) || (isList && (isTimed || day.word.length > 2));
  return (isTimed || isList) && group.every(isWritten);
}

function daysOf(group: readonly NamedDay[], text: string): readonly number[] {
  return group.flatMap((one, place) => {
    const next = group[place + 1];
    const length =
      next !== undefined && isRange(one, next, text) ? (next.day - one.day + DAYS_A_WEEK) % DAYS_A_WEEK : 0;
    return Array.from({ length: length + 1 }, (_, step) => (one.day + step) % DAYS_A_WEEK);
  });
}
