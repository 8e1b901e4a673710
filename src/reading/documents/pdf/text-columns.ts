/**
 * Columns of text that a page holds line by line, with a cell of each column in each line of pdf.js. Puts the lines of a column behind
 * those of the column before it.
 */
import { type Cell, lineOfCells, type PdfLine } from './text-lines.ts';

/** Points by which lines of a column may begin apart. */
const MAX_OFF_LINE = 2.5;
const MIN_LINES = 4;
/** Lines of one region. Bounds the time. */
const MAX_LINES = 150;
/** Lines that show where columns begin. */
const MAX_SAMPLED = 40;
/** Share of lines for which a condition must hold. */
const MOST = 0.6;
/** Characters of a line of running text. */
const MIN_TEXT = 25;
/** Share of its column's width that a line of running text fills. */
const MIN_FILLED = 0.75;
/** Distance of lines of one region, and of one paragraph, in font sizes. */
const MAX_DISTANCE = 4;
const MAX_LEADING = 1.7;
/** Size of titles above columns as a multiple of the size below. */
const MIN_TITLE = 1.12;
const MIN_TITLED = 2;
/** Bounds the time. */
const MAX_TITLED = 8;

export function inColumnOrder(lines: readonly PdfLine[]): readonly PdfLine[] {
  const ordered: PdfLine[] = [];
  let tablesEnd = 0;
  for (let at = 0; at < lines.length; ) {
    const region = titledColumns(lines, at) ?? (at < tablesEnd ? null : textColumns(lines, at));
    // Further lines of a table are no columns either.
    if (region?.kind === 'table') tablesEnd = at + region.count;
    const read = region?.kind === 'columns' ? region : { lines: lines.slice(at, at + 1), count: 1 };
    for (const line of read.lines) ordered.push(line);
    at += read.count;
  }
  return ordered;
}

/** `count` lines that follow each other. */
type Region =
  | { readonly kind: 'columns'; readonly lines: readonly PdfLine[]; readonly count: number }
  /** Columns that are no text. */
  | { readonly kind: 'table'; readonly count: number };

/** Finds further columns in the second. */
function textColumns(lines: readonly PdfLine[], from: number): Region | null {
  if ((lines[from]?.cells.length ?? 0) < 2) return null;
  const edge = usualEdge(lines, from);
  if (edge === null) return null;
  const count = linesAround(lines, from, [edge]);
  const region = lines.slice(from, from + count);
  const [left = [], right = []] = columnsOf(region, [edge]);
  if (!isRunningText(region, edge) || !isFilled(left) || !isFilled(right)) return { kind: 'table', count };
  return { kind: 'columns', lines: [...left, ...inColumnOrder(right)], count };
}

/** Lists side by side below titles in larger letters, such as the dishes and drinks of a menu. */
function titledColumns(lines: readonly PdfLine[], from: number): Region | null {
  const [titles, next] = [lines[from], lines[from + 1]];
  if (titles === undefined || next === undefined) return null;
  if (titles.cells.length < 2 || titles.cells.length > MAX_TITLED) return null;
  if (next.size === 0 || titles.size < MIN_TITLE * next.size) return null;
  const edges = titles.cells.slice(1).map(({ left }) => left);
  const count = linesAround(lines, from, edges);
  const region = lines.slice(from, from + count);
  const isWider = ({ cells }: PdfLine) => cells.length > titles.cells.length;
  if (region.slice(1).filter(isWider).length < Math.max(MIN_TITLED, MOST * (count - 1))) return null;
  return { kind: 'columns', lines: columnsOf(region, edges).flat(), count };
}

/** Left edge that most second columns near the line share. */
function usualEdge(lines: readonly PdfLine[], from: number): number | null {
  const counts = new Map<number, number>();
  let wide = 0;
  for (const { cells } of lines.slice(from, from + MAX_SAMPLED)) {
    if (cells.length < 2) continue;
    wide += 1;
    for (const { left } of cells.slice(1)) {
      const key = Math.round(left / MAX_OFF_LINE);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const usual = [...counts].filter(([, count]) => count >= Math.max(MIN_LINES - 1, MOST * wide)).map(([key]) => key);
  return usual.length === 0 ? null : Math.min(...usual) * MAX_OFF_LINE;
}

/** Counts the lines that have nothing across the edges, up to the last that has something on both sides of one. */
function linesAround(lines: readonly PdfLine[], from: number, edges: readonly number[]): number {
  let count = 0;
  let before: PdfLine | null = null;
  for (const [place, line] of lines.slice(from, from + MAX_LINES).entries()) {
    if (line.text === '' || line.cells.some((cell) => isAcross(cell, edges))) break;
    const distance = before === null ? 0 : (line.top - before.top) / Math.max(1, line.size);
    if (distance < 0 || distance > MAX_DISTANCE) break;
    if (isInSeveral(line, edges) || (count === place && distance <= MAX_LEADING)) count = place + 1;
    before = line;
  }
  return count;
}

const isInSeveral = ({ cells }: PdfLine, edges: readonly number[]): boolean =>
  new Set(cells.map((cell) => columnAt(cell, edges))).size > 1;

const isAcross = ({ left, right }: Cell, edges: readonly number[]): boolean =>
  edges.some((edge) => left < edge - 2 * MAX_OFF_LINE && right > edge);

const columnAt = ({ left }: Cell, edges: readonly number[]): number =>
  edges.filter((edge) => left >= edge - 2 * MAX_OFF_LINE).length;

function columnsOf(region: readonly PdfLine[], edges: readonly number[]): readonly (readonly PdfLine[])[] {
  return [0, ...edges].map((_, column) =>
    region.flatMap((line) => {
      const cells = line.cells.filter((cell) => columnAt(cell, edges) === column);
      return cells.length === 0 ? [] : [lineOfCells(cells, line)];
    }),
  );
}

/** A table's rows are apart in all of their columns. */
function isRunningText(region: readonly PdfLine[], edge: number): boolean {
  const sides = region.map(({ cells }) => [
    lengthOf(cells.filter((cell) => columnAt(cell, [edge]) === 0)),
    lengthOf(cells.filter((cell) => columnAt(cell, [edge]) === 1)),
  ]);
  const both = sides.filter(([left = 0, right = 0]) => left > 0 && right > 0);
  const long = both.filter((lengths) => lengths.every((length) => length >= MIN_TEXT));
  return long.length >= MIN_LINES && long.length >= MOST * both.length;
}

const lengthOf = (cells: readonly Cell[]): number => cells.reduce((sum, { text }) => sum + text.length, 0);

/** Names and their explanations are of any length. */
function isFilled(column: readonly PdfLine[]): boolean {
  const left = column.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY);
  const right = column.reduce((most, line) => Math.max(most, line.right), 0);
  const filled = column.filter((line) => line.right - left >= MIN_FILLED * (right - left));
  return filled.length >= MOST * column.length;
}
