/** Frames with their page in `srcdoc`, as editors of websites embed the owner's own markup. */
import type { CheerioAPI } from 'cheerio';
import { type HtmlElement, parseHtml, replaceChildren, textOf, UnparsablePage } from './dom.ts';
import { select, selectFirst } from './select.ts';

const MAX_FRAMES = 20;
/** Characters of all frames of a page. */
const MAX_MARKUP = 500_000;

/** A frame without words shows only that a film can be played, which its `src` holds. */
const WORD = /\p{L}{2}/u;

/** Turns frames into elements, but not frames within frames. Must run before anything is read. */
export function openInlineFrames($: CheerioAPI): void {
  let characters = 0;
  for (const frame of select($, 'iframe[srcdoc]', MAX_FRAMES)) {
    const { srcdoc = '' } = frame.attribs;
    characters += srcdoc.length;
    if (characters > MAX_MARKUP) return;
    const body = bodyOf(srcdoc);
    if (body === undefined || !WORD.test(textOf(body))) continue;
    frame.name = 'div';
    delete frame.attribs.srcdoc;
    replaceChildren(frame, body.children);
  }
}

function bodyOf(markup: string): HtmlElement | undefined {
  try {
    return selectFirst(parseHtml(markup), 'body');
  } catch (error) {
    if (error instanceof UnparsablePage) return undefined;
    throw error;
  }
}
