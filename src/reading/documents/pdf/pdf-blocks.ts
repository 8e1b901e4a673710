import type { Block } from '../../../text/document.ts';
import { alignedLines } from './aligned-tables.ts';
import { BlockFlow } from './block-flow.ts';
import { withCellRows } from './cell-rows.ts';
import { leaderRow, withoutLeaders } from './dot-leaders.ts';
import type { FontHeading } from './font-heading.ts';
import { fontHeadings } from './font-headings.ts';
import { withLoneMarkers } from './lone-markers.ts';
import { pageParts } from './page-parts.ts';
import { RightEdges } from './right-edges.ts';
import { inColumnOrder } from './text-columns.ts';
import type { PdfLine } from './text-lines.ts';
import { endsWithHyphen, type JoinLines, lineJoiner } from './wrapped-lines.ts';

/** Type of pdf.js. */
export interface Bookmark {
  readonly title: string;
  readonly items: readonly Bookmark[];
}

const BULLET = /^[•▪‣●○◦■□·*–-]\s+(?=\S)/u;
const NUMBER = /^(\d{1,3})[.)]\s+(?=\S)/;
const SENTENCE_END = /[.!?:。！？…]["'”’)\]]*$/u;
const WITHIN_SENTENCE = /^[\p{Ll}\p{Lo}]/u;
const MAX_BOOKMARKS = 5_000;
/** Characters of a line that a bookmark may name. */
const MAX_HEADING = 200;
/** Difference of font sizes of different texts, as a share. */
const MIN_SIZE_DIFFERENCE = 0.1;
/** Distance of lines of different paragraphs, in font sizes beyond what is usual on the page. */
const MIN_GAP = 0.45;
/** Bounds the time that joining lines takes. */
const MAX_PARAGRAPH = 20_000;
/** Points. */
const MIN_INDENT = 2;

/**
 * Joins paragraphs, recognises list items and tables, and makes headings of lines that bookmarks name, or else of lines in larger letters.
 */
export function pdfBlocks(written: readonly (readonly PdfLine[])[], bookmarks: readonly Bookmark[]): Block[] {
  const levels = headingLevels(bookmarks);
  const pages = written.map(withLoneMarkers).map(inColumnOrder);
  const parts = pageParts(pages);
  const kept = parts.map(({ running, body, notes }) => [...running, ...body, ...notes]);
  const headings = levels.size > 0 ? new Map<PdfLine, FontHeading>() : fontHeadings(kept, pages);
  const join = lineJoiner(kept.flat());
  const flow = new BlockFlow(join);
  const read = (lines: readonly PdfLine[]) => new PageBlocks(lines, levels, headings, join).read();
  for (const { running, body, notes } of parts) {
    for (const block of running.flatMap((line) => read([line]))) flow.blocks.push(block);
    flow.addPage(read(body), read(notes), endsFull(body));
  }
  return flow.blocks;
}

/** A full last line may end so many font sizes before the margin. */
const MAX_SHORT = 2;

function endsFull(lines: readonly PdfLine[]): boolean {
  const last = lines.findLast(({ text }) => text !== '');
  const margin = lines.reduce((most, { right }) => Math.max(most, right), 0);
  return last !== undefined && last.right + MAX_SHORT * last.size >= margin;
}

function headingLevels(bookmarks: readonly Bookmark[]): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const visit = (items: readonly Bookmark[], level: number) => {
    for (const { title, items: below } of items) {
      const key = headingKey(title);
      if (key.length >= 3 && !levels.has(key) && levels.size < MAX_BOOKMARKS) levels.set(key, level);
      if (level < 6) visit(below, level + 1);
    }
  };
  visit(bookmarks, 1);
  return levels;
}

function namedLines(lines: readonly PdfLine[], levels: ReadonlyMap<string, number>): ReadonlyMap<PdfLine, number> {
  const named = new Map<PdfLine, number>();
  if (levels.size === 0) return named;
  for (const line of lines) {
    // Items of a list may lead to what bookmarks name.
    if (BULLET.test(line.text)) continue;
    const level = line.text.length <= MAX_HEADING ? levels.get(headingKey(line.text)) : undefined;
    if (level !== undefined) named.set(line, level);
  }
  return named;
}

const headingKey = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** `marker` is null for a paragraph. */
interface OpenBlock {
  readonly marker: string | null;
  readonly text: string;
  readonly first: PdfLine;
  readonly last: PdfLine;
}

class PageBlocks {
  readonly #join: JoinLines;
  readonly #lines: readonly PdfLine[];
  /** Lines that bookmarks name. */
  readonly #levels: ReadonlyMap<PdfLine, number>;
  readonly #headings: ReadonlyMap<PdfLine, FontHeading>;
  readonly #full: number;
  readonly #leading: number;
  readonly #edges: RightEdges;
  readonly #blocks: Block[] = [];
  #open: OpenBlock | null = null;

  constructor(
    lines: readonly PdfLine[],
    levels: ReadonlyMap<string, number>,
    headings: ReadonlyMap<PdfLine, FontHeading>,
    join: JoinLines,
  ) {
    this.#join = join;
    this.#levels = namedLines(lines, levels);
    this.#lines = withCellRows(lines, (line) => headings.has(line) || this.#levels.has(line), join);
    this.#headings = headings;
    this.#full = fullLineLength(lines);
    this.#leading = usualLeading(lines);
    this.#edges = new RightEdges(lines);
  }

