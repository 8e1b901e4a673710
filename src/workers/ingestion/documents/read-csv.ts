import { CsvError, type Options, parse } from 'csv-parse/sync';
import { decodeText } from '../decoding/decode-text.ts';
import type { DocumentContent } from './document-content.ts';
import { sniffDelimiter } from './sniff-delimiter.ts';

/** Cells beyond these are nobody's table. */
const MAX_COLUMNS = 20_000;
const MAX_HEADER_CHARACTERS = 600;
const SEPARATOR = ' | ';

/** A table of one header and its rows, whatever its delimiter, quoting and charset. */
export function readCsv(bytes: Uint8Array): DocumentContent {
  const decoded = decodeText(bytes).text.replace(/^\ufeff/, '');
  // Excel's own way to say which delimiter follows.
  const said = /^sep=(.)\r?\n/i.exec(decoded);
  const text = said === null ? decoded : decoded.slice(said[0].length);
  const [names, ...records] = cellsOf(text, said?.[1] ?? sniffDelimiter(text));
  if (names === undefined) return { title: null, language: null, blocks: [] };
  const header = names.join(SEPARATOR);
  if (header.length > MAX_HEADER_CHARACTERS && records.length > 0) {
    const rows = records.map((cells) => named(cells, names));
    return { title: null, language: null, blocks: [{ kind: 'table', header: null, rows }] };
  }
  const rows = records.map((cells) => cells.join(SEPARATOR));
  return { title: null, language: null, blocks: [{ kind: 'table', header, rows }] };
}

/** A header too long to be said again beside every few rows is said cell by cell instead. */
function named(cells: readonly string[], names: readonly string[]): string {
  return cells
    .flatMap((cell, column) => (cell === '' ? [] : [names[column] ? `${names[column]}: ${cell}` : cell]))
    .join(SEPARATOR);
}

function cellsOf(text: string, delimiter: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (const record of recordsOf(text, delimiter)) {
    const cells = record.slice(0, MAX_COLUMNS).map((cell) => cell.replace(/\s+/g, ' ').trim());
    while (cells.at(-1) === '') cells.pop();
    if (cells.length > 0) rows.push(cells);
  }
  return rows;
}

function recordsOf(text: string, delimiter: string): string[][] {
  const options: Options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  try {
    return parse(text, { ...options, columns: false }) as string[][];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Its quotes are no quoting (a quote that never closes, inches): they are read as characters.
    return parse(text, { ...options, columns: false, quote: null }) as string[][];
  }
}
