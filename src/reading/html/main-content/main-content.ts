import type { CheerioAPI } from 'cheerio';
import { removeBoilerplate, removeLinkBoxes } from '../boilerplate/boilerplate.ts';
import { type HtmlElement, isElement, moveToStart } from '../dom/dom.ts';
import { Measures } from '../dom/measure.ts';
import { select, selectFirst } from '../dom/select.ts';
import { narrowToArticle } from './article-body.ts';
import { articleClaim } from './article-claims.ts';
import { leadsBefore } from './lead.ts';

/** Marks of the main part, and the share of the page's own text that it must hold. */
const MAIN_PARTS: readonly (readonly [selector: string, minShare: number])[] = [
  ['main, [role=main]', 0.25],
  // Products are marked as articles too, with their questions and data beside them.
  ['article', 0.5],
  ['[itemprop=articleBody], .post-content, .entry-content, #content, #main-content', 0.5],
];
/** Pages that claim to be articles hold teasers and comments beside it. */
const MIN_ARTICLE_SHARE = 0.25;

/** Returns null for a page without a body. */
export function extractMainContent($: CheerioAPI): HtmlElement | null {
  const body = selectFirst($, 'body');
  if (body === undefined) return null;
  const claim = articleClaim($);
  removeBoilerplate($, body);
  const measures = new Measures(body);
  const isArticle = claim === 'stated' || claim === 'claimed';
  const root = contentRoot($, body, measures, isArticle);
  if (root !== body) moveToStart(root, leadsBefore(root, body, measures));
  // Link lists in a marked main part are content: products, people, documents.
  if (root === body || isArticle) removeLinkBoxes(root);
  narrowToArticle(root, claim);
  return root;
}

function contentRoot($: CheerioAPI, body: HtmlElement, measures: Measures, isArticle: boolean): HtmlElement {
  const whole = measures.own(body);
  for (const [selector, share] of MAIN_PARTS) {
    const candidates = select($, selector);
    const [only] = candidates;
    const enough = whole * (isArticle ? MIN_ARTICLE_SHARE : share);
    if (candidates.length === 1 && only !== undefined && measures.own(only) > enough) return withHeader(only);
  }
  return body;
}

/** The section around a part, if it holds nothing else but the header of the part. */
function withHeader(part: HtmlElement): HtmlElement {
  const { parent } = part;
  if (parent === null || !isElement(parent) || parent.name !== 'section') return part;
  const others = parent.children.filter((child) => isElement(child) && child !== part);
  return others.every((other) => isElement(other) && other.name === 'header') ? parent : part;
}
