import type { CheerioAPI } from 'cheerio';
import { dropLinkBoxes, dropSurroundings } from './boilerplate.ts';
import { type HtmlElement, isElement, textOf } from './dom.ts';

/** A marked main part with less of the page's text than this is not where the content is. */
const MAIN_SHARE = 0.25;

/** Leaves in the page only what it is about, and answers the element that holds that. Null for a page without a body. */
export function mainContentOf($: CheerioAPI): HtmlElement | null {
  const body = $('body')[0];
  if (body === undefined || !isElement(body)) return null;
  dropSurroundings($);
  const root = contentRoot($, body);
  // Within what the page itself marks as its main part, lists of links are what it offers: products, people, documents.
  if (root === body) dropLinkBoxes(root);
  return root;
}

function contentRoot($: CheerioAPI, body: HtmlElement): HtmlElement {
  const whole = textOf(body).trim().length;
  for (const selector of [
    'main, [role=main]',
    'article',
    '[itemprop=articleBody], .post-content, .entry-content, #content, #main-content',
  ]) {
    const candidates = $(selector).toArray().filter(isElement);
    const [only] = candidates.filter((one) => $(one).parents(selector).length === 0);
    if (candidates.length === 1 && only !== undefined && textOf(only).trim().length > whole * MAIN_SHARE) return only;
  }
  return body;
}
