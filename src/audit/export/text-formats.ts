/** Rows as lines of JSON or CSV. */
import { EXPORT_COLUMNS, type ExportRow } from './rows.ts';

export interface TextFormat {
  /** Before the first row. */
  readonly head: string;
  line(row: ExportRow): string;
}

export const JSON_LINES: TextFormat = {
  head: '',
  line: (row) =>
    `${JSON.stringify(Object.fromEntries(EXPORT_COLUMNS.map(({ name, field }) => [name, jsonValue(row[field])])))}\n`,
};

/** RFC 4180. */
export const CSV: TextFormat = {
  head: `${EXPORT_COLUMNS.map(({ name }) => name).join(',')}\r\n`,
  line: (row) => `${EXPORT_COLUMNS.map(({ field }) => cell(row[field])).join(',')}\r\n`,
};

type Field = ExportRow[keyof ExportRow];

/** A position is text, because JSON numbers have 53 bits. */
function jsonValue(value: Field): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function cell(value: Field): string {
  if (value === null) return '';
  if (value instanceof Date) return quoted(value.toISOString());
  if (typeof value === 'object') return quoted(inertJson(value));
  if (typeof value !== 'string') return quoted(String(value));
  // Spreadsheets run a cell that begins like this as a formula.
  return quoted(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
}

/** Spreadsheets that separate cells by semicolons ignore quotes within a line: a visitor's text behind one would be a cell, and may be a formula. */
const inertJson = (value: object): string => JSON.stringify(value).replaceAll(';', '\\u003b');

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
