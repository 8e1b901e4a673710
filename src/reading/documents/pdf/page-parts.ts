/** Reads parts of a page apart, so that the text goes on from page to page. */

import { keptHeaders } from './running-heads.ts';
import type { PdfLine } from './text-lines.ts';

export interface PageParts {
  /** Headers and footers, where they first appear. */
  readonly running: readonly PdfLine[];
  readonly body: readonly PdfLine[];
  /** Notes at the foot of the page. */
  readonly notes: readonly PdfLine[];
}

/** Size of a note's letters, as a share of the running text's. */
const MAX_NOTE_SIZE = 0.93;
/** Bounds the search. */
const MAX_NOTE_LINES = 40;
/** Characters of its first line. */
const MIN_NOTE = 12;
/** `1 See`, `[2] See`, `* See` */
const NOTE = /^(?:\[?\d{1,3}[\].)]?|[¹²³⁴-⁹]+|[*†‡§]+)\s*\p{L}/u;

export function pageParts(pages: readonly (readonly PdfLine[])[]): readonly PageParts[] {
  const size = usualSize(pages);
  return keptHeaders(pages).map(({ running, lines }) => {
    const from = notesFrom(lines, MAX_NOTE_SIZE * size);
    return { running, body: lines.slice(0, from), notes: lines.slice(from) };
  });
}

/** Index of the first note among the small lines at the end of a page. */
function notesFrom(lines: readonly PdfLine[], size: number): number {
  let from = lines.length;
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - MAX_NOTE_LINES); at -= 1) {
    const line = lines[at];
    // Rows of a table in small letters are no notes.
    if (line === undefined || line.size > size || line.cells.length > 1) break;
    if (line.text.length >= MIN_NOTE && NOTE.test(line.text)) from = at;
  }
  const bottom = lines.slice(0, from).reduce((most, { top }) => Math.max(most, top), 0);
  return lines.slice(from).every(({ text, top }) => text === '' || top > bottom) ? from : lines.length;
}

/** The size of most characters. */
function usualSize(pages: readonly (readonly PdfLine[])[]): number {
  const characters = new Map<number, number>();
  for (const lines of pages)
    for (const { size, text } of lines) characters.set(size, (characters.get(size) ?? 0) + text.length);
  let usual = 0;
  for (const [size, count] of characters) if (count > (characters.get(usual) ?? 0)) usual = size;
  return usual;
}
