/**
 * Rows of tables that a page holds cell by cell, as word processors and browsers write them: the lines of a cell, then those of the cell to
 * its right. Each row becomes one line.
 */
import { type Cell, lineOfCells, type PdfLine } from './text-lines.ts';
import type { JoinLines } from './wrapped-lines.ts';

const MAX_OFF_LINE = 2.5;
/** Distance of lines of the same cell, in font sizes. */
const MAX_LEADING = 1.6;
/** Gap between two cells, in font sizes. */
const MIN_GAP = 0.8;
const MAX_CELL_LINES = 15;
const MAX_ROW_LINES = 80;
/** Bounds the comparison with the cells of the next row. */
const MAX_CELLS = 60;
/** Difference of font sizes within a row, as a share. */
const MAX_SIZE_DIFFERENCE = 0.25;
/** Characters. Two longer texts beside each other are columns of text. */
const MAX_TEXT = 160;
/** Cells that two rows must have below each other. */
const MIN_ALIGNED = 2;

export function withCellRows(
  lines: readonly PdfLine[],
  isHeading: (line: PdfLine) => boolean,
  join: JoinLines,
): readonly PdfLine[] {
  const rows: OpenRow[] = [];
  for (let at = 0; at < lines.length; ) {
    const row = new OpenRow(lines, at, rows.at(-1)?.bottom ?? Number.NEGATIVE_INFINITY, isHeading);
    rows.push(row);
    at += row.count;
  }
  return rows.flatMap((row, at) => {
    const isRow = row.isJoined && [rows[at - 1], rows[at + 1]].some((other) => row.isAlignedWith(other));
    return isRow ? [row.joined(join)] : row.lines;
  });
}

interface OpenCell {
  readonly texts: string[];
  left: number;
  right: number;
  bottom: number;
}

class OpenRow {
  readonly lines: PdfLine[] = [];
  readonly #first: PdfLine;
  readonly #cells: OpenCell[] = [];
  readonly #floor: number;
  #right = Number.NEGATIVE_INFINITY;
  bottom: number;

  /** @param floor lowest line of the row before */
  constructor(lines: readonly PdfLine[], from: number, floor: number, isHeading: (line: PdfLine) => boolean) {
    this.#first = lines[from] as PdfLine;
    this.bottom = this.#first.top;
    this.#floor = floor < this.bottom ? floor : Number.NEGATIVE_INFINITY;
    this.#add(this.#first, this.#first.cells);
    if (isHeading(this.#first)) return;
    for (let at = from + 1; at < lines.length && this.lines.length < MAX_ROW_LINES; at += 1) {
      const line = lines[at];
      if (line === undefined || isHeading(line) || !this.#takes(line)) break;
    }
  }

  get count(): number {
    return this.lines.length;
  }

  /** Lines in several cells, of which at most one is a long text. */
  get isJoined(): boolean {
    const long = this.#cells.filter(({ texts }) => texts.join(' ').length > MAX_TEXT);
    return this.count > 1 && this.#cells.length > 1 && this.#cells.length <= MAX_CELLS && long.length < 2;
  }

  joined(join: JoinLines): PdfLine {
    const cells = this.#cells.map(({ texts, left, right }) => ({
      text: texts.reduce((before, line) => join(before, line)),
      left,
      right,
    }));
    return { ...lineOfCells(cells, mainLine(this.lines)), top: this.bottom };
  }

  isAlignedWith(other: OpenRow | undefined): boolean {
    if (other === undefined || other.#cells.length < MIN_ALIGNED) return false;
    const aligned = this.#cells.filter((cell) => other.#cells.some((one) => isAligned(one, cell)));
    return aligned.length >= MIN_ALIGNED;
  }

  #takes(line: PdfLine): boolean {
    const [first, ...others] = line.cells;
    const last = this.#cells.at(-1);
    if (first === undefined || last === undefined) return false;
    if (Math.abs(line.size - this.#first.size) > MAX_SIZE_DIFFERENCE * this.#first.size) return false;
    if (this.#isBeyond(first)) return this.#takesBeside(last, first, others, line);
    return this.#takesBelow(last, first, others, line);
  }

  /** A line to the right of all cells begins a cell, or goes on in the last cell's line. */
  #takesBeside(last: OpenCell, first: Cell, others: readonly Cell[], line: PdfLine): boolean {
    if (line.top > this.bottom + MAX_OFF_LINE || line.top <= this.#floor) return false;
    const isSameText = first.left - last.right < MIN_GAP * line.size && line.top === last.bottom;
    if (isSameText) this.#widen(last, first, line);
    this.#add(line, isSameText ? others : line.cells);
    return true;
  }

  /** A further line of the last cell. pdf.js joins it with lines of cells beside it that are less than a line off. */
  #takesBelow(last: OpenCell, first: Cell, others: readonly Cell[], line: PdfLine): boolean {
    if (last.texts.length >= MAX_CELL_LINES || !isAligned(last, first)) return false;
    const distance = line.top - last.bottom;
    if (distance < 0 || distance > MAX_LEADING * line.size) return false;
    if (!others.every((cell) => this.#isBeyond(cell))) return false;
    if (this.#cells.some((cell) => cell !== last && first.left <= cell.right)) return false;
    this.#widen(last, first, line);
    this.#add(line, others);
    return true;
  }

  #isBeyond({ left }: Cell): boolean {
    return left > this.#right;
  }

  #widen(cell: OpenCell, { text, left, right }: Cell, { top }: PdfLine): void {
    cell.texts.push(text);
    cell.left = Math.min(cell.left, left);
    cell.right = Math.max(cell.right, right);
    cell.bottom = top;
    this.#right = Math.max(this.#right, right);
  }

  #add(line: PdfLine, cells: readonly Cell[]): void {
    this.lines.push(line);
    this.bottom = Math.max(this.bottom, line.top);
    for (const { text, left, right } of cells) {
      this.#cells.push({ texts: [text], left, right, bottom: line.top });
      this.#right = Math.max(this.#right, right);
    }
  }
}

/** The first line in the font of most characters. */
function mainLine(lines: readonly PdfLine[]): PdfLine {
  const characters = new Map<string, number>();
  for (const { font, text } of lines) characters.set(font, (characters.get(font) ?? 0) + text.length);
  const count = ({ font }: PdfLine) => characters.get(font) ?? 0;
  return lines.reduce((most, line) => (count(line) > count(most) ? line : most));
}

interface Extent {
  readonly left: number;
  readonly right: number;
}

/** Left, right or middle. */
const isAligned = (one: Extent, other: Extent): boolean =>
  Math.abs(one.left - other.left) <= MAX_OFF_LINE ||
  Math.abs(one.right - other.right) <= MAX_OFF_LINE ||
  Math.abs(one.left + one.right - other.left - other.right) <= 2 * MAX_OFF_LINE;
