/** Ranges and years of age, as marks among a text's words: "children 7–17" and "under 13" hold a child of ten. */
import { pattern } from '../../../lib/patterns.ts';

/** "10 years", "14-latka", "12-jährig". */
export const YEARS =
  'years?|yrs?|jahre?n?|jährig\\p{L}{0,2}|ans|años?|anni|anos|jaar|jarige?|lat(?:e?k\\p{L}{0,3}|a)?|letni\\p{L}{0,3}|let|rok[yůu]|år|yaş\\p{L}{0,4}|лет|летн\\p{L}{1,3}|года?|рок(?:и|ів|у)|ani|éves\\p{L}{0,3}|tahun|tuổi|साल|वर्ष|سنوات|سنة|سنه|שנים|歳|才|岁|歲|周岁|세|살';
/** Units that no space divides from the next word. */
const JOINED_YEARS = '歳|才|岁|歲|周岁|세|살';
const NUMBER = '(?<![\\p{N}.,:/€$£])(\\d{1,3})(?![\\p{N}]|[.,:]\\p{N})';
/** "Children under 16 may not swim." */
const VERB =
  'may|must|can|cannot|are|need|have|pay|get|dürfen|müssen|können|zahlen|sind|haben|brauchen|peuvent|doivent|paient|pueden|deben|pagan|possono|devono|pagano|mogen|moeten|betalen';
/** Continuations of a limit of age, unlike those of "under 5 minutes", "over 50 shops" or "up to 25 MB". */
const AFTER_AGE = `(?=$|[\\s)]+(?:$|(?:${YEARS})(?!\\p{L})|\\p{P})|\\s(?:${VERB})(?!\\p{L})|['’]?s(?!\\p{L})|\\s?(?:${JOINED_YEARS})|\\s*[:;,)](?!\\p{N}))`;
const PEOPLE = 'children|kids|juniors|pupils|students|teenagers|teens|boys|girls|adults|people|everyone|players|riders';
const AGE_OF = '(?:the age of |age |den |i |gli |los |les |de )?';
const UNDER_WORDS =
  'under|below|younger than|unter|jünger als|moins de|menor(?:es)? de|minori di|sotto|onder|jonger dan|poniżej|młodsz\\p{L} niż|младше|моложе|молодше|dưới|di bawah|أقل من|تحت|دون';
const UP_TO_WORDS =
  "up to|bis(?: zu)?|jusqu['’]à|hasta(?: los)?|fino a(?:i|gli)?|até(?: aos)?|tot(?: en met)?|t\\/m|do|до|не старше|upp till|op til|opp til|sampai|hingga|đến|حتى|إلى|עד";
const OVER_WORDS =
  'over|above|older than|aged|ab|über|älter als|plus de|dès|à partir de|más de|mayor(?:es)? de|a partir d[ei]|oltre|maiores de|mais de|vanaf|boven|ouder dan|od|powyżej|starsz\\p{L} niż|от|старше|с|від|över|från|fra|trên|di atas|فوق|أكثر من';
const AND_OVER =
  '\\+|\\s?\\+|(?:and|or) (?:over|above|older)|u(?:nd|\\.) (?:älter|mehr)|et plus|o más|y más|o mayores|(?:e|o|ed) (?:più|oltre)|ou mais|e mais|en ouder|plus|i (?:więcej|starsz\\p{L}+)|и старше|і старше|och äldre|og ældre|og eldre|a (?:více|starší)|ve (?:üzeri|üstü)|trở lên|ke atas|فأكثر|وما فوق|以上|이상';

/** Ranges, but not within dates, codes, decimals, amounts or French times of day: `2025-03-01`, `0441-555`, `7.5-9`, `9h00 - 10h00`. */
const RANGE =
  /(?<![\p{N}.,:/+h-]|[-–]\s?)(\d{1,3})\s?(?:歳|才|岁|歲|세|살)?\s?(?:[-–—〜～~至]|から|to|bis|à|a(?:l|i|gli|os)?|hasta|fino a|até|tot|t\/m|do|до|till?|sampai|hingga|đến|से|إلى|الى|עד)\s?(\d{1,3})(?![\p{N}:/]|h(?!\p{L})|[.,-]\p{N}|\s?[-–]\s?\d)/gu;
const UNDER = pattern('giu', `(?<!\\p{L})(?:${UNDER_WORDS})\\s${AGE_OF}(\\d{1,2})${AFTER_AGE}`);
const UP_TO = pattern('giu', `(?<!\\p{L}|\\p{N}\\s)(?:${UP_TO_WORDS})\\s(\\d{1,2})${AFTER_AGE}`);
const OVER = pattern(
  'giu',
  `(?<!\\p{L})(?:${OVER_WORDS}|from(?=\\s\\d{1,2}[\\s-]?(?:${YEARS})(?!\\p{L})|\\sage )|(?<=(?:${PEOPLE}) )from)\\s${AGE_OF}(\\d{1,2})${AFTER_AGE}`,
);
const FROM_ON = pattern('giu', `${NUMBER}[\\s-]?(?:(?:${YEARS})\\s?)?(?:${AND_OVER})(?!\\p{L})`);
/** "You must be 17 and have a licence". */
const MUST_BE =
  /(?<!\p{L})(?:must|have to|has to|need to) be (?:at least )?(\d{2})(?=$|[.,;)]|\s(?:to|and|or|by|before|on)(?!\p{L}))/giu;
