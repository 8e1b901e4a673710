import { editDistance } from './edit-distance.ts';

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
