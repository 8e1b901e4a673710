/**
 * Days of the week, as opening hours and timetables write them: a question about Wednesday is answered by "Mon–Thu 8:30–18:00", by
 * "Werktags" and by "daily". Each day is a mark among the words of a text.
 */
import { memoized } from '../../text/analysis/memoize.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';

/** Word beginnings, from Sunday on, folded. A word that ends with `$` is meant whole. */
const NAMES = [
  'sunday sonntag dimanche domingo domenica zondag niedziel sondag pazar$ воскресен',
  'monday montag lundi lunes lunedi maandag poniedzial mandag pazartesi понедельник',
  'tuesday dienstag mardi martes martedi dinsdag wtorek wtorku tisdag sali$ вторник',
  'wednesday mittwoch mercredi miercoles mercoledi woensdag sroda$ srode$ srody$ onsdag carsamba среда$ среду$ среды$',
  'thursday donnerstag jeudi jueves giovedi donderdag czwartek czwartku torsdag persembe четверг',
  'friday freitag vendredi viernes venerdi vrijdag piatek piatku fredag cuma$ пятниц',
  'saturday samstag sonnabend samedi sabado sabato zaterdag sobota$ sobote$ soboty$ lordag cumartesi суббот',
].map((names) => names.split(' '));
/** Letters of case and number that may follow. */
const MAX_ENDING = 3;

/** Other words too, so they count only in the company of times or of other days. The last ones of a line are ordinal numbers. */
const SHORT_NAMES = new Map(
  [
    'sun so dim dom zo nd niedz son paz вс',
    'mon mo lun seg ma pn pon man pzt пн segunda',
    'tue tues di mar ter wt tis sal вт terca',
    'wed mi mer mie qua wo sr ons car ср quarta',
    'thu thur thurs do jeu jue gio qui cz czw tor tors per чт quinta',
    'fri fr ven vie sex vr pt fre cum пт sexta',
    'sat sa sam sab za sob lor cmt сб',
  ].flatMap((names, day) => names.split(' ').map((name): [string, number] => [name, day])),
);
/** In questions they stand alone. */
const ASKED_SHORT = /^(?:sat|mon|tues?|wed|thu(?:r|rs)?|fri)$/;

const IDEOGRAPHIC_NAME = /(?:周|週|星期|礼拜)([一二三四五六日天])|([月火水木金土日])曜日?/gu;
const IDEOGRAPHIC_DAYS = new Map(
  ['日天', '一月', '二火', '三水', '四木', '五金', '六土'].flatMap((marks, day) =>
    [...marks].map((mark): [string, number] => [mark, day]),
  ),
);
const IDEOGRAPHIC_MARK = /[周週星礼曜]/u;
/** The pairs of ideographs that a question is cut into. */
const IDEOGRAPHIC_PAIR = /^(?:[周週期拜]([一二三四五六日天])|([月火水木金土日])曜)$/u;

const TO = 'to|till?|until|through|thru|bis|au|a|à|al|ao|hasta|até|fino a|tot|t\\/m|tm|do|til|по|至|到|から';
const RANGE = new RegExp(
  `^(?:-feira)?\\.?\\s*(?:[-–—‐~～〜]|(?:${TO})(?![\\p{L}]))\\s*(?:the\\s|la\\s|el\\s|le\\s)?$`,
  'iu',
);
const LIST =
  /^(?:-feira)?\.?\s*(?:[,;&+/、\n]|[,;]?\s*(?:and|und|et|y|e|i|och|ve|en|и|or|oder|ou|o|和)(?![\p{L}]))\s*$/iu;
