/** Tools of the light stemmers, which take endings off folded words. */

/** Letters of a stem, at least: Czech `rok` of `roků`, Hungarian `mos` of `mosás`. */
const MIN_STEM = 3;

/** @param listed separated by spaces */
export const endingsOf = (listed: string): readonly string[] =>
  listed.split(' ').toSorted((one, other) => other.length - one.length);

/** @param endings as of `endingsOf`; the longest that leaves a stem goes */
export function withoutEnding(word: string, endings: readonly string[]): string {
  const ending = endings.find((one) => word.length - one.length >= MIN_STEM && word.endsWith(one));
  return ending === undefined ? word : word.slice(0, -ending.length);
}
