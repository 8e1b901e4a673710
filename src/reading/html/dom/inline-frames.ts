/** Frames whose page is in their `srcdoc`, as editors of websites embed the owner's own markup. */
import type { CheerioAPI } from 'cheerio';
import { type HtmlElement, parseHtml, replaceChildren, textOf, UnparsablePage } from './dom.ts';
import { select, selectFirst } from './select.ts';

const MAX_FRAMES = 20;
/** Characters of all frames of a page. */
const MAX_MARKUP = 500_000;

/** Frames with less show only that a film can be played, which their `src` holds. */
const WORD = /\p{L}{2}/u;

/** Turns the frames into elements. A frame within a frame stays one. Call it before anything is read. */
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
