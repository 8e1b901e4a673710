import { readableText } from '../../decoding/readable-text.ts';
import type { DocumentContent } from '../../document-content.ts';
import { textBlocks } from './text-blocks.ts';

/** Any charset, with the structure that Markdown marks. */
export function readText(bytes: Uint8Array): DocumentContent {
  return { title: null, language: null, blocks: textBlocks(readableText(bytes)) };
}
