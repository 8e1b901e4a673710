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

/** Also what owners paste: they write headings and lists the Markdown way. */
export function textBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let code: string[] | null = null;
  let rows: string[] = [];
  const endParagraph = () => {
    const whole = paragraph.join('\n').trim();
    if (whole !== '') blocks.push({ kind: 'paragraph', text: whole });
    paragraph = [];
  };
  const endTable = () => {
    const [header, ...rest] = rows;
    if (header !== undefined) blocks.push({ kind: 'table', header, rows: rest });
    rows = [];
  };
  for (const line of text.split(/\r\n?|\n|\f|\u2028|\u2029/)) {
    if (FENCE.test(line)) {
      endParagraph();
      endTable();
      if (code === null) code = [];
      else {
        blocks.push({ kind: 'code', text: code.join('\n') });
        code = null;
      }
      continue;
    }
    if (code !== null) {
      code.push(line);
      continue;
    }
    if (TABLE_ROW.test(line)) {
      endParagraph();
      if (!TABLE_RULE.test(line))
        rows.push(
          line
            .trim()
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim())
            .join(' | '),
        );
      continue;
    }
    endTable();
    const block = markedBlock(line);
    if (block !== null || line.trim() === '') endParagraph();
    if (block !== null) blocks.push(block);
    else if (line.trim() !== '') paragraph.push(line.trimEnd());
  }
  if (code !== null) paragraph.push(...code);
  endTable();
  endParagraph();
  return blocks;
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
