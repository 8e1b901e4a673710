import { decodeText } from '../decoding/decode-text.ts';
import type { DocumentContent } from './document-content.ts';
import { textBlocks } from './text-blocks.ts';

/** Plain text in any charset: paragraphs where blank lines are, Markdown headings, lists and code where they are written. */
export function readText(bytes: Uint8Array): DocumentContent {
  return { title: null, language: null, blocks: textBlocks(decodeText(bytes).text) };
}
