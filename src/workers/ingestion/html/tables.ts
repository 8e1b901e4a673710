import type { Block } from '../../../text/document.ts';
import { type HtmlElement, type HtmlNode, isElement, textOf } from './dom.ts';

const CELL_SEPARATOR = ' | ';
/** A cell with more text than this is a place for content, not a datum. */
const MAX_CELL_CHARACTERS = 1_500;

/**
 * A table of data as rows with a header; null for one that only arranges the page (one column, tables within, long prose in its
 * cells), whose content reads as if the table were not there.
 */
export function tableBlocks(table: HtmlElement, inline: (text: string) => string): readonly Block[] | null {
  const rows = rowsOf(table);
  if (rows.length === 0 || rows.every((row) => row.cells.length < 2) || holdsStructure(table)) return null;
  const lines: string[] = [];
  let header: string | null = null;
  for (const [index, row] of rows.entries()) {
    const texts = row.cells.map((cell) => inline(textOf(cell)).replaceAll('\n', ' '));
    if (texts.some((text) => text.length > MAX_CELL_CHARACTERS)) return null;
    if (texts.every((text) => text === '')) continue;
    const line = texts.join(CELL_SEPARATOR);
    if (index === 0 && (row.inHead || row.cells.every((cell) => cell.name === 'th'))) header = line;
    else lines.push(line);
  }
  const caption = table.children.find((child) => isElement(child) && child.name === 'caption');
  const title = caption === undefined ? '' : inline(textOf(caption));
  const block: Block = { kind: 'table', header, rows: lines };
  return title === '' ? [block] : [{ kind: 'paragraph', text: title }, block];
}

interface Row {
  readonly inHead: boolean;
  readonly cells: readonly HtmlElement[];
}

function rowsOf(table: HtmlElement): readonly Row[] {
  const rows: Row[] = [];
  const visit = (nodes: readonly HtmlNode[], inHead: boolean): void => {
    for (const node of nodes) {
      if (!isElement(node)) continue;
      if (node.name === 'tr') {
        const cells = node.children.filter(isElement).filter((cell) => cell.name === 'td' || cell.name === 'th');
        if (cells.length > 0) rows.push({ inHead, cells });
      } else if (node.name === 'thead' || node.name === 'tbody' || node.name === 'tfoot') {
        visit(node.children, node.name === 'thead');
      }
    }
  };
  visit(table.children, false);
  return rows;
}

const STRUCTURE = new Set(['table', 'h1', 'h2', 'h3', 'pre', 'form']);

/** Whether something within the cells has a structure that one line a row would lose. */
function holdsStructure(table: HtmlElement): boolean {
  const waiting: HtmlNode[] = [...table.children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    if (STRUCTURE.has(node.name)) return true;
    for (const child of node.children) waiting.push(child);
  }
  return false;
}
