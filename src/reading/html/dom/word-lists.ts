/** Lists of Word saved as a page: paragraphs that begin with a mark in a font of symbols. */
import type { CheerioAPI } from 'cheerio';
import { type HtmlElement, isElement, isText, removeAll, textOf } from './dom.ts';
import { select } from './select.ts';

const SYMBOLS = /font-family\s*:\s*["']?(?:symbol|wingdings|courier new)/i;
/** Includes the spaces that Word writes for a tab. */
const MARK = /^[\s\u00a0]*[·•§oØüq\uf000-\uf0ff][\s\u00a0]*$/;
const MAX_STYLE = 500;
const MAX_MARK = 60;
const MAX_LEVELS = 3;

/** Turns the paragraphs into list items. Must run before anything is read. */
export function readWordLists($: CheerioAPI): void {
  for (const paragraph of select($, 'p[class^=MsoListParagraph], p[class*=MsoListBullet]')) {
    const mark = markOf(paragraph);
    if (mark === null) continue;
    removeAll([mark]);
    paragraph.name = 'li';
  }
}

function markOf(paragraph: HtmlElement): HtmlElement | null {
  let around = paragraph;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const first = around.children.find((child) => isElement(child) || (isText(child) && child.data.trim() !== ''));
    if (first === undefined || !isElement(first)) return null;
    if (SYMBOLS.test((first.attribs.style ?? '').slice(0, MAX_STYLE)))
      return MARK.test(textOf(first).slice(0, MAX_MARK)) ? first : null;
    around = first;
  }
  return null;
}
