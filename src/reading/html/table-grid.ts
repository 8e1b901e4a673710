/**
 * Lays the cells of a table out in columns. A cell that spans several rows or columns stands in each, as a reader sees it: without it, values
 * would stand below the header of another column.
 */

export interface GridRow {
  readonly isHeader: boolean;
  readonly cells: readonly GridCell[];
}

export interface GridCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

export interface Grid {
  /** Rows that are one cell over all columns, above the header. */
  readonly titles: readonly string[];
  /** Cells of all header rows, joined by column. Null when there is no header. */
  readonly header: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

/** A cell that claims more spans this many. */
export const MAX_SPAN = 100;
const MAX_HEADER_ROWS = 4;
/** Characters. A longer cell stands once. */
const MAX_REPEATED_CELL = 100;
/** What spans may add to the table's own characters and cells. Beyond it, cells stand once. */
const MAX_ADDED = 10_000;

export function gridOf(rows: readonly GridRow[]): Grid {
  const { lines } = new SpanLayout(rows);
  const width = lines.reduce(
    (most, line, place) => (rows[place]?.cells.length === 1 ? most : Math.max(most, line.length)),
    2,
  );
  const isOneCell = (place: number) => {
    const [cell, ...others] = rows[place]?.cells ?? [];
    return cell !== undefined && others.length === 0 && cell.columns >= width;
  };
  let titles = 0;
  while (rows[titles]?.isHeader && isOneCell(titles)) titles += 1;
  const most = rows.slice(titles).every(({ isHeader }) => isHeader) ? 1 : MAX_HEADER_ROWS;
  let body = titles;
  while (body < titles + most && rows[body]?.isHeader) body += 1;
  return {
    titles: lines.slice(0, titles).map(([title = '']) => title),
    header: body === titles ? null : joinedByColumn(lines.slice(titles, body)),
    rows: lines.slice(body).map((line, place) => (isOneCell(body + place) ? line.slice(0, 1) : line)),
  };
}

class SpanLayout {
  readonly lines: readonly (readonly string[])[];
  #characters = MAX_ADDED;
  #cells = MAX_ADDED;
  /** By column: what a cell above still spans. */
  #above: { text: string; rows: number }[] = [];

  constructor(rows: readonly GridRow[]) {
    for (const { cells } of rows) {
      this.#cells += cells.length;
      for (const { text } of cells) this.#characters += text.length;
    }
    this.lines = rows.map((row, place) => {
      // No cell reaches from the header into the body.
      if (row.isHeader !== rows[place - 1]?.isHeader) this.#above = [];
      return this.#line(row);
    });
  }

  #line({ cells }: GridRow): readonly string[] {
    const line: string[] = [];
    for (const { text, columns, rows } of cells) {
      this.#takeFromAbove(line);
      for (let column = 0; column < columns && (column === 0 || this.#cells > 0); column += 1) {
        this.#above[line.length] = { text, rows: rows - 1 };
        line.push(column === 0 ? text : this.#repeated(text));
      }
    }
    this.#takeFromAbove(line);
    return line;
  }

  #takeFromAbove(line: string[]): void {
    for (let above = this.#above[line.length]; this.#cells > 0; above = this.#above[line.length]) {
      if (above === undefined || above.rows === 0) return;
      above.rows -= 1;
      line.push(this.#repeated(above.text));
    }
  }

  #repeated(text: string): string {
    this.#cells -= 1;
    if (text.length > MAX_REPEATED_CELL || text.length > this.#characters) return '';
    this.#characters -= text.length;
    return text;
  }
}

function joinedByColumn(lines: readonly (readonly string[])[]): readonly string[] {
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  return Array.from({ length: width }, (_, column) =>
    [...new Set(lines.map((line) => line[column] ?? ''))].filter((text) => text !== '').join(' '),
  );
}
