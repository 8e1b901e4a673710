/** Plurals that the content uses as names: "Windows" is no window, and "Teams" no team. */
import { pattern } from '../../../lib/patterns.ts';
import type { ReadPassage } from '../passages/read-passages.ts';

const PLURAL = /^[a-z]{4,20}s$/;

/**
 * True where the content writes the word with a capital within its sentences, and never without.
 * @param word folded, in lower case
 */
export function isProperName(word: string, content: readonly ReadPassage[]): boolean {
  if (!PLURAL.test(word) || !content.some(({ words }) => words.has(`=${word}`))) return false;
  const name = `${word[0]?.toUpperCase()}${word.slice(1)}`;
  const asName = pattern('u', `(?<=[\\p{Ll},] )${name}(?!\\p{L})`);
  const texts = content.flatMap(({ units }) => units.map(({ text }) => text));
  const inSmall = pattern('u', `(?<!\\p{L})${word}(?!\\p{L})`);
  return texts.some((text) => text.includes(name) && asName.test(text)) && !texts.some((text) => inSmall.test(text));
}
