/** Edits that one slip makes: a letter too many, too few, another or swapped with the next, twice at most. */
const MAX_EDITS = 2;
/** A shorter name is another word after two edits. */
const MIN_LETTERS = 8;

/** @returns the known name that was meant by one with a slip, such as `DATA_DIR` by `DATADIR` */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const isNear = (other: string) => letters === other || (letters.length >= MIN_LETTERS && isSlip(letters, other));
  return known.find((each) => isNear(lettersOf(each)));
}

const lettersOf = (name: string): string => name.replaceAll('_', '').toUpperCase();

function isSlip(one: string, other: string): boolean {
  if (other.length < MIN_LETTERS || Math.abs(one.length - other.length) > MAX_EDITS) return false;
  return editDistance(one, other) <= MAX_EDITS;
}

/** Damerau-Levenshtein distance (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
