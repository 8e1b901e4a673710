/** Plurals that the content uses as names: "Windows" is no window, and "Teams" no team. */
import { pattern } from '../../../lib/patterns.ts';
import type { ReadPassage } from '../passages/read-passages.ts';

const PLURAL = /^[a-z]{4,20}s$/;

const someText = (content: readonly ReadPassage[], test: (text: string) => boolean): boolean =>
  content.some(({ units }) => units.some(({ text }) => test(text)));

/**
 * True where the content writes the word with a capital within its sentences, and never without.
 * @param word folded, in lower case
 */
export function isProperName(word: string, content: readonly ReadPassage[]): boolean {
  if (!PLURAL.test(word) || !content.some(({ words }) => words.has(`=${word}`))) return false;
  const name = `${word[0]?.toUpperCase()}${word.slice(1)}`;
  // Most plurals are no names, and patterns take time to compile.
  if (!someText(content, (text) => text.includes(name))) return false;
  const asName = pattern('u', `(?<=[\\p{Ll},] )${name}(?!\\p{L})`);
  const inSmall = pattern('u', `(?<!\\p{L})${word}(?!\\p{L})`);
  return someText(content, (text) => asName.test(text)) && !someText(content, (text) => inSmall.test(text));
}
