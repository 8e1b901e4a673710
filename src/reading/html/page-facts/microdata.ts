/** Opening hours that a page marks for search engines and shows only to them. */
import type { CheerioAPI } from 'cheerio';
import { appendText, type HtmlElement, hasLittleText, isElement, textOf } from '../dom/dom.ts';
import { select } from '../dom/select.ts';

const MAX_HOURS = 200;
const MAX_MARKED = 50;
/** Characters of an element whose visible text may tell the same. */
const MAX_TEXT = 2_000;
const TIME = /\d{1,2}[:.]\d{2}/;

/** Writes the hours as a paragraph where they stand. Call it before anything is read. */
export function tellMarkedHours($: CheerioAPI): void {
  const marked = select($, 'meta[itemprop=openingHours][content]').slice(0, MAX_MARKED);
  const hours = new Map<HtmlElement, string[]>();
  const firsts = new Map<HtmlElement, HtmlElement>();
  for (const meta of marked) {
    const { parent } = meta;
    const said = (meta.attribs.content ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_HOURS);
    if (parent === null || !isElement(parent) || said === '') continue;
    firsts.set(parent, firsts.get(parent) ?? meta);
    hours.set(parent, [...(hours.get(parent) ?? []), said]);
  }
  for (const [parent, meta] of firsts) {
    const said = hours.get(parent) ?? [];
    if (isShown(parent, said)) continue;
    meta.name = 'p';
    appendText(meta, `Opening hours: ${said.join(', ')}`);
  }
}

/** True when the text beside it has times of its own. */
const isShown = (parent: HtmlElement, hours: readonly string[]): boolean =>
  hours.some((text) => TIME.test(text)) && hasLittleText(parent, MAX_TEXT) && TIME.test(textOf(parent));
