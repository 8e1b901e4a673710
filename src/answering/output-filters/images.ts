/**
 * Turns images into links, as the widget shows them. Showdown ends the tag of an image at a `>` in its text or at a link in its address, and
 * takes what follows for attributes, which could run.
 */

const ENDS_WORD = /[\p{L}\p{N}]$/u;
/** Between the text of an image and its address or reference. */
const ADDRESS_FOLLOWS = /\]\s{0,3}[([]/;
/** The beginning of what could be an image, with all marks before it. `vec![1, 2]` is none. */
const IMAGE_BEGINS = /(?<!!)!+\[(?![\p{L}\p{N} .,]{0,200}\](?!\s{0,3}[([]))/gu;

/** The `!` that stays before a bracket: that of a word, as in `vec![0]` and "Hello![1]", not of an image. No two follow each other. */
export function markBefore(before: string): string {
  if (ENDS_WORD.test(before)) return '! ';
  return before.endsWith('!') ? ' ' : '';
}

/** Linear in the text. */
export function withoutImages(text: string): string {
  const first = text.indexOf('![');
  if (first < 0 || !ADDRESS_FOLLOWS.test(text.slice(first))) return text;
  return text.replace(IMAGE_BEGINS, (_marks, at: number) => `${markBefore(text.slice(Math.max(0, at - 2), at))}[`);
}
