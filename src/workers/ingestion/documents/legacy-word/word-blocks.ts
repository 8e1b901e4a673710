import type { Block } from '../../../../text/document.ts';
import { RowCollector } from '../row-collector.ts';
import type { ListNumbers } from './lists.ts';
import type { Paragraph } from './paragraphs.ts';
import type { ReadableText } from './readable-text.ts';

const HAND_MADE_BULLET = /^[•·▪‣●○◦■□–-]\s+(?=\S)/u;
/** A heading longer than this is a paragraph dressed as one. */
const MAX_HEADING_CHARACTERS = 300;
const MAX_HEADING_LEVEL = 6;

/** Paragraphs of one part of a document as blocks. */
export function wordBlocks(paragraphs: Iterable<Paragraph>, text: ReadableText, numbers: ListNumbers): Block[] {
  const blocks: Block[] = [];
  const rows = new RowCollector((table) => blocks.push(...table));
  let cells: string[] = [];
  let cell: string[] = [];
  const endRow = (header: boolean) => {
    if (cell.length > 0) cells.push(cell.join(' '));
    rows.row(cells, header);
    cells = [];
    cell = [];
  };
  for (const paragraph of paragraphs) {
    const read = text.read(paragraph.units);
    if (paragraph.rowEnd && paragraph.end === 'cell') endRow(paragraph.headerRow);
    else if (paragraph.inTable || paragraph.end === 'cell') {
      if (read !== '') cell.push(read.replaceAll('\n', ' '));
      if (paragraph.end !== 'cell') continue;
      cells.push(cell.join(' '));
      cell = [];
    } else {
      if (cells.length > 0 || cell.length > 0) endRow(false);
      rows.end();
      if (read !== '') blocks.push(blockOf(paragraph, read, numbers));
    }
  }
  if (cells.length > 0 || cell.length > 0) endRow(false);
  rows.end();
  return blocks;
}

function blockOf(paragraph: Paragraph, text: string, numbers: ListNumbers): Block {
  const { headingLevel, list, listLevel, simpleItem } = paragraph;
  if (headingLevel !== null && text.length <= MAX_HEADING_CHARACTERS) {
    return { kind: 'heading', level: Math.min(headingLevel, MAX_HEADING_LEVEL), text: text.replaceAll('\n', ' ') };
  }
  if (list > 0) return { kind: 'list-item', depth: listLevel, marker: numbers.markOf(list, listLevel), text };
  if (simpleItem || HAND_MADE_BULLET.test(text)) {
    return { kind: 'list-item', depth: 0, marker: '-', text: text.replace(HAND_MADE_BULLET, '') };
  }
  return { kind: 'paragraph', text };
}
