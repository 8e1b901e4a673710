/** Address, telephone and opening hours from a home page's footer and sidebar. */
import type { CheerioAPI } from 'cheerio';
import type { Block } from '../../../text/document.ts';
import { blocksOf } from '../blocks/blocks.ts';
import { elementsBelow, type HtmlElement, isText, removeAll, textOf } from '../dom/dom.ts';
import { Measures } from '../dom/measure.ts';
import { select } from '../dom/select.ts';
import { tellsDayHours } from './day-hours.ts';

const FOOTERS =
  'footer, [role=contentinfo], #footer, .footer, .site-footer, #site-footer, #colophon, .jtpl-footer, #contentfooter, aside, #sidebar, .sidebar';
const HOME_PAGE = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|default|home)(?:\.\w{2,5})?)?$/i;
/** Larger footers are pages of their own. */
const MAX_ELEMENTS = 600;
const MAX_CHARACTERS = 3_000;
/** Lists of links to other pages exceed this share. */
const MAX_LINK_SHARE = 0.6;

const MARKED = 'a[href^="tel:"], a[href^="mailto:"], address, [itemprop=telephone], [itemprop=address]';
export const TELEPHONE = /(?:\+|\b0|\()\d[\d\s()./–-]{6,20}\d/;
const MAILBOX = /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}\.\p{L}{2}/u;
const HOURS =
  /\b\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?m\.?|uhr)?\s*(?:-|–|—|to|bis|à|a)\s*\d{1,2}(?:[:.h]\d{2}|\s*[ap]\.?m|\s*uhr)/i;

export const isHomePage = (url: string): boolean => HOME_PAGE.test(URL.parse(url)?.pathname ?? '');

/** Changes the footers, which are removed later. */
export function footerContact($: CheerioAPI): readonly Block[] {
  const footers = select($, FOOTERS);
  const within = new Set<HtmlElement>();
  return footers.flatMap((footer) => {
    if (within.has(footer) || $(footer).closest('main, article, blockquote').length > 0) return [];
    const below = [...elementsBelow(footer)];
    for (const element of below) within.add(element);
    if (below.length > MAX_ELEMENTS || !tellsContact($, footer)) return [];
    return contentOf(footer);
  });
}

function tellsContact($: CheerioAPI, footer: HtmlElement): boolean {
  if ($(footer).find(MARKED).length > 0) return true;
  const text = textOf(footer).slice(0, MAX_CHARACTERS);
  return TELEPHONE.test(text) || MAILBOX.test(text) || HOURS.test(text) || tellsDayHours(text);
}

const LEFT_OUT = new Set('nav form script style noscript template iframe'.split(' '));
const COPYRIGHT = /^(?:©|\(c\)|copyright|all rights reserved)/i;

function contentOf(footer: HtmlElement): readonly Block[] {
  removeAll([...elementsBelow(footer)].filter(({ name }) => LEFT_OUT.has(name)));
  const measures = new Measures(footer);
  removeAll([...elementsBelow(footer)].filter((element) => leadsElsewhere(element, measures)));
  const blocks = blocksOf(footer).filter((block) => !('text' in block) || !COPYRIGHT.test(block.text));
  // Drops headings whose links are gone.
  const filled = blocks.filter((block, place) => block.kind !== 'heading' || isFollowed(blocks[place + 1]));
  let characters = 0;
  return filled.filter((block) => {
    characters += 'text' in block ? block.text.length : block.rows.join('').length;
    return characters <= MAX_CHARACTERS;
  });
}

const isFollowed = (next: Block | undefined): boolean => next !== undefined && next.kind !== 'heading';

const LISTS = new Set(['ul', 'ol', 'div', 'section', 'p', 'li']);
/** An address links to its place on a map. */
const CONTACT_LINK = /^\s*(?:mailto:|tel:|geo:)|\bmaps?\b|openstreetmap/i;

function leadsElsewhere(element: HtmlElement, measures: Measures): boolean {
  if (element.name === 'a') return !CONTACT_LINK.test(element.attribs.href ?? '#map') && standsAlone(element);
  if (!LISTS.has(element.name) || measures.linkShare(element) <= MAX_LINK_SHARE) return false;
  for (const { name, attribs } of elementsBelow(element))
    if (name === 'address' || CONTACT_LINK.test(attribs.href ?? '')) return false;
  return true;
}

/** True without words before and after it. */
const standsAlone = ({ prev, next }: HtmlElement): boolean =>
  [prev, next].every((beside) => beside === null || !isText(beside) || /^[\s|·•,-]*$/.test(beside.data));
