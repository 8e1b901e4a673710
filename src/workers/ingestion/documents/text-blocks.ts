/** Structure of plain text as people write it: paragraphs where blank lines are, and what Markdown marks. */
import type { Block } from '../../../text/document.ts';

const HEADING = /^(#{1,6})[ \t]+(\S.{0,200})$/;
const LIST_ITEM = /^([ \t]{0,12})([-*+•]|\d{1,3}[.)])[ \t]+(\S.*)$/;
const CONTINUED = /^(?: {2,}|\t)\S/;
const FENCE = /^[ \t]*(```|~~~)/;
const TABLE_ROW = /^\|.*\|\s*$/;
const TABLE_RULE = /^\|[\s:|-]+\|\s*$/;
/** A line so long was broken because the page ended, not because its author wanted a new line. */
const WRAPPED = 60;
/** A longer line is no heading, item or row that anybody wrote by hand. */
const LONGEST_MARKED = 2_000;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;

export function textBlocks(text: string): Block[] {
  const lines = new LineReader();
  for (const line of text.split(/\r\n?|\n|\f|\u2028|\u2029/)) lines.read(line);
  return lines.end();
}

class LineReader {
  readonly #blocks: Block[] = [];
  #paragraph: string[] = [];
  #item: { readonly depth: number; readonly marker: string; readonly lines: string[] } | null = null;
  #rows: string[] = [];
  /** Lines since the fence that is open; null outside of one. */
  #code: string[] | null = null;

  read(line: string): void {
    if (FENCE.test(line)) this.#fence();
    else if (this.#code !== null) this.#code.push(line);
    else if (line.trim() === '') this.#endText();
    else if (line.length > LONGEST_MARKED || !this.#readMarked(line)) this.#readProse(line);
  }

  end(): Block[] {
    // A fence that is never closed was no fence.
    const unclosed = this.#code;
    this.#code = null;
    if (unclosed !== null) this.#paragraph.push(...unclosed);
    this.#endText();
    return this.#blocks;
  }

  #fence(): void {
    if (this.#code === null) {
      this.#endText();
      this.#code = [];
      return;
    }
    this.#blocks.push({ kind: 'code', text: this.#code.join('\n') });
    this.#code = null;
  }

  #readMarked(line: string): boolean {
    if (TABLE_ROW.test(line)) {
      if (this.#rows.length === 0) this.#endText();
      if (!TABLE_RULE.test(line)) this.#rows.push(cellsOf(line).join(' | '));
      return true;
    }
    const [, marks = '', title] = HEADING.exec(line) ?? [];
    if (title !== undefined) {
      this.#endText();
      const text = title.replace(/\s+#+\s*$/, '').trim();
      this.#blocks.push({ kind: 'heading', level: marks.length, text });
      return true;
    }
    const [, indent = '', mark = '', text] = LIST_ITEM.exec(line) ?? [];
    if (text === undefined) return false;
    this.#endText();
    const depth = Math.min(6, Math.floor(indent.replaceAll('\t', '    ').length / 2));
    const marker = /^\d/.test(mark) ? `${Number.parseInt(mark, 10)}.` : '-';
    this.#item = { depth, marker, lines: [text.trimEnd()] };
    return true;
  }

  #readProse(line: string): void {
    if (this.#rows.length > 0) this.#endText();
    if (this.#item !== null && CONTINUED.test(line)) {
      this.#item.lines.push(line.trim());
      return;
    }
    if (this.#item !== null) this.#endText();
    this.#paragraph.push(line.trimEnd());
  }

  /** Whatever was being read is complete. */
  #endText(): void {
    const paragraph = joined(this.#paragraph).trim();
    if (paragraph !== '') this.#blocks.push({ kind: 'paragraph', text: paragraph });
    this.#paragraph = [];
    if (this.#item !== null) {
      const { depth, marker, lines } = this.#item;
      this.#blocks.push({ kind: 'list-item', depth, marker, text: joined(lines) });
      this.#item = null;
    }
    const [header, ...rows] = this.#rows;
    if (header !== undefined) this.#blocks.push({ kind: 'table', header, rows });
    this.#rows = [];
  }
}

/** Lines that were only wrapped become one again; those that were broken on purpose stay apart. */
function joined(lines: readonly string[]): string {
  return lines.map((line, index) => separator(lines[index - 1], line) + line).join('');
}

function separator(before: string | undefined, line: string): string {
  if (before === undefined) return '';
  if (before.length < WRAPPED) return '\n';
  return WITHOUT_SPACES.test(before.slice(-2)) || /^\s/.test(line) ? '' : ' ';
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
