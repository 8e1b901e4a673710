import { Unreadable } from './unreadable.ts';

/** Paragraphs plus table rows; each is an object in the main thread's memory. */
const MAX_PIECES = 1_000_000;

/** Limits the pieces of a document while it is parsed, before they use memory. */
export class PieceCounter {
  #pieces = 0;

  /** @throws Unreadable */
  add(pieces = 1): void {
    this.#pieces += pieces;
    if (this.#pieces <= MAX_PIECES) return;
    throw new Unreadable(`There are more than ${MAX_PIECES.toLocaleString('en')} paragraphs or rows in it`);
  }
}

/** All text of a document, with headers that rows repeat. */
const MAX_CHARACTERS = 40_000_000;

/** @throws Unreadable */
export function checkCharacterCount(characters: number): void {
  if (characters > MAX_CHARACTERS) throw new Unreadable('The document holds more text than can be read');
}
