/** Repeats cells that span columns or rows, so that each value stays in the column of its header. */

export interface GridRow {
  readonly isHeader: boolean;
  readonly cells: readonly GridCell[];
}

export interface GridCell {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
}

export interface Grid {
  /** Rows of one cell over all columns, above the header. */
  readonly titles: readonly string[];
  /** Header rows joined by column; null when there are none. */
  readonly header: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

/** Larger spans are cut. */
export const MAX_SPAN = 100;
const MAX_HEADER_ROWS = 4;
/** Longer cells are not repeated. */
const MAX_REPEATED_CELL = 100;
/** Repeated cells may double the table's characters and cells, and add so many more. */
const MAX_ADDED = 10_000;

export function gridOf(rows: readonly GridRow[]): Grid {
  const { lines } = new SpanLayout(rows);
  const width = lines.reduce(
    (most, line, place) => (rows[place]?.cells.length === 1 ? most : Math.max(most, line.length)),
    2,
  );
  const isOneCell = (place: number) => {
    const [cell, ...others] = rows[place]?.cells ?? [];
    return cell !== undefined && others.length === 0 && cell.colspan >= width;
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
  /** By column: the cell above, and the rows that it still spans. */
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
    for (const { text, colspan, rowspan } of cells) {
      this.#takeFromAbove(line);
      for (let column = 0; column < colspan && (column === 0 || this.#cells > 0); column += 1) {
        this.#above[line.length] = { text, rows: rowspan - 1 };
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
