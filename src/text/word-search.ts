/** Searches for words as people type them, also within words: without case, accents or vowel points. */

import { cutText } from './cut-text.ts';
import { normalForm } from './normal-form.ts';

const MARKS = /\p{M}+/gu;
const BEFORE_THE_WORD = 40;

/** Lower case without marks; compatible characters, such as full-width letters, become one. */
export const foldedForSearch = (text: string): string =>
  normalForm(text, 'NFKD').replace(MARKS, '').toLowerCase().replaceAll('ς', 'σ');

/** Folded. Empty for a text of blanks. */
export const searchedWords = (search: string): readonly string[] =>
  foldedForSearch(search).split(/\s+/).filter(Boolean);

/**
 * Excerpt around the first occurrence of a folded word, or the beginning.
 * @param length UTF-16 units at most
 */
export function excerptAround(text: string, word: string, length: number): string {
  const found = indexOfFolded(text, word);
  if (found + word.length < length) return cutAfter(text, found + word.length, length);
  const from = found - BEFORE_THE_WORD;
  const blank = text.slice(from, found).search(/\s/);
  const start = blank === -1 ? withoutHalfAPair(text, from) : from + blank + 1;
  return `…${cutAfter(text.slice(start), found + word.length - start, length - 1)}`;
}

/**
 * Cuts between two words where it can, and adds an ellipsis.
 * @param least units that must stay
 */
function cutAfter(text: string, least: number, length: number): string {
  if (text.length <= length) return text;
  const cut = cutText(text, length - 1);
  const blank = cut.search(/\s+\S*$/);
  return `${blank < least ? cut : cut.slice(0, blank)}…`;
}

/** Folding changes lengths, therefore character by character. Returns 0 when the word does not occur. */
function indexOfFolded(text: string, word: string): number {
  const offsets: number[] = [];
  let folded = '';
  let offset = 0;
  for (const character of text) {
    const part = foldedForSearch(character);
    for (let unit = 0; unit < part.length; unit++) offsets.push(offset);
    folded += part;
    offset += character.length;
  }
  return offsets[folded.indexOf(word)] ?? 0;
}

const withoutHalfAPair = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at);
