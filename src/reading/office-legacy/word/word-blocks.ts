import type { Block } from '../../../text/document.ts';
import { RowCollector } from '../../documents/powerpoint/row-collector.ts';
import { labelledItem } from '../../documents/word/number-formats.ts';
import { PieceCounter } from '../../piece-count.ts';
import type { ListNumbering } from './lists.ts';
import type { Paragraph } from './paragraphs.ts';
import type { ReadableText } from './readable-text.ts';

const TYPED_BULLET = /^[•·▪‣●○◦■□–-]\s+(?=\S)/u;
/** A longer heading is a paragraph styled as one. */
const MAX_HEADING_CHARACTERS = 300;
const MAX_HEADING_LEVEL = 6;

/** @throws Unreadable for too many paragraphs, also empty ones */
export function wordBlocks(paragraphs: Iterable<Paragraph>, text: ReadableText, numbers: ListNumbering): Block[] {
  const blocks: Block[] = [];
  const table = new OpenTable((block) => blocks.push(block));
  const pieces = new PieceCounter();
  for (const paragraph of paragraphs) {
    const read = text.read(paragraph.units);
    if (paragraph.rowEnd && paragraph.end === 'cell') table.endRow(paragraph.headerRow);
    else if (paragraph.inTable || paragraph.end === 'cell') {
      table.addText(numbered(paragraph, read, numbers), paragraph.end === 'cell');
    } else {
      table.end();
      pieces.add();
      if (read !== '') blocks.push(blockOf(paragraph, read, numbers));
    }
  }
  table.end();
  return blocks;
}

class OpenTable {
  readonly #rows: RowCollector;
  #cells: string[] = [];
  /** Paragraphs of the cell that is read. */
  #cell: string[] = [];

  constructor(onTable: (block: Block) => void) {
    this.#rows = new RowCollector(onTable);
  }

  addText(text: string, endsCell: boolean): void {
    if (text !== '') this.#cell.push(text.replaceAll('\n', ' '));
    if (endsCell) this.#endCell();
  }

  endRow(isHeader: boolean): void {
    if (this.#cell.length > 0) this.#endCell();
    this.#rows.addRow(this.#cells, isHeader);
    this.#cells = [];
  }

  end(): void {
    if (this.#cells.length > 0 || this.#cell.length > 0) this.endRow(false);
    this.#rows.endTable();
  }

  #endCell(): void {
    this.#cells.push(this.#cell.join(' '));
    this.#cell = [];
  }
}

function blockOf(paragraph: Paragraph, text: string, numbers: ListNumbering): Block {
  const { headingLevel, list, listLevel, simpleItem } = paragraph;
  if (headingLevel !== null && text.length <= MAX_HEADING_CHARACTERS) {
    const heading = numbered(paragraph, text, numbers).replaceAll('\n', ' ');
    return { kind: 'heading', level: Math.min(headingLevel, MAX_HEADING_LEVEL), text: heading };
  }
  if (list > 0) {
    return { kind: 'list-item', depth: listLevel, ...labelledItem(numbers.labelOf(list, listLevel), text) };
  }
  if (simpleItem || TYPED_BULLET.test(text)) {
    return { kind: 'list-item', depth: 0, marker: '-', text: text.replace(TYPED_BULLET, '') };
  }
  return { kind: 'paragraph', text };
}

/** Behind the number that Word displays before it. An empty text takes none. */
function numbered({ list, listLevel }: Paragraph, text: string, numbers: ListNumbering): string {
  if (text === '') return '';
  const label = list > 0 ? numbers.labelOf(list, listLevel) : '';
  return label === '' ? text : `${label} ${text}`;
}
