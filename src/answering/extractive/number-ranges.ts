/** Numbers within a range: "children 7–17" is about a child of ten. Ranges are marks among the words of a text. */

/** Not dates, codes, decimals or amounts: `2025-03-01`, `0441-555`, `7.5-9`. */
const RANGE =
  /(?<![\p{N}.,:/+-]|[-–]\s?)(\d{1,3})\s?(?:[-–—]|to|bis|à|al?|hasta|fino a|até|tot|do)\s?(\d{1,3})(?![\p{N}:/]|[.,-]\p{N}|\s?[-–]\s?\d)/gu;
const MARK = 'range:';
const MAX_RANGES = 8;
/** Characters. */
const MAX_READ = 400;

export function numberRangesIn(text: string): readonly string[] {
  const found: string[] = [];
  for (const [, from = '', to = ''] of text.slice(0, MAX_READ).matchAll(RANGE)) {
    if (Number(from) < Number(to)) found.push(`${MARK}${Number(from)}-${Number(to)}`);
    if (found.length === MAX_RANGES) break;
  }
  return found;
}

/** True for the mark of a range that holds the number, between its ends. */
export function isWithin(number: number, mark: string): boolean {
  if (!mark.startsWith(MARK)) return false;
  const [from = Number.NaN, to = Number.NaN] = mark.slice(MARK.length).split('-').map(Number);
  return from < number && number < to;
}
