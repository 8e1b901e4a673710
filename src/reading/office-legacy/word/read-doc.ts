import type { Block } from '../../../text/document.ts';
import { holdsUnwritten } from '../../decoding/readable-text.ts';
import type { DocumentContent } from '../../document-content.ts';
import { takeTabs } from '../../documents/word/word-tabs.ts';
import { damaged } from '../../unreadable.ts';
import { readSummaryTitle } from '../compound-file/summary-title.ts';
import { ListNumbering } from './lists.ts';
import { paragraphReader } from './paragraphs.ts';
import { ReadableText } from './readable-text.ts';
import { wordBlocks } from './word-blocks.ts';
import { openWordFile } from './word-file.ts';
import { readWordText } from './word-text.ts';

/** Enough to tell text from noise. */
const MAX_SAMPLE = 64 * 1024;

/**
 * Reads Word 6 to 2003: headings, lists and tables by style and formatting, then text boxes (also those in headers and footers) and notes.
 * Skips headers and footers themselves, comments and tracked deletions.
 */
export function readDoc(bytes: Uint8Array): DocumentContent {
  const file = openWordFile(bytes);
  const text = readWordText(file);
  const paragraphs = paragraphReader(file, text);
  const numbers = new ListNumbering(file);
  const { main, footnotes, headers, macros, comments, endnotes, textBoxes, headerTextBoxes } = file.lengths;
  const endnotesFrom = main + footnotes + headers + macros + comments;
  const boxesFrom = endnotesFrom + endnotes;
  const parts: readonly (readonly [from: number, length: number])[] = [
    [0, main],
    [boxesFrom, textBoxes],
    [boxesFrom + textBoxes, headerTextBoxes],
    [main, footnotes],
    [endnotesFrom, endnotes],
  ];
  const written = parts.flatMap(([from, length]): Block[] => {
    const to = Math.min(from + length, text.units.length);
    return wordBlocks(paragraphs(from, to), new ReadableText(text.decode), numbers);
  });
  if (holdsUnwritten(text.decode(text.units.slice(0, MAX_SAMPLE)).replace(/[\p{Cc}\uf000-\uf0ff\uffff]/gu, ''))) {
    throw damaged('its text cannot be read');
  }
  return { title: readSummaryTitle(file.container), language: null, blocks: takeTabs(written) };
}
