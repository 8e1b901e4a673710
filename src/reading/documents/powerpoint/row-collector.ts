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
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    if (isLayout(rows)) for (const block of paragraphsOf(rows)) this.#take(block);
    else this.#take(tableOf(rows, this.#firstIsHeader));
  }
}

type Rows = readonly (readonly string[])[];

const isLayout = (rows: Rows): boolean =>
  rows.every((cells) => cells.length < 2) ||
  rows.some((cells) => cells.some((cell) => cell.length > MAX_CELL_CHARACTERS));

const paragraphsOf = (rows: Rows): readonly Block[] =>
  rows
    .flat()
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'paragraph', text }));

function tableOf(rows: Rows, firstIsHeader: boolean): Block {
  const lines = rows.map((cells) => cells.join(CELL_SEPARATOR));
  const header = firstIsHeader && lines.length > 1 ? (lines.shift() ?? null) : null;
  return { kind: 'table', header, rows: lines };
}
