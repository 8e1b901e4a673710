import type { Block } from '../../../text/document.ts';
import { RowCollector } from '../../documents/powerpoint/row-collector.ts';
import { labelledItem } from '../../documents/word/number-formats.ts';
import type { ListNumbering } from './lists.ts';
import type { Paragraph } from './paragraphs.ts';
import type { ReadableText } from './readable-text.ts';

const TYPED_BULLET = /^[•·▪‣●○◦■□–-]\s+(?=\S)/u;
/** A longer heading is a paragraph styled as one. */
const MAX_HEADING_CHARACTERS = 300;
const MAX_HEADING_LEVEL = 6;

export function wordBlocks(paragraphs: Iterable<Paragraph>, text: ReadableText, numbers: ListNumbering): Block[] {
  const blocks: Block[] = [];
  const rows = new RowCollector((block) => blocks.push(block));
  let cells: string[] = [];
  let cell: string[] = [];
  const endRow = (header: boolean) => {
    if (cell.length > 0) cells.push(cell.join(' '));
    rows.addRow(cells, header);
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
      rows.endTable();
      if (read !== '') blocks.push(blockOf(paragraph, read, numbers));
    }
  }
  if (cells.length > 0 || cell.length > 0) endRow(false);
  rows.endTable();
  return blocks;
}

function blockOf(paragraph: Paragraph, text: string, numbers: ListNumbering): Block {
  const { headingLevel, list, listLevel, simpleItem } = paragraph;
  if (headingLevel !== null && text.length <= MAX_HEADING_CHARACTERS) {
    return { kind: 'heading', level: Math.min(headingLevel, MAX_HEADING_LEVEL), text: text.replaceAll('\n', ' ') };
  }
  if (list > 0) {
    return { kind: 'list-item', depth: listLevel, ...labelledItem(numbers.labelOf(list, listLevel), text) };
  }
  if (simpleItem || TYPED_BULLET.test(text)) {
    return { kind: 'list-item', depth: 0, marker: '-', text: text.replace(TYPED_BULLET, '') };
  }
  return { kind: 'paragraph', text };
}
