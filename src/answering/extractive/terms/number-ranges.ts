/** Numbers within a range: "children 7–17" is about a child of ten, and so is "under 13". Ranges are marks among the words of a text. */

/** Not dates, codes, decimals or amounts: `2025-03-01`, `0441-555`, `7.5-9`. */
const RANGE =
  /(?<![\p{N}.,:/+-]|[-–]\s?)(\d{1,3})\s?(?:[-–—]|to|bis|à|al?|hasta|fino a|até|tot|do)\s?(\d{1,3})(?![\p{N}:/]|[.,-]\p{N}|\s?[-–]\s?\d)/gu;
/** "Under 9", "bis 6 Jahre"; not "up to 25 MB" or "unter 30 €". */
const UP_TO =
  /(?<!\p{L})(?:under|below|up to|unter|bis(?: zu)?|moins de|jusqu['’]à|menores de|hasta|fino a|sotto i|até|tot|onder|do|poniżej)\s(\d{1,2})s?(?=$|[\s)]+(?:$|years?|jahren?|ans|años|anni|anos|jaar|lat|\p{P}))/giu;
const MARK = 'range:';
const MAX_RANGES = 8;
/** Characters. */
const MAX_READ = 400;

export function numberRangesIn(text: string): readonly string[] {
  const read = text.slice(0, MAX_READ);
  const found = [...read.matchAll(UP_TO)].slice(0, MAX_RANGES).map(([, to = '']) => `${MARK}-1-${Number(to)}`);
  for (const [, from = '', to = ''] of read.matchAll(RANGE)) {
    if (Number(from) < Number(to)) found.push(`${MARK}${Number(from)}-${Number(to)}`);
    if (found.length === MAX_RANGES) break;
  }
  return found;
}

/** True for the mark of a range that holds the number, between its ends. */
export function isWithin(number: number, mark: string): boolean {
  if (!mark.startsWith(MARK)) return false;
  const [, from, to] = /^(-?\d+)-(\d+)$/.exec(mark.slice(MARK.length)) ?? [];
  return Number(from) < number && number < Number(to);
}
