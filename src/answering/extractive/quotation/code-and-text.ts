/** Tells code, which is quoted letter for letter, from text, out of which answers remove what could run. */

/** A back-tick behind the first three makes it text (CommonMark, 4.5). Showdown ends code at a line that only begins with a fence. */
const CODE_BLOCK = /((?<![^\n])```[^`\n]*\n(?:(?! {0,3}```)[^\n]*\n)+?```(?![^\n]))/;
const FENCE = /^(?= {0,3}(?:```|~~~))/m;
/** Renderers take it for no indent, so a fence behind it is none. */
const NO_FENCE_BEHIND = '\u00a0';

interface Part {
  readonly text: string;
  readonly isCode: boolean;
}

/** Where a fence is left over, renderers differ on what is code, so nothing counts as such, and no fence stays. */
export function codeAndText(markdown: string): readonly Part[] {
  const parts = markdown.split(CODE_BLOCK).map((text, index) => ({ text, isCode: index % 2 === 1 }));
  const isCertain = !parts.some(({ text, isCode }) => !isCode && FENCE.test(text));
  if (isCertain) return parts.filter(({ text }) => text !== '');
  return [{ text: markdown.replaceAll(new RegExp(FENCE, 'gm'), NO_FENCE_BEHIND), isCode: false }];
}

export const hasCode = (markdown: string): boolean => codeAndText(markdown).some(({ isCode }) => isCode);