const BELOW =
  /(?<!\p{N})(\d{1,2})\s?(?:(?:歳|才|岁|歲|周岁|세|살|साल|वर्ष|yaş(?:ına|ın)?)\s?)?(未満|以下|미만|이하|तक|kadar|(?:ve )?altı)/gu;
const EXCLUSIVE: ReadonlySet<string> = new Set(['未満', '미만', 'altı']);
const OF_AGE = pattern('giu', `${NUMBER}[\\s-]?(?:(?:${YEARS})(?![\\p{L}\\p{M}])|${JOINED_YEARS})`);
/** "I am 70", "my son is 8". */
const I_AM =
  /(?<!\p{L})(?:i am|i['’]?m|aged?|ich bin|is|ist|alter(?: von)?)\s(\d{1,2})(?=$|[,.?!]|\s(?:and|und|now|years?|jahre|can|may|could|is|does|will|so|but)(?!\p{L}))/giu;
/** Behind a number that is no age: "12 to 15 cm", "2 to 5 players". */
export const COUNTED =
  '\\s?(?:[cmk]?m|k?g|m[gl]|l|[%°€£$]|eur|euros?|pounds?|dollars?|min|minutes?|minuten|hours?|stunden|days?|tage|weeks?|wochen|months?|monate|(?:working|business|calendar) days?|players|people|persons|guests|personen|pages|pieces)(?!\\p{L})';
const IS_COUNTED = pattern('iu', `^${COUNTED}`);
/** Behind the mark of such a range. */
const OF_NO_AGES = '#';
const MARK = 'range:';
const YEARS_MARK = 'years:';
const MAX_RANGES = 8;
/** Older than anybody. */
const NO_END = 999;
const AGE_LIMIT = new RegExp(`^${MARK}(?:-1-[0-9]+|[0-9]+-${NO_END})$`);
const MAX_CHARACTERS_READ = 400;
const HAS_NUMBER = /\d/;

/** Minutes of the clock: "18:15" is not about a child of 15. */
const CLOCK_MINUTES = /(?<=(?<![\p{N}:])\d{1,2})(?::[0-5]\d(?![\p{N}:])|\.[0-5]\d(?=\s?(?:[ap]\.?m|uhr)(?!\p{L})))/giu;
/** Leaves the hours: "after 22:00" is about 22. */
export const withoutMinutes = (text: string): string => text.replace(CLOCK_MINUTES, ' ');

export function numberRangesIn(text: string): readonly string[] {
  const read = text.slice(0, MAX_CHARACTERS_READ);
  if (!HAS_NUMBER.test(read)) return [];
  const found: string[] = [];
  const add = (from: number, to: number, kind = '') => {
    if (from < to && found.length < MAX_RANGES) found.push(`${MARK}${from}-${to}${kind}`);
  };
  // "Under 6 years" is not about somebody of 6.
  const under = new Set([...read.matchAll(UNDER)].map(([, to]) => Number(to)));
  for (const to of under) add(-1, to - 1);
  for (const [, to] of read.matchAll(UP_TO)) add(-1, Number(to));
  for (const [, to, kind] of read.matchAll(BELOW)) add(-1, Number(to) - (EXCLUSIVE.has(kind ?? '') ? 1 : 0));
  for (const [, from] of read.matchAll(OVER)) add(Number(from), NO_END);
  for (const [, from] of read.matchAll(MUST_BE)) add(Number(from), NO_END);
  for (const [, from] of read.matchAll(FROM_ON)) add(Number(from), NO_END);
  for (const { 0: range, 1: from, 2: to, index } of read.matchAll(RANGE))
    add(Number(from), Number(to), IS_COUNTED.test(read.slice(index + range.length)) ? OF_NO_AGES : '');
  const years = [...read.matchAll(OF_AGE)].map(([, number]) => Number(number)).filter((number) => !under.has(number));
  return [...found, ...years.slice(0, MAX_RANGES).map((number) => YEARS_MARK + number)];
}

export function isWithin(number: number, mark: string): boolean {
  if (!mark.startsWith(MARK)) return false;
  const [, from, to] = /^(-?\d+)-(\d+)#?$/.exec(mark.slice(MARK.length)) ?? [];
  return Number(from) <= number && number <= Number(to);
}

/** The same for the mark of a range that may be one of ages. */
export const isWithinAges = (number: number, mark: string): boolean =>
  !mark.endsWith(OF_NO_AGES) && isWithin(number, mark);

/** True for the mark of a range or of years of age. */
export const isRangeMark = (word: string): boolean => word.startsWith(MARK) || word.startsWith(YEARS_MARK);

export const isOfYears = (number: number, mark: string): boolean => mark === YEARS_MARK + number;

/** True for the mark of a limit of age: "aged 10 and over" answers for a child of 8 too. */
export const tellsAgeLimit = (mark: string): boolean => AGE_LIMIT.test(mark);

/** True for the mark of a number of years. */
export const tellsYears = (mark: string): boolean => mark.startsWith(YEARS_MARK);

/** Years of age by a question's digits: 5 for "under 6", 66 for "over 65", 70 for "I am 70". */
export function yearsAskedFor(question: string): ReadonlyMap<string, number> {
  const read = question.slice(0, MAX_CHARACTERS_READ);
  const found = new Map<string, number>();
  if (!HAS_NUMBER.test(read)) return found;
  for (const [, number = ''] of [...read.matchAll(OF_AGE), ...read.matchAll(I_AM)]) found.set(number, Number(number));
  for (const [, number = ''] of read.matchAll(UNDER)) found.set(number, Number(number) - 1);
  for (const [, number = ''] of read.matchAll(OVER)) found.set(number, Number(number) + 1);
  return found;
}
