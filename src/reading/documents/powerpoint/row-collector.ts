import type { Block } from '../../../text/document.ts';
import { CELL_SEPARATOR, MAX_CELL_CHARACTERS } from '../../table-cells.ts';

/** Layout tables (one column, long cells) become paragraphs. */
export class RowCollector {
  readonly #take: (block: Block) => void;
  #rows: (readonly string[])[] = [];
  #firstIsHeader = false;

  /** @param take receives each block, in order */
  constructor(take: (block: Block) => void) {
    this.#take = take;
  }

  /** @param cells without line breaks; empty rows are skipped */
  addRow(cells: readonly string[], isHeader: boolean): void {
    if (cells.every((cell) => cell === '')) return;
    if (this.#rows.length === 0) this.#firstIsHeader = isHeader;
    this.#rows.push(cells);
  }

  endTable(): void {
    if (this.#rows.length === 0) return;
    const rows = this.#rows;
    this.#rows = [];
    const arranges =
      rows.every((cells) => cells.length < 2) ||
      rows.some((cells) => cells.some((cell) => cell.length > MAX_CELL_CHARACTERS));
    if (arranges) {
      for (const cells of rows) {
        for (const text of cells) if (text !== '') this.#take({ kind: 'paragraph', text });
      }
      return;
    }
    const lines = rows.map((cells) => cells.join(CELL_SEPARATOR));
    const header = this.#firstIsHeader && lines.length > 1 ? (lines.shift() ?? null) : null;
    this.#take({ kind: 'table', header, rows: lines });
  }
}
