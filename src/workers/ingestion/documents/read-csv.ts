import { CsvError, type Options, parse } from 'csv-parse/sync';
import { decodeText } from '../decoding/decode-text.ts';
import type { DocumentContent } from './document-content.ts';
import { sniffDelimiter } from './sniff-delimiter.ts';

/** Cells beyond these are nobody's table. */
const MAX_COLUMNS = 20_000;

/** A table of one header and its rows, whatever its delimiter, quoting and charset. */
export function readCsv(bytes: Uint8Array): DocumentContent {
  const decoded = decodeText(bytes).text.replace(/^\ufeff/, '');
  // Excel's own way to say which delimiter follows.
  const said = /^sep=(.)\r?\n/i.exec(decoded);
  const text = said === null ? decoded : decoded.slice(said[0].length);
  const [header, ...rows] = linesOf(text, said?.[1] ?? sniffDelimiter(text));
  if (header === undefined) return { title: null, language: null, blocks: [] };
  return { title: null, language: null, blocks: [{ kind: 'table', header, rows }] };
}

function linesOf(text: string, delimiter: string): readonly string[] {
  const lines: string[] = [];
  for (const record of recordsOf(text, delimiter)) {
    const cells = record.slice(0, MAX_COLUMNS).map((cell) => cell.replace(/\s+/g, ' ').trim());
    while (cells.at(-1) === '') cells.pop();
    if (cells.length > 0) lines.push(cells.join(' | '));
  }
  return lines;
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
