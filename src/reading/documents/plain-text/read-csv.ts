import { CsvError, type Options, parse } from 'csv-parse/sync';
import type { Block } from '../../../text/document.ts';
import { readableText } from '../../decoding/readable-text.ts';
import type { DocumentContent } from '../../document-content.ts';
import { checkCharacterCount, PieceCounter } from '../../piece-count.ts';
import { Unreadable } from '../../unreadable.ts';
import { isDataAbove } from './first-record.ts';
import { sniffDelimiter } from './sniff-delimiter.ts';

const MAX_COLUMNS = 20_000;
/** Rows of one cell above the header. */
const MAX_TITLES = 3;
const MAX_HEADER_CHARACTERS = 600;
/** An unclosed quote would otherwise make one record of the rest of the file. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;
const ROW_TOO_LONG = 'One of its rows is too long to be read';
const SEPARATOR = ' | ';

/** Reads any delimiter, quoting and charset into one table, below the titles that spreadsheets have above it. */
export function readCsv(bytes: Uint8Array): DocumentContent {
  const decoded = readableText(bytes).replace(/^\ufeff/, '');
  // Excel's `sep=` line names the delimiter.
  const said = /^sep=(.)\r?\n/i.exec(decoded);
  const text = said === null ? decoded : decoded.slice(said[0].length);
  return { title: null, language: null, blocks: readTable(text, said?.[1] ?? sniffDelimiter(text)) };
}

/** Rows name their columns where the header is too long to repeat with every passage. */
function rowWithLabels(cells: readonly string[], names: readonly string[]): string {
  return cells
    .flatMap((cell, column) => (cell === '' ? [] : [names[column] ? `${names[column]}: ${cell}` : cell]))
    .join(SEPARATOR);
}

function readTable(text: string, delimiter: string): readonly Block[] {
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  try {
    return parseTable(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    try {
      // Quotes that do not parse as quoting (unclosed, inches) are read as characters.
      return parseTable(text, { ...options, quote: null });
    } catch (second) {
      throw second instanceof CsvError && second.code === 'CSV_MAX_RECORD_SIZE' ? new Unreadable(ROW_TOO_LONG) : second;
    }
  }
}

/** Converts each record as it is parsed: separate cells would take ten times the memory. */
function parseTable(text: string, options: Options): readonly Block[] {
  const table = new OpenTable();
  const on_record = (record: unknown) => {
    table.add(record as readonly string[]);
    return null;
  };
  withoutStackTraces(() => parse(text, { ...options, columns: false, max_record_size: MAX_RECORD_BYTES, on_record }));
  return table.blocks();
}

/** The parser creates an error for each row that is longer or shorter than the first, and its stack trace costs more than the row. */
function withoutStackTraces(work: () => void): void {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

class OpenTable {
  readonly #pieces = new PieceCounter();
  readonly #titles: string[] = [];
  readonly #rows: string[] = [];
  /** Cells of the first record below the titles. */
  #names: readonly string[] | null = null;
  #header = '';
  /** Rows of few bytes may repeat names of very many. */
  #characters = 0;

  add(record: readonly string[]): void {
    const cells = filledCells(record);
    const [title] = cells;
    if (title === undefined) return;
    if (this.#names !== null) this.#addRow(cells, this.#names);
    else if (cells.length === 1 && record.length > 1 && this.#titles.length < MAX_TITLES) this.#titles.push(title);
    else {
      this.#names = cells;
      this.#header = cells.join(SEPARATOR);
    }
  }

  blocks(): readonly Block[] {
    const titles = this.#titles.map((text): Block => ({ kind: 'paragraph', text }));
    if (this.#names === null) return titles;
    const isRepeated = this.#hasLongHeader && this.#rows.length > 0;
    const header = isRepeated || this.#header === '' ? null : this.#header;
    return [...titles, { kind: 'table', header, rows: this.#rows }];
  }

  #addRow(cells: readonly string[], names: readonly string[]): void {
    if (this.#rows.length === 0 && isDataAbove(names, cells)) {
      this.#pieces.add();
      this.#rows.push(this.#header);
      this.#header = '';
    }
    const row = this.#hasLongHeader ? rowWithLabels(cells, names) : cells.join(SEPARATOR);
    this.#pieces.add();
    this.#characters += row.length;
    checkCharacterCount(this.#characters);
    this.#rows.push(row);
  }

  get #hasLongHeader(): boolean {
    return this.#header.length > MAX_HEADER_CHARACTERS;
  }
}

function filledCells(record: readonly string[]): readonly string[] {
  const cells = record.slice(0, MAX_COLUMNS).map((cell) => cell.replace(/\s+/g, ' ').trim());
  while (cells.at(-1) === '') cells.pop();
  return cells;
}
