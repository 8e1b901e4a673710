import type { Block } from '../../../text/document.ts';
import { decodeText } from '../decoding/decode-text.ts';
import type { DocumentContent } from './document-content.ts';

/** Plain text in any charset: paragraphs where blank lines are, Markdown headings, lists and code where they are written. */
export function readText(bytes: Uint8Array): DocumentContent {
  return { title: null, language: null, blocks: textBlocks(decodeText(bytes).text) };
}

const HEADING = /^(#{1,6})[ \t]+(\S.{0,200})$/;
const LIST_ITEM = /^([ \t]{0,12})([-*+•]|\d{1,3}[.)])[ \t]+(\S.*)$/;
const FENCE = /^(```|~~~)/;
const TABLE_ROW = /^\|.*\|\s*$/;
const TABLE_RULE = /^\|[\s:|-]+\|\s*$/;

/** Also what owners paste: they write headings, lists, tables and code the Markdown way. */
export function textBlocks(text: string): Block[] {
  const writer = new TextWriter();
  for (const line of text.split(/\r\n?|\n|\f|\u2028|\u2029/)) writer.line(line);
  return writer.end();
}

class TextWriter {
  readonly #blocks: Block[] = [];
  #paragraph: string[] = [];
  #rows: string[] = [];
  #code: string[] | null = null;
  #inItem = false;

  line(line: string): void {
    if (FENCE.test(line)) this.#fence();
    else if (this.#code !== null) this.#code.push(line);
    else if (TABLE_ROW.test(line)) this.#row(line);
    else this.#prose(line);
  }

  end(): Block[] {
    // A fence that never closes was none.
    for (const line of this.#code ?? []) this.#paragraph.push(line);
    this.#close();
    return this.#blocks;
  }

  #fence(): void {
    this.#close();
    if (this.#code !== null && this.#code.length > 0) this.#blocks.push({ kind: 'code', text: this.#code.join('\n') });
    this.#code = this.#code === null ? [] : null;
  }

  #row(line: string): void {
    if (this.#rows.length === 0) this.#close();
    if (TABLE_RULE.test(line)) return;
    const cells = line.trim().slice(1, -1).split('|');
    this.#rows.push(cells.map((cell) => cell.trim()).join(' | '));
  }

  #prose(line: string): void {
    const block = markedBlock(line);
    if (block === null && line.trim() !== '' && this.#rows.length === 0) {
      if (this.#inItem) this.#continueItem(line.trim());
      else this.#paragraph.push(line.trimEnd());
      return;
    }
    this.#close();
    if (block !== null) this.#blocks.push(block);
    else if (line.trim() !== '') this.#paragraph.push(line.trimEnd());
    this.#inItem = block?.kind === 'list-item';
  }

  /** A line right below a list item goes on with it. */
  #continueItem(line: string): void {
    const item = this.#blocks.pop();
    if (item?.kind === 'list-item') this.#blocks.push({ ...item, text: `${item.text}\n${line}` });
  }

  #close(): void {
    const text = this.#paragraph.join('\n').trim();
    if (text !== '') this.#blocks.push({ kind: 'paragraph', text });
    const [header, ...rows] = this.#rows;
    if (header !== undefined) this.#blocks.push({ kind: 'table', header, rows });
    this.#paragraph = [];
    this.#rows = [];
    this.#inItem = false;
  }
}

/** A heading or a list item; null for a line of prose. */
function markedBlock(line: string): Block | null {
  if (line.length > 2_000) return null;
  const heading = HEADING.exec(line);
  if (heading !== null) {
    return {
      kind: 'heading',
      level: heading[1]?.length ?? 1,
      text: (heading[2] ?? '').replace(/\s+#+\s*$/, '').trim(),
    };
  }
  const item = LIST_ITEM.exec(line);
  if (item === null) return null;
  const indent = (item[1] ?? '').replaceAll('\t', '    ').length;
  const marker = /^\d/.test(item[2] ?? '') ? `${Number.parseInt(item[2] ?? '', 10)}.` : '-';
  return { kind: 'list-item', depth: Math.min(6, Math.floor(indent / 2)), marker, text: (item[3] ?? '').trim() };
}
