import type { ReadPage } from '../../../ports/document-reader.ts';
import { contentLength } from '../../../text/document.ts';
import { decodeText } from '../decoding/decode-text.ts';
import { blocksOf } from './blocks.ts';
import { parseHtml } from './dom.ts';
import { dataScriptsOf } from './embedded/scripts.ts';
import { mainContentOf } from './main-content.ts';
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
import { withEmbedded } from './with-embedded.ts';

/** Less text than this in the place that scripts write to: they have not written it yet. */
const LITTLE_TEXT = 200;

/** @throws TooDeep */
export function readHtml(page: { url: string; contentType: string; bytes: Uint8Array }): ReadPage {
  const { text } = decodeText(page.bytes, [charsetOf(page.contentType), declaredInMarkup(page.bytes)]);
  const $ = parseHtml(text);
  const facts = {
    links: linksOf($, page.url),
    canonicalUrl: canonicalOf($, page.url),
    robots: robotsOf($),
    refreshUrl: refreshUrlOf($, page.url),
  };
  const markup = kindOf($);
  const scripts = dataScriptsOf($);
  const title = titleOf($);
  const language = languageOf($);
  const description = descriptionOf($);
  const root = mainContentOf($);
  const visible = root === null ? [] : blocksOf(root);
  const kind = markup === 'shell' ? (contentLength({ blocks: visible }) < LITTLE_TEXT ? 'spa' : 'static') : markup;
  const blocks = withEmbedded(visible, scripts, description);
  return { document: { title: title || page.url, url: page.url, language, blocks }, ...facts, kind };
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
