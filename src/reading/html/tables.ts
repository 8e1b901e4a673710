import type { Block } from '../../text/document.ts';
import { CELL_SEPARATOR, MAX_CELL_CHARACTERS } from '../table-cells.ts';
import { type HtmlElement, type HtmlNode, isElement, textOf } from './dom.ts';

/**
 * Rows with a header. Null for a layout table (one column, nested tables, long cells), which is read as if it were not there.
 */
export function tableBlocks(table: HtmlElement, inline: (text: string) => string): readonly Block[] | null {
  const rows = rowsOf(table);
  if (rows.length === 0 || rows.every((row) => row.cells.length < 2) || containsStructure(table)) return null;
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

const STRUCTURAL_ELEMENTS = new Set(['table', 'h1', 'h2', 'h3', 'pre', 'form']);

/** One line per row would lose the structure. */
function containsStructure(table: HtmlElement): boolean {
  const waiting: HtmlNode[] = [...table.children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    if (STRUCTURAL_ELEMENTS.has(node.name)) return true;
    for (const child of node.children) waiting.push(child);
  }
  return false;
}
