import type { CheerioAPI } from 'cheerio';
import { claimsArticle, narrowToArticle } from './article-body.ts';
import { removeBoilerplate, removeLinkBoxes } from './boilerplate.ts';
import { type HtmlElement, isElement, textOf } from './dom.ts';

/** A marked main part with a smaller share of the page's text is not the content. */
const MIN_MAIN_SHARE = 0.25;

/** Removes boilerplate. Null for a page without a body. */
export function extractMainContent($: CheerioAPI): HtmlElement | null {
  const body = $('body')[0];
  if (body === undefined || !isElement(body)) return null;
  const isArticle = claimsArticle($);
  removeBoilerplate($);
  const root = contentRoot($, body);
  // In a marked main part, link lists are content: products, people, documents.
  if (root === body || isArticle) removeLinkBoxes(root);
  if (isArticle) narrowToArticle(root);
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
    if (candidates.length === 1 && only !== undefined && textOf(only).trim().length > whole * MIN_MAIN_SHARE)
      return only;
  }
  return body;
}
