/**
 * Tables that a Word document makes with tabs. The converter takes a tab for a space, so tabs are written into the text before it and taken
 * out after it.
 */
import type { Block } from '../../../text/document.ts';
import { CELL_SEPARATOR } from '../../table-cells.ts';

/** Private-use character. */
const TAB = '\ue0f2';
const TABS = /\ue0f2+/;
const ALL_TABS = / ?\ue0f2+ ?/g;
const MIN_COLUMNS = 3;
const MIN_ROWS = 2;
const MAX_CELL = 80;
const PARAGRAPH_OR_TAB = /<(\/?)w:(?:p(?=[\s>])([^<>]*)|tab\s*\/)>/g;

/** Writes tabs into paragraphs that have enough of them for a table. */
export function writeTabs(xml: string): string {
  const parts: string[] = [];
  let written = 0;
  for (const { from, to } of tabsOfRows(xml)) {
    parts.push(xml.slice(written, from), `<w:t>${TAB}</w:t>`);
    written = to;
  }
  return parts.length === 0 ? xml : parts.join('') + xml.slice(written);
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Tabs in order. A text box's paragraphs are within the one that holds it. */
function tabsOfRows(xml: string): readonly Extent[] {
  const open: Extent[][] = [];
  const ended: Extent[][] = [];
  for (const { 0: tag, 1: slash, 2: attributes, index } of xml.matchAll(PARAGRAPH_OR_TAB)) {
    if (attributes === undefined) open.at(-1)?.push({ from: index, to: index + tag.length });
    else if (slash === '/') ended.push(open.pop() ?? []);
    else if (!attributes.endsWith('/')) open.push([]);
  }
  const rows = ended.filter((tabs) => tabs.length >= MIN_COLUMNS - 1);
  return rows.flat().sort((one, other) => one.from - other.from);
}

/** Marks tabs in text that is read without the converter. */
export const markTabs = (text: string): string =>
  text.split('\t', MIN_COLUMNS).length < MIN_COLUMNS ? text : text.replaceAll('\t', TAB);

/** Joins lines of equally many cells to tables; other tabs become spaces. */
export function takeTabs(blocks: readonly Block[]): readonly Block[] {
  const taken: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const { rows, count } = rowsFrom(blocks, at);
    const isTable = rows.length >= MIN_ROWS && !isTableOfContents(rows);
    const read = isTable ? [tableOf(rows, blocks[at]?.kind === 'heading')] : blocks.slice(at, at + count);
    for (const block of read) {
      const one = withoutTabs(block);
      if (one !== null) taken.push(one);
    }
    at += count;
  }
  return taken;
}

type Rows = readonly (readonly string[])[];

/** Rows of equally many cells, and the number of their blocks, at least one. The first may be in bold letters, which make a heading. */
function rowsFrom(blocks: readonly Block[], from: number): { readonly rows: Rows; readonly count: number } {
  const rows: (readonly string[])[] = [];
  let at = from;
  for (; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block?.kind !== 'paragraph' && (block?.kind !== 'heading' || at > from)) break;
    const own = rowsOf(block.text);
    const width = rows[0]?.length ?? own[0]?.length ?? 0;
    if (own.length === 0 || width < MIN_COLUMNS || own.some((cells) => cells.length !== width)) break;
    for (const cells of own) rows.push(cells);
  }
  return { rows, count: Math.max(1, at - from) };
}

/** A paragraph may hold several rows, with breaks between them. */
function rowsOf(text: string): Rows {
  const rows = text.includes(TAB)
    ? text.split('\n').map((line) => line.split(TABS).map((cell) => cell.replaceAll('|', '/').trim()))
    : [];
  return rows.some((cells) => cells.some((cell) => cell === '' || cell.length > MAX_CELL)) ? [] : rows;
}

/** True for page numbers that only grow. */
function isTableOfContents(rows: Rows): boolean {
  const pages = rows.map((cells) => cells.at(-1) ?? '');
  return pages.every((page, at) => /^\d{1,4}$/.test(page) && Number(page) >= Number(pages[at - 1] ?? 0));
}

function tableOf(rows: Rows, isFirstBold: boolean): Block {
  const [first = '', ...others] = rows.map((cells) => cells.join(CELL_SEPARATOR));
  const isHeader = isFirstBold || (!/\p{N}/u.test(first) && others.every((row) => /\p{N}/u.test(row)));
  return isHeader
    ? { kind: 'table', header: first, rows: others }
    : { kind: 'table', header: null, rows: [first, ...others] };
}

/** Returns null for a paragraph of nothing but tabs. */
function withoutTabs(block: Block): Block | null {
  if (block.kind === 'table')
    return { ...block, header: block.header === null ? null : spaced(block.header), rows: block.rows.map(spaced) };
  const text = spaced(block.text);
  return text === '' && block.text !== '' ? null : { ...block, text };
}

const spaced = (text: string): string => (text.includes(TAB) ? text.replace(ALL_TABS, ' ').trim() : text);
