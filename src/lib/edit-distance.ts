/** Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(one: string, other: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let length = 1; length <= one.length; length += 1) {
    const next = rowAfter(before, row, one, other, length);
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

/**
 * The distances of the first `length` letters of one word from each beginning of the other.
 * @param before two letters shorter @param row one letter shorter
 */
function rowAfter(
  before: readonly number[],
  row: readonly number[],
  one: string,
  other: string,
  length: number,
): readonly number[] {
  const next = [length];
  for (let place = 1; place <= other.length; place += 1) {
    const inserted = (next[place - 1] ?? 0) + 1;
    const deleted = (row[place] ?? 0) + 1;
    const replaced = (row[place - 1] ?? 0) + (one[length - 1] === other[place - 1] ? 0 : 1);
    const least = Math.min(inserted, deleted, replaced);
    next.push(isSwap(one, other, length, place) ? Math.min(least, (before[place - 2] ?? 0) + 1) : least);
  }
  return next;
}

/** True when the last two letters of both beginnings are swapped. */
const isSwap = (one: string, other: string, length: number, place: number): boolean =>
  length > 1 && place > 1 && one[length - 1] === other[place - 2] && one[length - 2] === other[place - 1];
