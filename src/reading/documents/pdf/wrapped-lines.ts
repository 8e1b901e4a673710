const EAST_ASIAN = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/;
/** ASCII's, or the one that typesetting programs write. */
const HYPHEN = /[\p{L}\p{N}][-\u2010]$/u;
/** After a part of a word that both have in common, as in "inbound and outbound" in short. */
const CONJUNCTION = /^(?:and|or|to|und|oder|bzw|bis|sowie|et|ou|y|o|e|en|of|og|och|i|oraz|lub)\b/iu;

/** A number in words keeps its hyphen, wherever the line ends. */
const TENS = /(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[-\u2010]$/i;

export const endsWithHyphen = (text: string): boolean => HYPHEN.test(text);

/** Joins two lines of the same text: a word divided between them becomes whole. */
export function joinWrapped(before: string, line: string): string {
  if (HYPHEN.test(before) && !CONJUNCTION.test(line)) {
    if (/^\p{Ll}/u.test(line) && /\p{L}[-\u2010]$/u.test(before) && !TENS.test(before))
      return before.slice(0, -1) + line;
    // A compound, or a range of numbers.
    if (TENS.test(before) || /^[\p{Lu}\p{N}]/u.test(line) || /\p{N}.$/u.test(before)) return before + line;
  }
  return EAST_ASIAN.test(before.slice(-1)) && EAST_ASIAN.test(line.charAt(0)) ? before + line : `${before} ${line}`;
}
