import type { Block } from '../../../text/document.ts';
import { CELL_SEPARATOR, MAX_CELL_CHARACTERS } from '../../table-cells.ts';
import {
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  hasLittleText,
  isElement,
  textOf,
} from '../dom/dom.ts';
import { isBold } from './bold-headings.ts';
import { type GridCell, type GridRow, gridOf, MAX_SPAN } from './table-grid.ts';

/** Returns null for a layout table (one column, a row of columns, nested tables, long cells), which is read as if it were not there. */
export function tableBlocks(table: HtmlElement, inline: (text: string) => string): readonly Block[] | null {
  const rows = rowsOf(table);
  if (rows.length === 0 || rows.every((row) => row.cells.length < 2)) return null;
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  if (containsStructure(table, cells)) return null;
  if (isRowOfColumns(rows)) return null;
  const read = rows.map((row) => readRow(row, inline));
  if (read.some(({ cells }) => cells.some(({ text }) => text.length > MAX_CELL_CHARACTERS))) return null;
  if (read.length > 1 && read.every(({ isHeader }) => !isHeader) && isBoldRow(rows[0]) && !isBoldRow(rows[1]))
    read[0] = { cells: read[0]?.cells ?? [], isHeader: true };
  const { titles, header, rows: lines } = gridOf(withoutEmptyRows(read));
  const caption = table.children.find((child) => isElement(child) && child.name === 'caption');
  const block: Block = {
    kind: 'table',
    header: header === null ? null : header.join(CELL_SEPARATOR),
    rows: lines.map((cells) => cells.join(CELL_SEPARATOR)),
  };
  const paragraphs = [caption === undefined ? '' : inline(textOf(caption)), ...titles].filter((text) => text !== '');
  return [...paragraphs.map((text): Block => ({ kind: 'paragraph', text })), block];
}

function readRow(row: Row, inline: (text: string) => string): GridRow {
  const cells = row.cells.map((cell) => ({
    text: inline(textOf(cell)).replaceAll('\n', ' '),
    colspan: spanOf(cell, 'colspan'),
    rowspan: spanOf(cell, 'rowspan'),
  }));
  const isHeader = row.inHead || row.cells.every((cell, place) => cell.name === 'th' || isCorner(place, cells));
  return { isHeader, cells };
}

/** Some editors lay columns of text out as a table of one row. */
function isRowOfColumns([row, ...others]: readonly Row[]): boolean {
  const columns = row?.cells.filter((cell) => textOf(cell).trim() !== '') ?? [];
  return others.length === 0 && columns.every((cell) => textOf(cell).trim().includes('\n'));
}

/** Word marks few headers; most are in bold letters, except an empty corner. */
function isBoldRow(row: Row | undefined): boolean {
  const filled = row?.cells.filter((cell) => textOf(cell).trim() !== '') ?? [];
  return filled.length > 1 && filled.every(isBold);
}

/** The empty cell above the row names is often a `td`. */
const isCorner = (place: number, cells: readonly GridCell[]): boolean =>
  place === 0 && cells.length > 1 && cells[0]?.text === '';

/** `rowspan="0"` means all rows that follow. */
function spanOf({ attribs }: HtmlElement, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(attribs[name] ?? '1', 10);
  if (span === 0 && name === 'rowspan') return MAX_SPAN;
  return span >= 1 ? Math.min(span, MAX_SPAN) : 1;
}

/** Shortens row spans over the removed rows. */
function withoutEmptyRows(rows: readonly GridRow[]): readonly GridRow[] {
  const isFilled = rows.map(({ cells }) => cells.some(({ text }) => text !== ''));
  const filledBefore = [0];
  for (const filled of isFilled) filledBefore.push((filledBefore.at(-1) ?? 0) + (filled ? 1 : 0));
  const filledIn = (from: number, to: number) =>
    (filledBefore[Math.min(to, rows.length)] ?? 0) - (filledBefore[from] ?? 0);
  return rows.flatMap((row, place) =>
    isFilled[place]
      ? [{ ...row, cells: row.cells.map((cell) => ({ ...cell, rowspan: filledIn(place, place + cell.rowspan) })) }]
      : [],
  );
}

interface Row {
  readonly inHead: boolean;
  readonly cells: readonly HtmlElement[];
}

const ROW_GROUPS = new Set(['thead', 'tbody', 'tfoot']);

/** Skips rows without cells. */
function rowsOf({ name, children }: HtmlElement): readonly Row[] {
  return children.filter(isElement).flatMap((part) => {
    if (ROW_GROUPS.has(part.name)) return rowsOf(part);
    const cells = part.name === 'tr' ? cellsOf(part) : [];
    return cells.length === 0 ? [] : [{ inHead: name === 'thead', cells }];
  });
}

const cellsOf = (row: HtmlElement): readonly HtmlElement[] =>
  row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th');

const STRUCTURAL_ELEMENTS = new Set(['h1', 'h2', 'h3', 'pre', 'form']);
/** Characters of an inner table that is data, such as times and places of a course. */
const MAX_INNER_TEXT = 250;
/** Share of cells that may hold one. */
const MAX_INNER_SHARE = 0.25;

/** One line per row would lose the structure. */
function containsStructure(table: HtmlElement, cells: number): boolean {
  let inner = 0;
  const waiting: HtmlNode[] = [...table.children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node) || isColumnHeading(node)) continue;
    if (node.name === 'table') inner += 1;
    if (inner > cells * MAX_INNER_SHARE || isStructural(node)) return true;
    for (const child of node.children) waiting.push(child);
  }
  return false;
}

const isStructural = (element: HtmlElement): boolean =>
  STRUCTURAL_ELEMENTS.has(element.name) || (element.name === 'table' && !isShort(element));

/** Name and price of a plan or a product, above its column. */
function isColumnHeading(cell: HtmlElement): boolean {
  if (cell.name !== 'th' || !hasFewElements(cell)) return false;
  for (const { name } of elementsBelow(cell)) if (name === 'table' || name === 'pre' || name === 'form') return false;
  return true;
}

/** Ignores white space of the markup. */
const isShort = (table: HtmlElement): boolean =>
  hasLittleText(table, 10 * MAX_INNER_TEXT) && textOf(table).replace(/\s+/g, ' ').length <= MAX_INNER_TEXT;