const TIME =
  /^\.?\s*[:|(]?\s*(?:(?:from|ab|von|de|des|from|dalle|das|van|od)\s+)?(?:\d{1,2}(?:[:.h]\d{2}|\s?(?:h|am|pm|a\.m|p\.m|uhr|–|-|to|bis)(?![\p{L}]))|closed|geschlossen|ruhetag|fermé|cerrado|chiuso|fechado|gesloten|zamkni|stängt|kapalı|закр)/iu;

const WEEKEND =
  /(?<!\p{L})(?:week-?ends?|wochenenden?|fin(?:e?s)? de semana|fine settimana|fi[mn]s? de semana|weekend[uy]?|helg(?:en|er)?|hafta sonu|выходн\p{L}{1,3})(?!\p{L})|周末|週末/u;
const WEEKDAYS =
  /(?<!\p{L})(?:weekdays?|werktags|wochentags|en semaine|entre semana|(?:giorni )?feriali|doordeweeks|vardagar|hafta ici|будн\p{L}{1,4})(?!\p{L})|平日|工作日/u;
const DAILY =
  /(?<!\p{L})(?:daily|every day|(?:7|seven) days a week|taglich|jeden tag|tous les jours|todos los dias|tutti i giorni|ogni giorno|todos os dias|dagelijks|elke dag|codziennie|dagligen|her gun|ежедневно)(?!\p{L})|24\/7|每天|毎日/u;
const ASKED_WEEKEND = /^(?:weekends?|wochenende[ns]?|weekendu?|helg(?:en|er)?|周末|週末)$/;
const ASKED_WEEKDAYS = /^(?:weekdays?|werktags?|wochentags?|vardagar|平日)$/;

const SATURDAY_AND_SUNDAY = [6, 0];
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const DAYS_A_WEEK = 7;
const ANY_DAY = 'day:any';
const ANY_DAY_STRENGTH = 0.5;
/** Characters of a text that are read. */
const MAX_READ = 2_000;
/** Characters behind a day that may begin its times. */
const MAX_TIME = 40;

const CLOCK =
  /\d{1,2}\s?(?:[:.]\d{2}(?!\d)|h(?:\d{2})?(?!\p{L})|[ap]\.?m(?!\p{L})|uhr)|\d{1,2}\s?[-–]\s?\d{1,2}(?![\d\p{L}])|(?<!\p{L})(?:closed|geschlossen|ruhetag|ferme|cerrado|chiuso|fechado|gesloten|zamkni\p{L}+|stangt|kapali|закрыт\p{L}*)(?!\p{L})/iu;
const markOf = (day: number): string => `day:${day}`;

/** Marks of the days that a word of a question names, with the strength of a match. @param word folded, as analysed */
export const daysAskedFor = memoized((word): ReadonlyMap<string, number> => {
  const days = askedDays(word);
  if (days.length === 0) return new Map();
  return new Map([...days.map((day): [string, number] => [markOf(day), 1]), [ANY_DAY, ANY_DAY_STRENGTH]]);
});

function askedDays(word: string): readonly number[] {
  if (ASKED_WEEKEND.test(word)) return SATURDAY_AND_SUNDAY;
  if (ASKED_WEEKDAYS.test(word)) return MONDAY_TO_FRIDAY;
  const pair = IDEOGRAPHIC_PAIR.exec(word);
  const day = pair === null ? dayNamed(word).day : IDEOGRAPHIC_DAYS.get(pair[1] ?? pair[2] ?? '');
  if (day !== undefined) return [day];
  return ASKED_SHORT.test(word) ? [SHORT_NAMES.get(word) ?? 0] : [];
}

/** Marks of the days that a text is about. Linear in the text. */
export function daysIn(text: string): readonly string[] {
  const read = text.slice(0, MAX_READ);
  const words = [...read.matchAll(WORD)].filter(({ 0: word }) => toldBy(word) !== NOTHING);
  if (words.length === 0 && !read.includes('24/7')) return [];
  const groups = groupsOf(namedDays(words, read), read).filter((group) => countsIn(read, group));
  const days = new Set(groups.flatMap((group) => daysOf(group, read)));
  const folded = foldDiacritics(read.toLowerCase());
  if (WEEKEND.test(folded)) for (const day of SATURDAY_AND_SUNDAY) days.add(day);
  if (WEEKDAYS.test(folded)) for (const day of MONDAY_TO_FRIDAY) days.add(day);
  const marks = [...days].map(markOf);
  if (DAILY.test(folded)) marks.push(ANY_DAY);
  return marks;
}

/** True for a text with a time of day, or "closed". */
export const tellsTime = (text: string): boolean => CLOCK.test(foldDiacritics(text.slice(0, MAX_READ).toLowerCase()));

interface NamedDay {
  readonly day: number;
  readonly isShort: boolean;
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

function namedDays(words: readonly RegExpExecArray[], text: string): readonly NamedDay[] {
  const found: NamedDay[] = [];
  const add = (word: string, from: number, day: number | undefined, isShort: boolean) => {
    if (day !== undefined) found.push({ day, isShort, word, from, to: from + word.length });
  };
  for (const { 0: word, index } of words) {
    const { day, shortDay } = toldBy(word);
    add(word, index, day ?? shortDay, day === undefined);
  }
  for (const { 0: word, 1: chinese, 2: japanese, index } of text.matchAll(IDEOGRAPHIC_NAME)) {
    add(word, index, IDEOGRAPHIC_DAYS.get(chinese ?? japanese ?? ''), false);
  }
  return found.sort((one, other) => one.from - other.from);
}

const WORD = /\p{L}+/gu;
/** Words of the phrases for several days, folded. */
const OF_PHRASE =
  /^(?:week|woch|werktag|jeden$|semaine|semana|settimana|feriali|doordeweeks|helg|vardag|hafta|будн|выходн|daily$|days?$|tag|jours$|dias$|giorn|dag|elke$|codziennie|gun$|ежедневно)|[周週末平工每]/;

interface ToldByWord {
  readonly day?: number;
  readonly shortDay?: number;
}

/** Of most words. */
const NOTHING: ToldByWord = {};

/** What a word tells of days; it may be one of a phrase. */
const toldBy = memoized((word): ToldByWord => {
  const folded = foldDiacritics(word.toLowerCase());
  const { day } = dayNamed(folded);
  // It means "to" in Polish and Portuguese.
  const shortDay = word === 'do' ? undefined : SHORT_NAMES.get(folded);
  if (day !== undefined) return { day };
  if (shortDay !== undefined) return { shortDay };
  return OF_PHRASE.test(folded) || IDEOGRAPHIC_MARK.test(word) ? {} : NOTHING;
});

/** `Freitagnachmittag` */
const PART_OF_DAY = /(?:vormittag|nachmittag|mittag|abend|morgen)s?$/;

const dayNamed = memoized((folded): { readonly day?: number } => {
  const word = folded.replace(PART_OF_DAY, '');
  const day = NAMES.findIndex((names) => names.some((name) => isCalled(word, name)));
  return day < 0 ? {} : { day };
});

function isCalled(word: string, name: string): boolean {
  if (name.endsWith('$')) return word === name.slice(0, -1);
  return word.startsWith(name) && word.length <= name.length + MAX_ENDING;
}

const between = (one: NamedDay, next: NamedDay, text: string): string => text.slice(one.to, next.from);

/** Days that follow each other as a range or a list. */
function groupsOf(named: readonly NamedDay[], text: string): readonly (readonly NamedDay[])[] {
  const groups: NamedDay[][] = [];
  for (const day of named) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const link = last === undefined ? '' : between(last, day, text);
    if (RANGE.test(link) || LIST.test(link)) group?.push(day);
    else groups.push([day]);
  }
  return groups;
}

function countsIn(text: string, group: readonly NamedDay[]): boolean {
  if (group.some(({ isShort }) => !isShort)) return true;
  const end = group.at(-1)?.to ?? 0;
  const isTimed = TIME.test(text.slice(end, end + MAX_TIME));
  const isList = group.length > 1;
  const isAbbreviated = ({ from, to }: NamedDay) => isTimed && (from === 0 || text[to] === '.');
  const isWritten = (day: NamedDay) =>
    /^\p{Lu}/u.test(day.word) || isAbbreviated(day) || (isList && (isTimed || day.word.length > 2));
  return (isTimed || isList) && group.every(isWritten);
}

function daysOf(group: readonly NamedDay[], text: string): readonly number[] {
  return group.flatMap((one, place) => {
    const next = group[place + 1];
    const isRange = next !== undefined && RANGE.test(between(one, next, text));
    const length = isRange ? (next.day - one.day + DAYS_A_WEEK) % DAYS_A_WEEK : 0;
    return Array.from({ length: length + 1 }, (_, step) => (one.day + step) % DAYS_A_WEEK);
  });
}
