import type { CheerioAPI } from 'cheerio';
import type { ReadPage } from '../../ports/content/document-reader.ts';
import { type Block, contentLength } from '../../text/document.ts';
import { decodeText } from '../decoding/decode-text.ts';
import { holdsControls } from '../decoding/readable-text.ts';
import { blocksOf } from './blocks/blocks.ts';
import { tellChoices } from './choices/choices.ts';
import { tellContacts } from './contact/contact-links.ts';
import { footerContact, isHomePage } from './contact/footer-contact.ts';
import { siteNotices } from './contact/site-notices.ts';
import { parseHtml, UnparsablePage } from './dom/dom.ts';
import { closeEmptyElements } from './dom/empty-elements.ts';
import { openInlineFrames } from './dom/inline-frames.ts';
import { select } from './dom/select.ts';
import { openShadowRoots } from './dom/shadow-roots.ts';
import { readWordLists } from './dom/word-lists.ts';
import { findDataScripts } from './embedded/data-scripts.ts';
import { addEmbeddedContent, addMissing } from './embedded-content.ts';
import { extractMainContent } from './main-content/main-content.ts';
import { tellMarkedFacts } from './page-facts/microdata.ts';
import {
  canonicalOf,
  descriptionOf,
  kindOf,
  languageOf,
  linksOf,
  refreshUrlOf,
  robotsOf,
  titleOf,
} from './page-facts/page-facts.ts';
import { hostOf } from './page-facts/page-urls.ts';

/** A mount point with less text has not been rendered. */
const MIN_CONTENT_CHARACTERS = 200;

/** @throws UnparsablePage */
export function readHtml(page: { url: string; contentType: string; bytes: Uint8Array }): ReadPage {
  const { text } = decodeText(page.bytes, [charsetOf(page.contentType), charsetInMarkup(page.bytes)]);
  if (holdsControls(text)) throw new UnparsablePage('The page is a file of another kind');
  const $ = parseHtml(closeEmptyElements(text, page.contentType));
  openShadowRoots($);
  if (text.includes('srcdoc')) openInlineFrames($);
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
  const scriptless = $(select($, 'body noscript')).text();
  tellContacts($);
  if (text.includes('itemprop')) tellMarkedFacts($);
  tellChoices($);
  if (text.includes('MsoList')) readWordLists($);
  const contact = isHomePage(page.url) ? homePageFacts($, title || hostOf(page.url)) : [];
  const visible = mainBlocks($);
  const kind = markup === 'shell' ? (isShort(visible) ? 'spa' : 'static') : markup;
  const shown = isShort(visible) ? [...visible, ...scriptlessBlocks(scriptless)] : visible;
  const blocks = addMissing(addEmbeddedContent(shown, scripts, description), contact);
  return { document: { title: title || page.url, url: page.url, language, blocks }, ...facts, kind };
}

/** Notices, address and opening hours, under the site's name. On other pages they would only be repeated. */
function homePageFacts($: CheerioAPI, name: string): readonly Block[] {
  const facts = [...siteNotices($), ...footerContact($)];
  return facts.length === 0 ? [] : [{ kind: 'heading', level: 2, text: name }, ...facts];
}

const isShort = (blocks: readonly Block[]) => contentLength({ blocks }) < MIN_CONTENT_CHARACTERS;

function mainBlocks($: CheerioAPI): readonly Block[] {
  const root = extractMainContent($);
  return root === null ? [] : blocksOf(root);
}

/** Less is a request to turn scripts on. */
function scriptlessBlocks(markup: string): readonly Block[] {
  if (markup.length < MIN_CONTENT_CHARACTERS) return [];
  const blocks = mainBlocks(parseHtml(markup));
  return isShort(blocks) ? [] : blocks;
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
