/** Cuts a text into words, and those into the longest pieces of a vocabulary, as BERT's WordPiece does. */
import type { PieceTrie } from './piece-trie.ts';

/** No English word is longer. */
const MAX_WORD_LENGTH = 40;
const WORD = /[\p{L}\p{N}]+|[\p{P}\p{S}]/gu;
const MARKS = /\p{M}+/gu;

/** @returns places of the pieces; none of a word with a part that is no piece. Linear in the text. */
export function wordPieces(text: string, pieces: PieceTrie): readonly number[] {
  const found: number[] = [];
  const words = text.normalize('NFD').replace(MARKS, '').toLowerCase().match(WORD) ?? [];
  for (const word of words) {
    if (word.length > MAX_WORD_LENGTH) continue;
    for (const piece of pieces.cut(word)) found.push(piece);
  }
  return found;
}
