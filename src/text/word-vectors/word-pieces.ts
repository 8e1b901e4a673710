/** Cuts a text into words, and those into the longest pieces of a vocabulary, as BERT's WordPiece does. */

/** No English word is longer, and the time for one grows with the square of its length. */
const MAX_WORD_LENGTH = 40;
const WORD = /[\p{L}\p{N}]+|[\p{P}\p{S}]/gu;
const MARKS = /\p{M}+/gu;
const NONE: readonly number[] = [];

/** @returns places of the pieces; none of a word with a part that is no piece. Linear in the text. */
export function wordPieces(text: string, places: ReadonlyMap<string, number>): readonly number[] {
  const found: number[] = [];
  const words = text.normalize('NFD').replace(MARKS, '').toLowerCase().match(WORD) ?? [];
  for (const word of words) {
    const whole = places.get(word);
    if (whole !== undefined) found.push(whole);
    else for (const piece of piecesOf(word, places)) found.push(piece);
  }
  return found;
}

function piecesOf(word: string, places: ReadonlyMap<string, number>): readonly number[] {
  if (word.length > MAX_WORD_LENGTH) return NONE;
  const pieces: number[] = [];
  let start = 0;
  while (start < word.length) {
    let end = word.length;
    let place = placeOf(word, start, end, places);
    while (place === undefined && end > start + 1) {
      end -= 1;
      place = placeOf(word, start, end, places);
    }
    if (place === undefined) return NONE;
    pieces.push(place);
    start = end;
  }
  return pieces;
}

function placeOf(word: string, start: number, end: number, places: ReadonlyMap<string, number>): number | undefined {
  const part = word.slice(start, end);
  return places.get(start === 0 ? part : `##${part}`);
}
