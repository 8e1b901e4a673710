import type { ReadPage } from '../../ports/document-reader.ts';
import { contentLength } from '../../text/document.ts';
import { decodeText } from '../decoding/decode-text.ts';
import { blocksOf } from './blocks.ts';
import { parseHtml } from './dom.ts';
import { findDataScripts } from './embedded/data-scripts.ts';
import { addEmbeddedContent } from './embedded-content.ts';
import { extractMainContent } from './main-content.ts';
import {
  canonicalOf,
  descriptionOf,
  kindOf,
  languageOf,
  linksOf,
  refreshUrlOf,
  robotsOf,
  titleOf,
} from './page-facts.ts';

/** A mount point with less text has not been rendered. */
const MIN_CONTENT_CHARACTERS = 200;

/** @throws UnparsablePage */
export function readHtml(page: { url: string; contentType: string; bytes: Uint8Array }): ReadPage {
  const { text } = decodeText(page.bytes, [charsetOf(page.contentType), charsetInMarkup(page.bytes)]);
  const $ = parseHtml(text);
  const facts = {
    links: linksOf($, page.url),
    canonicalUrl: canonicalOf($, page.url),
    robots: robotsOf($),
    refreshUrl: refreshUrlOf($, page.url),
  };
  const markup = kindOf($);
  const scripts = findDataScripts($);
  const title = titleOf($);
  const language = languageOf($);
  const description = descriptionOf($);
  const root = extractMainContent($);
  const visible = root === null ? [] : blocksOf(root);
  const kind =
    markup === 'shell' ? (contentLength({ blocks: visible }) < MIN_CONTENT_CHARACTERS ? 'spa' : 'static') : markup;
  const blocks = addEmbeddedContent(visible, scripts, description);
  return { document: { title: title || page.url, url: page.url, language, blocks }, ...facts, kind };
}

function charsetOf(contentType: string): string | null {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? null;
}

/** From `<meta>` or the XML declaration, near the start as the standard requires. */
function charsetInMarkup(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  return (
    /<meta[^>]{0,500}?charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ??
    null
  );
}
