/** Finds tables by the alignment of cells in lines that follow each other. */
import { CELL_SEPARATOR } from '../../table-cells.ts';
import { type Cell, cellOfParts, type PdfLine } from './text-lines.ts';
import type { JoinLines } from './wrapped-lines.ts';

/** Points by which cells of a column may be out of line. */
const MAX_OFF_LINE = 2.5;
/** The same for parts of a cell that a narrow gap may divide. */
const MAX_OFF_COLUMN = 0.75;
const MIN_LINES = 3;
/** Lines of three columns align by chance less often. */
const MIN_LINES_OF_MANY = 2;
const MANY_COLUMNS = 3;
/** A header may lack a cell; a column of later rows is a wide space in justified text. */
const MAX_NEW_COLUMNS = 2;
/** Distance of a line that goes on in a cell above, in font sizes. */
const MAX_CONTINUED = 1.35;
/** Distance of a line that describes the row above, in font sizes. */
const MAX_DESCRIBED = 2;
/** Size of a label, as a multiple of the next row's. */
const MAX_LABEL_SIZE = 1.12;
/** Distance to the next line of the same cell, as a share of that to the row before. */
const NEARER = 0.85;
/** Characters in each of two columns of running text. */
const MIN_TEXT_COLUMN = 35;
const MAX_COLUMNS = 40;
/** Points by which gaps of a justified line may differ. */
const MAX_UNEVEN = 0.4;

export interface AlignedTable {
  readonly header: string | null;
  readonly rows: readonly string[];
  readonly columns: number;
}

export interface AlignedLines {
  /** `null` when the lines are no table. */
  readonly table: AlignedTable | null;
  readonly lines: number;
}

interface Column {
  left: number;
  right: number;
}

interface Row {
  readonly line: PdfLine;
  readonly cells: Map<Column, string>;
}

/** Lines whose cells are aligned with those of the line at `from`. */
export function alignedLines(lines: readonly PdfLine[], from: number, join: JoinLines): AlignedLines {
  const table = new OpenTable(join);
  let at = from;
  while (table.takes(lines[at], lines[at + 1])) at += 1;
  return table.isFirstAlone ? { table: null, lines: 1 } : { table: table.finish(), lines: at - from };
}

class OpenTable {
  readonly #join: JoinLines;
  #columns: Column[] = [];
  readonly #rows: Row[] = [];
  #last: PdfLine | null = null;
  /** First line of a name whose row begins below. */
  #begun = '';
  #isDescribed = false;

  constructor(join: JoinLines) {
    this.#join = join;
  }

