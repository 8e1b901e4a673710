import type { Block } from '../../../text/document.ts';
import { summaryTitle } from './compound-file/summary-title.ts';
import type { DocumentContent } from './document-content.ts';
import { ListNumbers } from './legacy-word/lists.ts';
import { paragraphReader } from './legacy-word/paragraphs.ts';
import { ReadableText } from './legacy-word/readable-text.ts';
import { wordBlocks } from './legacy-word/word-blocks.ts';
import { openWordFile } from './legacy-word/word-file.ts';
import { readWordText } from './legacy-word/word-text.ts';

/**
 * Word 6 to 2003: headings, lists and tables as their styles and formatting mark them, then text boxes and notes. Running heads and
 * comments are not read, nor what was deleted with changes tracked.
 */
export function readDoc(bytes: Uint8Array): DocumentContent {
  const file = openWordFile(bytes);
  const text = readWordText(file);
  const paragraphs = paragraphReader(file, text);
  const numbers = new ListNumbers(file);
  const { main, footnotes, headers, macros, comments, endnotes, textBoxes } = file.lengths;
  const endnotesFrom = main + footnotes + headers + macros + comments;
  const parts: readonly (readonly [from: number, length: number])[] = [
    [0, main],
    [endnotesFrom + endnotes, textBoxes],
    [main, footnotes],
    [endnotesFrom, endnotes],
  ];
  const blocks = parts.flatMap(([from, length]): Block[] => {
    const to = Math.min(from + length, text.units.length);
    return wordBlocks(paragraphs(from, to), new ReadableText(text.decode), numbers);
  });
  return { title: summaryTitle(file.container), language: null, blocks };
}
