/**
 * Order of the items of a right-to-left line. Producers write the glyphs in either direction; pdf.js orders the characters of one item, but
 * not the items.
 */

export interface OrderedItem {
  readonly str: string;
  /** Points. */
  readonly left: number;
  readonly width: number;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/gu;
/** Digits run from left to right, in Arabic too. */
const DIGIT = /\p{Nd}/gu;

/** True when most letters run from right to left. */
export function runsRightToLeft(items: readonly { readonly str: string }[]): boolean {
  let right = 0;
  let all = 0;
  for (const { str } of items) {
    right += countOf(str, RIGHT_TO_LEFT) - countOf(str.replace(NOT_ARABIC_DIGITS, ''), DIGIT);
    all += countOf(str, LEFT_TO_RIGHT) - countOf(str, DIGIT);
  }
  return right > 0 && right * 2 > all;
}

/** True when at least one letter runs from right to left. */
export const hasRightToLeft = (items: readonly { readonly str: string }[]): boolean =>
  items.some(({ str }) => str.search(RIGHT_TO_LEFT) >= 0);

const NOT_ARABIC_DIGITS = /[^\u0660-\u0669\u06f0-\u06f9]+/g;

/** From right to left; words and numbers that run the other way keep their own order. */
export function inReadingOrder<Item extends OrderedItem>(items: readonly Item[]): readonly Item[] {
  const ordered = items.toSorted((one, other) => other.left + other.width - (one.left + one.width));
  const read: (readonly Item[])[] = [];
  let run: Item[] = [];
  for (const item of ordered) {
    if (countOf(item.str.replace(DIGIT, ''), RIGHT_TO_LEFT) === 0) {
      run.push(item);
      continue;
    }
    read.push(leftToRight(run), [item]);
    run = [];
  }
  read.push(leftToRight(run));
  return read.flat();
}

/** Letters of one direction with everything between them, or anything else. */
const PARTS =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc](?:[^\p{Script=Latin}\n]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])?|[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+/gu;

/** pdf.js reads an item of mostly Latin letters from left to right, which puts an address before the words that lead to it. */
export function partsFromTheRight<Item extends OrderedItem & { readonly dir?: string }>(item: Item): Item {
  if (item.dir !== 'ltr' || item.str.search(RIGHT_TO_LEFT) < 0) return item;
  return { ...item, str: (item.str.match(PARTS) ?? []).reverse().join(' ') };
}

/** Spaces and punctuation around a run's words belong to the line, and stay where they are. */
function leftToRight<Item extends OrderedItem>(run: readonly Item[]): readonly Item[] {
  const isWord = ({ str }: Item) => countOf(str, LEFT_TO_RIGHT) > 0;
  const [from, to] = [run.findIndex(isWord), run.findLastIndex(isWord)];
  return from < 0 ? run : [...run.slice(0, from), ...run.slice(from, to + 1).reverse(), ...run.slice(to + 1)];
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
