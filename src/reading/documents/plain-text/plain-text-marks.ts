/** Structure of plain text: headings in capitals or underlined, rows with dot leaders, and tables with tabs. */
import type { Block } from '../../../text/document.ts';

const MAX_HEADING = 60;
const CAPITALS = /\p{Lu}{3}/u;
const SMALL_LETTER = /\p{Ll}/u;
/** Sentences, values and tables end or look like this. */
const NO_HEADING = /[.!?,;|]$|[|=]|\d{4,}|[€$£]/;
const UNDERLINE = /^(?:={3,}|-{3,})\s*$/;
const LEADERS = /\.{4,}|…{2,}|_{4,}|(?:\. ){4,}/;
const MAX_NAME = 100;
/** Tables of contents have page numbers as values. */
const PAGE_NUMBER = /^\d{1,4}$/;

/** `OPENING HOURS` */
export function isHeadingInCapitals(line: string): boolean {
  const text = line.trim();
  return text.length <= MAX_HEADING && CAPITALS.test(text) && !SMALL_LETTER.test(text) && !NO_HEADING.test(text);
}

/** Level of the heading above the line; null for any other line. */
export function underlinedLevel(line: string): 1 | 2 | null {
  if (!UNDERLINE.test(line)) return null;
  return line.startsWith('=') ? 1 : 2;
}

/** `Adults: 7.50 EUR` for `Adults ...... 7.50 EUR`; null for any other line, and for a table of contents. Linear in the line. */
export function rowWithLeaders(line: string): string | null {
  const leaders = LEADERS.exec(line);
  if (leaders === null) return null;
  const name = line.slice(0, leaders.index).trim();
  const value = line.slice(leaders.index + leaders[0].length).trim();
  const isRow = name !== '' && value !== '' && name.length <= MAX_NAME && value.length <= MAX_NAME;
  return isRow && !PAGE_NUMBER.test(value) ? `${name.replace(/\s*:$/, '')}: ${value}` : null;
}

/** A header and two rows. */
const MIN_LINES = 3;
const MIN_COLUMNS = 3;

/**
 * A table as copied from a rendered page: lines of equally many cells, at least three, of which only the first line's have no number.
 * Returns null for any other paragraph.
 */
export function tabbedTable(paragraph: string): Extract<Block, { kind: 'table' }> | null {
  if (!paragraph.includes('\t')) return null;
  const rows = paragraph.split('\n').map((line) => line.split('\t').map((cell) => cell.replaceAll('|', ' ').trim()));
  const width = rows[0]?.length ?? 0;
  if (rows.length < MIN_LINES || width < MIN_COLUMNS || rows.some((row) => row.length !== width)) return null;
  const [header = '', ...others] = rows.map((row) => row.join(' | '));
  const isTable = !/\p{N}/u.test(header) && others.every((row) => /\p{N}/u.test(row));
  return isTable ? { kind: 'table', header, rows: others } : null;
}