  read(): readonly Block[] {
    for (let at = 0; at < this.#lines.length; ) at += this.#readAt(at);
    this.#close();
    return this.#blocks;
  }

  /** @returns the number of lines read */
  #readAt(at: number): number {
    const line = this.#lines[at];
    if (line === undefined) return 1;
    const heading = this.#headings.get(line);
    const level = this.#levels.get(line);
    if (heading !== undefined || level !== undefined) {
      this.#push({ kind: 'heading', level: heading?.level ?? level ?? 1, text: heading?.text ?? line.text });
      return heading?.lines ?? 1;
    }
    const { table, lines } =
      line.cells.length > 1 ? alignedLines(this.#lines, at, this.#join) : { table: null, lines: 1 };
    if (table !== null) {
      this.#push({ kind: 'table', header: table.header, rows: table.rows.map(withoutLeaders) });
      return lines;
    }
    // The last line may begin a table with those below it.
    const read = Math.max(1, lines - 1);
    for (const one of this.#lines.slice(at, at + read)) this.#readText(one);
    return read;
  }

  #readText(line: PdfLine): void {
    const { text } = line;
    const row = leaderRow(text);
    const marker = markerOf(text);
    if (row !== null) this.#push({ kind: 'list-item', depth: 0, marker: '-', text: row });
    else if (text === '') this.#close();
    else if (marker !== null) this.#begin(marker, text.replace(BULLET, '').replace(NUMBER, ''), line);
    else if (this.#open === null || this.#endsBefore(this.#open, line)) this.#begin(null, text, line);
    else this.#open = { ...this.#open, text: this.#joined(this.#open, line), last: line };
  }

  /** Short lines were broken on purpose (table rows, addresses), and keep the break. */
  #joined({ text, last }: OpenBlock, line: PdfLine): string {
    const isLong = last.text.length >= this.#full * 0.6 || this.#edges.isRunningText(last) || endsWithHyphen(last.text);
    const flows = isLong && !this.#edges.isBroken(last, line);
    return flows ? this.#join(text, line.text) : `${text}\n${line.text}`;
  }

  #push(block: Block): void {
    this.#close();
    this.#blocks.push(block);
  }

  #begin(marker: string | null, text: string, line: PdfLine): void {
    this.#close();
    this.#open = { marker, text, first: line, last: line };
  }

  #close(): void {
    if (this.#open !== null) this.#blocks.push(toBlock(this.#open));
    this.#open = null;
  }

  #endsBefore(open: OpenBlock, line: PdfLine): boolean {
    const { text, last } = open;
    if (text.length > MAX_PARAGRAPH || endsParagraph(last.text, this.#full)) return true;
    if (line.top < last.top && endsWithColumn(open, line)) return true;
    if (Math.abs(line.size - last.size) > MIN_SIZE_DIFFERENCE * last.size) return true;
    const distance = (line.top - last.top) / Math.max(1, line.size);
    if (this.#leading > 0 && distance > this.#leading + MIN_GAP) return true;
    return open.marker !== null && this.#isBelowItem(open, line);
  }

  /** True for a paragraph below a list: items have further lines below their text, or end short of the margin. */
  #isBelowItem({ first, last }: OpenBlock, line: PdfLine): boolean {
    if (last !== first) return line.left < last.left - MIN_INDENT;
    return line.left <= first.left + MIN_INDENT && last.text.length < this.#full * 0.6;
  }
}

/** Text boxes of a slide are written in any order; running text goes on in the column to its right. */
function endsWithColumn({ first, last }: OpenBlock, line: PdfLine): boolean {
  const isOtherBox = first === last || line.right < last.left;
  return SENTENCE_END.test(last.text) || (isOtherBox && !WITHIN_SENTENCE.test(line.text));
}

/** Marker of a list item; null for text of a paragraph. */
function markerOf(text: string): string | null {
  if (BULLET.test(text)) return '-';
  const number = NUMBER.exec(text)?.[1];
  return number === undefined ? null : `${number}.`;
}

const toBlock = ({ marker, text }: OpenBlock): Block =>
  marker === null ? { kind: 'paragraph', text } : { kind: 'list-item', depth: 0, marker, text };

/** The 85th percentile, which ignores outliers. */
function fullLineLength(lines: readonly PdfLine[]): number {
  const lengths = lines.map(({ text }) => text.length).filter((length) => length > 0);
  lengths.sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length * 0.85)] ?? 0;
}

/** Lower quartile of the distances between lines, in font sizes; 0 without any. */
function usualLeading(lines: readonly PdfLine[]): number {
  const distances = lines.slice(1).flatMap((line, at) => {
    const distance = (line.top - (lines[at]?.top ?? 0)) / Math.max(1, line.size);
    return line.size > 0 && distance > 0 && distance < 3 ? [distance] : [];
  });
  distances.sort((one, other) => one - other);
  return distances[Math.floor(distances.length / 4)] ?? 0;
}

const endsParagraph = (line: string, full: number) => SENTENCE_END.test(line) && line.length < full * 0.85;
