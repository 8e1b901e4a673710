import type { Block } from '../../../text/document.ts';

const CELL_SEPARATOR = ' | ';
/** A cell with more text than this is a place for content, not a datum. */
const MAX_CELL_CHARACTERS = 1_500;

/** Gathers rows of cells to a table; what only arranges the page (one column, long prose in a cell) becomes paragraphs. */
export class RowCollector {
  readonly #take: (blocks: readonly Block[]) => void;
  #rows: (readonly string[])[] = [];
  #firstIsHeader = false;

  constructor(take: (blocks: readonly Block[]) => void) {
    this.#take = take;
  }

  /** @param cells their text without line breaks; a row without text is no row */
  row(cells: readonly string[], isHeader: boolean): void {
    if (cells.every((cell) => cell === '')) return;
    if (this.#rows.length === 0) this.#firstIsHeader = isHeader;
    this.#rows.push(cells);
  }

  /** The table ends here, if there is one. */
  end(): void {
    if (this.#rows.length === 0) return;
    const rows = this.#rows;
    this.#rows = [];
    const arranges =
      rows.every((cells) => cells.length < 2) ||
      rows.some((cells) => cells.some((cell) => cell.length > MAX_CELL_CHARACTERS));
    if (arranges) {
      const texts = rows.flat().filter((cell) => cell !== '');
      this.#take(texts.map((text): Block => ({ kind: 'paragraph', text })));
      return;
    }
    const lines = rows.map((cells) => cells.join(CELL_SEPARATOR));
    const header = this.#firstIsHeader && lines.length > 1 ? (lines.shift() ?? null) : null;
    this.#take([{ kind: 'table', header, rows: lines }]);
  }
}
