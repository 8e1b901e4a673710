import type { ReadPage } from '../../../ports/document-reader.ts';
import { type Block, contentLength, documentText } from '../../../text/document.ts';
import { decodeText } from '../decoding/decode-text.ts';
import { blocksOf } from './blocks.ts';
import { parseHtml } from './dom.ts';
import { mainContentOf } from './main-content.ts';
import { canonicalOf, descriptionOf, kindOf, languageOf, linksOf, titleOf } from './page-facts.ts';

/** @throws TooDeep */
export function readHtml(page: { url: string; contentType: string; bytes: Uint8Array }): ReadPage {
  const { text } = decodeText(page.bytes, [charsetOf(page.contentType), declaredInMarkup(page.bytes)]);
  const $ = parseHtml(text);
  const facts = {
    links: linksOf($, page.url),
    canonicalUrl: canonicalOf($, page.url),
    kind: kindOf($),
  };
  const title = titleOf($);
  const language = languageOf($);
  const description = descriptionOf($);
  const root = mainContentOf($);
  const blocks = withDescription(root === null ? [] : blocksOf(root), description);
  return { document: { title: title || page.url, url: page.url, language, blocks }, ...facts };
}

/** Less text than this leaves a visitor's question open: what the page says of itself is added. */
const LITTLE_TEXT = 200;

function withDescription(blocks: readonly Block[], description: string): readonly Block[] {
  const missing = contentLength({ blocks }) < LITTLE_TEXT && !documentText({ blocks }).includes(description);
  return missing && description !== '' ? [{ kind: 'paragraph', text: description }, ...blocks] : blocks;
}

function charsetOf(contentType: string): string | null {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? null;
}

/** `<meta charset>` or its older form, or an XML declaration, where the standard allows it: near the beginning. */
function declaredInMarkup(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  return (
    /<meta[^>]{0,500}?charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ??
    null
  );
}
