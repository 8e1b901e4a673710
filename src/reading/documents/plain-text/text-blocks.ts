/** Paragraphs by blank lines, and the structure of Markdown or of the layout. */
import type { Block } from '../../../text/document.ts';
import { PieceCounter } from '../../piece-count.ts';
import { withoutContentsLists } from './contents-lists.ts';
import { type LineSeparator, lineSeparatorOf } from './line-breaks.ts';
import { LineBuffer, splitLines } from './line-buffer.ts';
import { numberedHeading } from './numbered-headings.ts';
import { withNumberedSections } from './numbered-sections.ts';
import { isHeadingInCapitals, rowWithLeaders, tabbedTable, underlinedLevel } from './plain-text-marks.ts';
import { spacedRows } from './spaced-rows.ts';
import { withTitleLines } from './title-lines.ts';

const HEADING = /^(#{1,6})[ \t]+(\S.{0,200})$/;
/** No space follows a Japanese bullet. */
const LIST_ITEM = /^([ \t]{0,12})([-*+•](?=[ \t])|\d{1,3}[.)](?=[ \t])|・)[ \t\u3000]*(\S.*)$/u;
const CONTINUED = /^(?: {2,}|\t)\S/;
const FENCE = /^[ \t]*(```|~~~)/;
const TABLE_ROW = /^\|.*\|\s*$/;
const TABLE_RULE = /^\|[\s:|-]+\|\s*$/;
/** Longer first lines of a paragraph are no headings. */
const MAX_FIRST_CHARACTERS = 200;
/** Longer lines are never headings, list items or table rows. */
const MAX_MARKED_CHARACTERS = 2_000;

/** @throws Unreadable when there are too many blocks */
export function textBlocks(text: string): Block[] {
  const lines = new BlockParser(lineSeparatorOf(text));
  for (const line of splitLines(text)) lines.addLine(line);
  return lines.finish();
}

const codeBuffer = () => new LineBuffer(() => '\n');

class BlockParser {
  readonly #blocks: Block[] = [];
  readonly #pieces = new PieceCounter();
  readonly #separator: LineSeparator;
  #paragraph: LineBuffer;
  #item: { readonly depth: number; readonly marker: string; readonly lines: LineBuffer } | null = null;
  #rows: string[] = [];
  /** A rule follows the first row. */
  #hasHeader = false;
  /** Lines since the open code fence, as code and, in case it never closes, as prose. */
  #fenced: { readonly code: LineBuffer; readonly prose: LineBuffer } | null = null;
  /** First line of a paragraph; the next line decides whether it is a heading. */
  #first: string | null = null;
  /**
   * By Markdown, a line below or a number: a text that marks its headings marks all. One that marks its title alone may number its
   * sections. A line in capitals may be an abbreviation.
   */
  #markedHeadings = 0;
  /** Numbers of the headings so far. */
  readonly #numbers = new Set<string>();

  constructor(separator: LineSeparator) {
    this.#separator = separator;
    this.#paragraph = this.#proseBuffer();
  }

  addLine(line: string): void {
    if (FENCE.test(line)) this.#fence();
    else if (this.#fenced !== null) {
      this.#fenced.code.add(line);
      this.#fenced.prose.add(line);
    } else if (this.#endFirst(line)) return;
    else if (line.trim() === '') this.#endText();
    else if (line.length > MAX_MARKED_CHARACTERS || !this.#readMarked(line)) this.#readProse(line);
  }

  finish(): Block[] {
    // An unclosed fence is no code block.
    if (this.#fenced !== null) this.#paragraph = this.#fenced.prose;
    this.#fenced = null;
    this.#endFirst('');
    this.#endText();
    const [first] = this.#blocks;
    const isTitleAlone = this.#markedHeadings === 1 && first?.kind === 'heading' && first.level === 1;
    if (this.#markedHeadings === 0) return withTitleLines(withNumberedSections(this.#blocks));
    return withoutContentsLists(isTitleAlone ? withNumberedSections(this.#blocks) : this.#blocks);
  }

  #proseBuffer(): LineBuffer {
    return new LineBuffer(this.#separator);
  }

  #fence(): void {
    this.#endFirst('');
    if (this.#fenced === null) {
      this.#endText();
      this.#fenced = { code: codeBuffer(), prose: this.#proseBuffer() };
      return;
    }
    this.#add({ kind: 'code', text: String(this.#fenced.code) });
    this.#fenced = null;
  }

  #add(block: Block): void {
    this.#pieces.add();
    this.#blocks.push(block);
  }

  #addMarkedHeading(level: number, text: string): void {
    this.#markedHeadings += 1;
    this.#add({ kind: 'heading', level, text });
  }

  #readMarked(line: string): boolean {
    if (this.#isBetweenBlocks && numberedHeading(line, this.#numbers) !== null) {
      this.#first = line;
      return true;
    }
    if (TABLE_ROW.test(line)) {
      if (this.#rows.length === 0) this.#endText();
      if (!TABLE_RULE.test(line)) this.#row(line);
      else if (this.#rows.length === 1) this.#hasHeader = true;
      return true;
    }
    const [, marks = '', title] = HEADING.exec(line) ?? [];
    if (title !== undefined) {
      this.#endText();
      const text = title.replace(/\s+#+\s*$/, '').trim();
      this.#addMarkedHeading(marks.length, text);
      return true;
    }
    return this.#readListItem(line);
  }

  #readListItem(line: string): boolean {
    const [, indent = '', mark = '', item] = LIST_ITEM.exec(line) ?? [];
    const text = item ?? rowWithLeaders(line);
    if (text === null) return false;
    this.#endText();
    const depth = Math.min(6, Math.floor(indent.replaceAll('\t', '    ').length / 2));
    const marker = /^\d/.test(mark) ? `${Number.parseInt(mark, 10)}.` : '-';
    this.#item = { depth, marker, lines: this.#proseBuffer() };
    this.#item.lines.add(text.trimEnd());
    return true;
  }

  /** Makes the first line a heading, or the beginning of a paragraph. @returns true when `line` underlines it */
  #endFirst(line: string): boolean {
    const first = this.#first;
    if (first === null) return false;
    this.#first = null;
    const level = underlinedLevel(line);
    const numbered = level === null ? numberedHeading(first, this.#numbers) : null;
    if (numbered !== null) this.#numbers.add(numbered.number);
    // Numbered lines that follow each other are a list, or a table of contents.
    const isNumbered = numbered !== null && numberedHeading(line, this.#numbers)?.level !== numbered.level;
    if (isNumbered) this.#addMarkedHeading(numbered.level, numbered.text);
    else if (level !== null) this.#addMarkedHeading(level, first.trim());
    else if (numbered !== null && this.#readListItem(first)) return false;
    else if (isHeadingInCapitals(first) && !isHeadingInCapitals(line))
      this.#add({ kind: 'heading', level: 2, text: first.trim().replace(/\s*:$/, '') });
    else this.#paragraph.add(first.trimEnd());
    return level !== null;
  }

  #readProse(line: string): void {
    if (this.#rows.length > 0) this.#endText();
    if (this.#item !== null && CONTINUED.test(line)) {
      this.#item.lines.add(line.trim());
      return;
    }
    if (this.#item !== null) this.#endText();
    if (this.#paragraph.isEmpty && line.length <= MAX_FIRST_CHARACTERS) this.#first = line;
    else this.#paragraph.add(line.trimEnd());
  }

  get #isBetweenBlocks(): boolean {
    return this.#paragraph.isEmpty && this.#item === null && this.#rows.length === 0;
  }

  #row(line: string): void {
    this.#pieces.add();
    this.#rows.push(cellsOf(line).join(' | '));
  }

  #endText(): void {
    const paragraph = String(this.#paragraph).trim();
    const table = tabbedTable(paragraph);
    for (const _row of table?.rows ?? []) this.#pieces.add();
    const rows = table === null ? spacedRows(paragraph) : null;
    if (rows !== null) for (const row of rows) this.#add(row);
    else if (paragraph !== '') this.#add(table ?? { kind: 'paragraph', text: paragraph });
    if (!this.#paragraph.isEmpty) this.#paragraph = this.#proseBuffer();
    if (this.#item !== null) {
      const { depth, marker, lines } = this.#item;
      this.#add({ kind: 'list-item', depth, marker, text: String(lines) });
      this.#item = null;
    }
    const [first, ...others] = this.#rows;
    if (first !== undefined && this.#hasHeader) this.#add({ kind: 'table', header: first, rows: others });
    else if (first !== undefined) this.#add({ kind: 'table', header: null, rows: this.#rows });
    this.#rows = [];
    this.#hasHeader = false;
  }
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
