/** Lines of Markdown that are rows, as the tables which they make up. Passages that were joined repeat a header, or begin above it. */

export interface Table {
  /** Cells; null when there is no header. */
  readonly header: readonly string[] | null;
  /** As they stand, without the header and the rule below it. */
  readonly rows: readonly string[];
}

export const LINE_BREAK_TAG = /\s*<br\s*\/?>\s*/gi;

export function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\s*\|\s?|\s?\|\s*$/g, '')
    .split(/(?<=^|\s)\|(?=\s|$)/)
    .map((cell) => cell.replace(LINE_BREAK_TAG, ', ').trim());
}

export function tablesOf(lines: readonly string[]): readonly Table[] {
  const tables: { header: readonly string[] | null; rows: string[] }[] = [];
  for (const [place, line] of lines.entries()) {
    if (isRule(line)) continue;
    const last = tables.at(-1);
    if (!isRule(lines[place + 1])) {
      if (last === undefined) tables.push({ header: null, rows: [line] });
      else last.rows.push(line);
      continue;
    }
    const header = cellsOf(line);
    if (last === undefined || !continues(last, header)) tables.push({ header, rows: [] });
    else last.header = header;
  }
  const [only] = tables;
  // Passages of older releases mark no header; the first row names the columns when no other row repeats its kind.
  if (only !== undefined && tables.length === 1 && only.header === null && looksLikeHeader(only.rows))
    return [{ header: cellsOf(only.rows[0] ?? ''), rows: only.rows.slice(1) }];
  return tables;
}

const isRule = (line: string | undefined): boolean => line !== undefined && /^[\s|:-]+$/.test(line);

/** The header again, or that of rows which stood above it. */
const continues = (table: Table, header: readonly string[]): boolean =>
  table.header === null
    ? table.rows.every((row) => cellsOf(row).length === header.length)
    : table.header.join('|') === header.join('|');

/** A header has words in every cell and no numbers, and some row below it has a number. */
function looksLikeHeader(rows: readonly string[]): boolean {
  const [first = [], ...others] = rows.map(cellsOf);
  const isLabel = (cell: string) => /\p{L}/u.test(cell) && !/\p{N}/u.test(cell) && cell.length <= 40;
  return first.length > 2 && first.every(isLabel) && others.some((cells) => cells.some((cell) => !isLabel(cell)));
}