  takes(line: PdfLine | undefined, next: PdfLine | undefined): boolean {
    if (line === undefined || line.text === '') return false;
    if (line.cells.length > MAX_COLUMNS || (this.#last !== null && line.top <= this.#last.top)) return false;
    const isTaken =
      line.cells.length === 1
        ? this.#continues(line) || this.#describes(line, next) || this.#isLabel(line, next)
        : this.#addCells(line);
    if (isTaken) this.#last = line;
    return isTaken;
  }

  #addCells(line: PdfLine): boolean {
    const cells = line.cells.length < this.#columns.length ? dividedCells(line.cells, this.#columns) : line.cells;
    return this.#isBelowHeader(line, cells) || this.#addRow(line, cells);
  }

  /** Justified text with wide gaps, above rows of other columns. */
  get isFirstAlone(): boolean {
    const [first, ...others] = this.#rows;
    if (first === undefined || others.length < MIN_LINES_OF_MANY || first.cells.size < MANY_COLUMNS) return false;
    const own = [...first.cells.keys()].filter((column) => others.every(({ cells }) => !cells.has(column)));
    return own.length * 2 >= first.cells.size;
  }

  finish(): AlignedTable | null {
    const columns = this.#columns.length;
    const least = columns >= MANY_COLUMNS ? MIN_LINES_OF_MANY : MIN_LINES;
    if (columns < 2 || this.#rows.length < least || this.#isRunningText() || this.#isJustified()) return null;
    if (this.#rows.length < MIN_LINES && this.#rows.some(({ cells }) => cells.size < columns - 1)) return null;
    const inOrder = this.#isRightToLeft() ? this.#columns.toReversed() : this.#columns;
    const texts = this.#rows.map(({ cells }) =>
      inOrder.map((column) => (cells.get(column) ?? '').replaceAll('|', '/')),
    );
    const [first, second] = this.#rows;
    const isHeader = first !== undefined && second !== undefined && isHeaderOf(first, second);
    if (!isHeader) return { header: null, rows: texts.map(lineOf), columns };
    const [header = [], ...rows] = texts;
    return { header: lineOf(header), rows: withRepeatedNames(rows).map(lineOf), columns };
  }

  #isRightToLeft(): boolean {
    const [one, other] = this.#rows.find(({ line }) => line.cells.length > 1)?.line.cells ?? [];
    return one !== undefined && other !== undefined && one.left > other.left;
  }

  /** A header in another font may be centred above columns that are not. */
  #isBelowHeader(line: PdfLine, cells: readonly Cell[]): boolean {
    const [header, other] = this.#rows;
    if (header === undefined || other !== undefined || header.line.font === line.font) return false;
    const names = header.line.cells;
    const isBetween = ({ left, right }: Cell, at: number) =>
      left > (names[at - 1]?.right ?? Number.NEGATIVE_INFINITY) &&
      right < (names[at + 1]?.left ?? Number.POSITIVE_INFINITY);
    if (names.length !== cells.length || !cells.every(isBetween)) return false;
    this.#columns = cells.map(({ left, right }) => ({ left, right }));
    const rowOf = (texts: readonly Cell[]) =>
      new Map(this.#columns.map((column, at): [Column, string] => [column, texts[at]?.text ?? '']));
    this.#rows[0] = { line: header.line, cells: rowOf(names) };
    this.#rows.push({ line, cells: rowOf(cells) });
    return true;
  }

  /** Each cell of a row stands below a column, or beside all of them. */
  #addRow(line: PdfLine, cells: readonly Cell[]): boolean {
    const columns = [...this.#columns];
    const row = new Map<Column, string>();
    for (const { text, left, right } of cells) {
      const column = columns.find((one) => isAligned(one, left, right) && !row.has(one));
      if (column !== undefined) row.set(column, column === columns[0] ? `${this.#begun}${text}` : text);
      else if (this.#rows.length >= MAX_NEW_COLUMNS) return false;
      else if (columns.some((one) => left < one.right && one.left < right)) return false;
      else {
        const added = { left, right };
        columns.push(added);
        row.set(added, text);
      }
    }
    this.#columns = columns.sort((one, other) => one.left - other.left);
    for (const { left, right } of cells) this.#widen(left, right);
    this.#rows.push({ line, cells: row });
    this.#begun = '';
    return true;
  }

  #widen(left: number, right: number): void {
    const column = this.#columns.find((one) => isAligned(one, left, right));
    if (column === undefined) return;
    column.left = Math.min(column.left, left);
    column.right = Math.max(column.right, right);
  }

  /** Adds wrapped text to its cell. */
  #continues(line: PdfLine): boolean {
    const [cell] = line.cells;
    const row = this.#rows.at(-1);
    if (cell === undefined || row === undefined || this.#last === null) return false;
    if (line.top - this.#last.top > MAX_CONTINUED * line.size) return false;
    const at = this.#columns.findIndex((one) => Math.abs(one.left - cell.left) <= MAX_OFF_LINE);
    const column = this.#columns[at];
    const before = column === undefined ? undefined : row.cells.get(column);
    const next = this.#columns[at + 1];
    if (column === undefined || before === undefined || (next !== undefined && cell.right > next.left)) return false;
    // Text below the first column may be the paragraph after the table.
    if (at === 0 && cell.right > column.right + MAX_OFF_LINE) return false;
    row.cells.set(column, this.#join(before, cell.text));
    return true;
  }

  /** A line in smaller letters near the row above, such as the parts of a dish. */
  #describes(line: PdfLine, next: PdfLine | undefined): boolean {
    const [first] = this.#columns;
    const [cell] = line.cells;
    const row = this.#rows.at(-1);
    const name = first === undefined ? undefined : row?.cells.get(first);
    if (first === undefined || cell === undefined || row === undefined || name === undefined) return false;
    if (this.#last !== row.line || line.size >= row.line.size || Math.abs(first.left - cell.left) > MAX_OFF_LINE)
      return false;
    const distance = line.top - this.#last.top;
    const isLast = next === undefined || next.cells.length < 2 || next.top <= line.top;
    if (isLast ? !this.#isDescribed : distance >= NEARER * (next.top - line.top)) return false;
    if (distance > MAX_DESCRIBED * row.line.size) return false;
    row.cells.set(first, `${name} – ${cell.text}`);
    this.#isDescribed = true;
    return true;
  }

  /** A line with only a name, or the beginning of one, between rows. */
  #isLabel(line: PdfLine, next: PdfLine | undefined): boolean {
    const [first, second] = this.#columns;
    const [cell] = line.cells;
    if (first === undefined || second === undefined || cell === undefined || next === undefined) return false;
    if (next.cells.length < 2 || Math.abs(first.left - cell.left) > MAX_OFF_LINE || cell.right > second.left)
      return false;
    // A heading stands between two tables.
    if (line.size > MAX_LABEL_SIZE * next.size) return false;
    if (!next.cells.every(({ left, right }) => this.#columns.some((one) => isAligned(one, left, right)))) return false;
    if (this.#last !== null && next.top - line.top < NEARER * (line.top - this.#last.top))
      this.#begun = `${cell.text} `;
    else this.#rows.push({ line, cells: new Map([[first, cell.text]]) });
    return true;
  }

  /** Words that fill a narrow column, with even gaps in each line. In a calendar the gaps are the same on all lines. */
  #isJustified(): boolean {
    const lines = this.#rows.map(({ line }) => line);
    const [first] = lines;
    const gaps = lines.map(({ cells }) => evenGap(cells));
    const isFlush = ({ left, right }: PdfLine) =>
      Math.abs(left - (first?.left ?? left)) <= MAX_OFF_LINE &&
      Math.abs(right - (first?.right ?? right)) <= MAX_OFF_LINE;
    if (!lines.every(isFlush) || gaps.includes(null) || lines.every(({ cells }) => cells.length < MANY_COLUMNS))
      return false;
    return lines.length < MIN_LINES || gaps.some((gap) => Math.abs((gap ?? 0) - (gaps[0] ?? 0)) > MAX_UNEVEN);
  }

  /** Two columns of a page whose lines alternate. */
  #isRunningText(): boolean {
    if (this.#columns.length !== 2) return false;
    const long = this.#rows.filter(({ cells }) => {
      const texts = [...cells.values()];
      return texts.length === 2 && texts.every(({ length }) => length >= MIN_TEXT_COLUMN);
    });
    return long.length * 2 > this.#rows.length;
  }
}

/** Width of the gaps between the cells; null when they differ. */
function evenGap(cells: readonly Cell[]): number | null {
  const gaps = cells.slice(1).map(({ left }, at) => left - (cells[at]?.right ?? left));
  const [first] = gaps;
  if (first === undefined) return null;
  return gaps.every((gap) => Math.abs(gap - first) <= MAX_UNEVEN) ? first : null;
}

const lineOf = (cells: readonly string[]): string => cells.join(CELL_SEPARATOR);

/** A name that spans rows stands in the first. Totals and other rows with gaps have none. */
function withRepeatedNames(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let name = '';
  return rows.map(([first = '', ...others]) => {
    const isFilled = others.length >= MANY_COLUMNS - 1 && others.every((text) => text !== '');
    if (first !== '' || !isFilled) name = isFilled ? first : '';
    return [first === '' ? name : first, ...others];
  });
}

/** Divides cells where a part begins exactly at a column, though the gap before it is as narrow as a space. */
function dividedCells(cells: readonly Cell[], columns: readonly Column[]): readonly Cell[] {
  return cells.flatMap((cell) => {
    const { parts = [] } = cell;
    const begins = columns.filter(({ left }) => left > cell.left + MAX_OFF_LINE && left < cell.right);
    const at = parts.findIndex(
      (part, index) => index > 0 && begins.some(({ left }) => Math.abs(left - part.left) <= MAX_OFF_COLUMN),
    );
    return at < 0 ? [cell] : [cellOfParts(parts.slice(0, at)), cellOfParts(parts.slice(at))];
  });
}

/** True for another font, and no numbers above numbers, except years. */
function isHeaderOf(first: Row, second: Row): boolean {
  const isNumber = (text: string | undefined) => text !== undefined && /^\W*\d/.test(text) && !/^\d{4}$/.test(text);
  const isAboveNumber = [...first.cells].some(([column, text]) => isNumber(text) && isNumber(second.cells.get(column)));
  return first.line.font !== second.line.font && !isAboveNumber;
}

/** Left, right or middle. */
const isAligned = (column: Column, left: number, right: number): boolean =>
  Math.abs(column.left - left) <= MAX_OFF_LINE ||
  Math.abs(column.right - right) <= MAX_OFF_LINE ||
  Math.abs(column.left + column.right - left - right) <= 2 * MAX_OFF_LINE;
