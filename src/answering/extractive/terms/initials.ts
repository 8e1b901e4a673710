/** Initials of names, as marks among their words: `SSO` for "Single sign-on", `2FA` for "Two-factor authentication". */
import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { digitsOf } from './number-words.ts';

/** Characters of a name. */
const MAX_NAME = 60;
/** Numbers of words of a name. Within a longer text, both of two words have capitals. */
const SIZES = [2, 3, 4];
const MARK = 'initials:';
const WORD = /[\p{L}\p{N}]+/gu;
const SHORT_NAME = pattern('u', /^(\p{N}?\p{L}{1,4})\p{N}{0,3}$/u);
const CAPITAL = /^\p{Lu}/u;

export function initialsIn(text: string): readonly string[] {
  if (text.length > MAX_NAME) return [];
  const all = text.match(WORD) ?? [];
  return all.flatMap((first, at) => {
    if (!CAPITAL.test(first) && digitsOf(foldDiacritics(first.toLowerCase())) === null) return [];
    const names = SIZES.map((size) => all.slice(at, at + size)).filter((words, size) => words.length === SIZES[size]);
    return names.filter((words) => words.length > 2 || all.length === 2 || words.every(hasCapital)).flatMap(marksOf);
  });
}

const hasCapital = (word: string): boolean => CAPITAL.test(word);

function marksOf(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words.map((word) => foldDiacritics(word.toLowerCase()));
  const rest = others.map((word) => word.slice(0, 1)).join('');
  return [first.slice(0, 1), ...(digitsOf(first) ?? '')].map((initial) => `${MARK}${initial}${rest}`);
}

/**
 * Mark of a word that may be initials, also with a version: `IE11`.
 * @param word folded
 */
export function initialsMark(word: string): string | null {
  const name = SHORT_NAME.exec(word)?.[1];
  return name === undefined || name.length < 2 ? null : MARK + name;
}
