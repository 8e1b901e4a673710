/** Groups rows into tables. Joined passages repeat a header, or begin above it. */
import { tellsAmount } from '../facts/prices.ts';
import { tellsTime } from '../facts/weekdays.ts';

export interface Table {
  /** Cells, or null. */
  readonly header: readonly string[] | null;
  /** Without the header and the rule below it. */
  readonly rows: readonly string[];
}

export const LINE_BREAK_TAG = /\s*<br\s*\/?>\s*/gi;

export const cellsOf = (row: string): readonly string[] => cellsBetweenBars(row.replace(/^\s*\|\s?|\s?\|\s*$/g, ''));

const cellsBetweenBars = (row: string): readonly string[] =>
  row.split(/(?<=^|\s)\|(?=\s|$)/).map((cell) => cell.replace(LINE_BREAK_TAG, ', ').trim());

export function tablesOf(lines: readonly string[]): readonly Table[] {
  const tables = ruledTables(lines).map((table) => (hasRowAsHeader(table) ? withRowOfHeader(table) : table));
  const [only] = tables;
  // Older passages mark no header.
  if (only !== undefined && tables.length === 1 && only.header === null && looksLikeHeader(only.rows))
    return [{ header: cellsOf(only.rows[0] ?? ''), rows: only.rows.slice(1) }];
  return tables;
}

const isTimeOrAmount = (cell = ''): boolean => tellsTime(cell) || tellsAmount(cell);

/** Markdown has no table without a header: "Monday to Saturday | 13:00 – 20:00" above "Sunday | 10:00 – 20:00" is a row. */
function hasRowAsHeader({ header, rows }: Table): boolean {
  const [name = '', value, ...others] = header ?? [];
  if (name === '' || isTimeOrAmount(name) || others.length > 0 || !isTimeOrAmount(value)) return false;
  return rows.every((row) => isTimeOrAmount(cellsOf(row)[1]));
}

const withRowOfHeader = ({ header, rows }: Table): Table => ({
  header: null,
  rows: [(header ?? []).join(' | '), ...rows],
});

function ruledTables(lines: readonly string[]): readonly Table[] {
  const tables: OpenTable[] = [];
  for (const [place, line] of lines.entries()) {
    if (isRule(line)) continue;
    const below = lines[place + 1];
    if (isRule(below)) addHeader(tables, cellsOf(withBars(line, columnsOf(below))));
    else addRow(tables, line);
  }
  return tables;
}

interface OpenTable {
  header: readonly string[] | null;
  readonly rows: string[];
}

function addHeader(tables: OpenTable[], header: readonly string[]): void {
  const last = tables.at(-1);
  if (last !== undefined && continues(last, header)) last.header = header;
  else tables.push({ header, rows: [] });
}

function addRow(tables: OpenTable[], line: string): void {
  const last = tables.at(-1);
  if (last === undefined) tables.push({ header: null, rows: [line] });
  else last.rows.push(last.header === null ? line : withBars(line, last.header.length));
}

const columnsOf = (rule: string): number => rule.match(/-+/g)?.length ?? 0;

/** Older passages without outer bars may begin or end with an empty cell. */
function withBars(line: string, columns: number): string {
  return cellsOf(line).length !== columns && cellsBetweenBars(line).length === columns ? `| ${line} |` : line;
}

/** Single dashes are cells. */
const isRule = (line: string | undefined): line is string => line?.includes('--') === true && /^[\s|:-]+$/.test(line);

/** True when the header is repeated, or belongs to the rows above it. */
const continues = (table: Table, header: readonly string[]): boolean =>
  table.header === null
    ? table.rows.every((row) => cellsOf(row).length === header.length)
    : table.header.join('|') === header.join('|');

/** True for words without numbers in every cell, and a number in a row below. */
function looksLikeHeader(rows: readonly string[]): boolean {
  const [first = [], ...others] = rows.map(cellsOf);
  const isLabel = (cell: string) => /\p{L}/u.test(cell) && !/\p{N}/u.test(cell) && cell.length <= 40;
  return first.length > 2 && first.every(isLabel) && others.some((cells) => cells.some((cell) => !isLabel(cell)));
}
