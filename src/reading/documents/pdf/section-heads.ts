/** Running heads of parts of a document, such as the name of the chapter above each of its pages. */
import type { PdfLine } from './text-lines.ts';

/** Left and right pages may have heads of their own. */
const MAX_PAGES_BETWEEN = 2;
const MIN_PAGES = 3;
/** Points by which the place may differ. */
const MAX_OFF_PLACE = 2;
/** Distance to the text of the page, in font sizes. */
const MIN_APART = 1.7;
const MAX_CHARACTERS = 120;
const LETTERS = /\p{L}{2}/u;

interface Head {
  readonly line: PdfLine;
  readonly page: number;
}

/**
 * Lines that stand apart at the same place of three neighbouring pages in the same words. Includes the first unless its words are new: a
 * chapter's title mostly stands in the text before.
 */
export function sectionHeads(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const runs = new HeadRuns();
  for (const [page, lines] of pages.entries()) {
    const filled = lines.filter(({ text }) => text !== '');
    for (const line of [headAt(filled, 0, 1), headAt(filled, filled.length - 1, -1)])
      if (line !== null) runs.add(line, page);
  }
  const isNew = newWords(pages, new Set([...runs.heads].map(wordsOf)));
  return new Set([...runs.heads].filter((line) => !isNew.has(line)));
}

/** The first line of each of these words. */
function newWords(pages: readonly (readonly PdfLine[])[], sought: Set<string>): ReadonlySet<PdfLine> {
  const found = new Set<PdfLine>();
  for (const lines of pages) {
    if (sought.size === 0) break;
    for (const line of lines) if (sought.delete(wordsOf(line))) found.add(line);
  }
  return found;
}

class HeadRuns {
  readonly heads = new Set<PdfLine>();
  /** The last heads of these words, on neighbouring pages. */
  readonly #runs = new Map<string, readonly Head[]>();

  add(line: PdfLine, page: number): void {
    const key = wordsOf(line);
    const before = this.#runs.get(key)?.filter((head) => goesOn(head, line, page)) ?? [];
    const run = [...before, { line, page }].slice(-MIN_PAGES);
    this.#runs.set(key, run);
    if (run.length === MIN_PAGES) for (const head of run) this.heads.add(head.line);
  }
}

const goesOn = (head: Head, line: PdfLine, page: number): boolean =>
  page - head.page <= MAX_PAGES_BETWEEN * (MIN_PAGES - 1) && Math.abs(head.line.top - line.top) <= MAX_OFF_PLACE;

/** @param towards the text of the page: 1 from its first line, -1 from its last */
function headAt(lines: readonly PdfLine[], at: number, towards: 1 | -1): PdfLine | null {
  const [line, next] = [lines[at], lines[at + towards]];
  if (line === undefined || next === undefined || line.text.length > MAX_CHARACTERS) return null;
  if (!LETTERS.test(line.text) || line.cells.filter(({ text }) => LETTERS.test(text)).length !== 1) return null;
  return Math.abs(next.top - line.top) >= MIN_APART * line.size ? line : null;
}

/** Without the number of the page beside them. */
const wordsOf = ({ text, cells }: PdfLine): string =>
  (cells.find((cell) => LETTERS.test(cell.text))?.text ?? text).replace(/\s+/g, ' ').trim().toLowerCase();
