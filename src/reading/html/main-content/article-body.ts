/**
 * Finds the body of an article. Around it, news and blog pages carry teasers, related stories and forms that no class name marks. Only
 * pages that say they are articles are narrowed: on product, help and index pages the same blocks are the content.
 */

import { elementsBelow, type HtmlElement, isElement, removeAll } from '../dom/dom.ts';
import { isOneOfSections } from '../dom/headed-sections.ts';
import { INLINE, MAX_LINK_SHARE, Measures } from '../dom/measure.ts';
import type { ArticleClaim } from './article-claims.ts';
import { elementsAround, leadsWithin } from './lead.ts';

/** Share of the page's paragraphs that the body holds. */
const BODY_SHARE = 0.85;
/** A body holds more of its parent's paragraphs. */
const DENSE_SHARE = 0.5;
/** Pages with less prose are not narrowed. */
const MIN_BODY = 500;
/** A page that does not claim to be an article needs this much prose, and this share of it, to count as one. */
const MIN_UNCLAIMED = 1_500;
const MIN_PROSE_SHARE = 0.7;
/** Short sections beside the body, as pages of shops and offices have, hold more of the text that leads nowhere else. */
const MIN_OWN_SHARE: Readonly<Record<ArticleClaim, number>> = {
  stated: 0.4,
  claimed: 0.7,
  likely: Number.POSITIVE_INFINITY,
  none: Number.POSITIVE_INFINITY,
};

/** Keeps title, lead, and figures in tables or code around the body. */
export function narrowToArticle(root: HtmlElement, claim: ArticleClaim): void {
  const measures = new Measures(root);
  const { prose } = measures.of(root);
  if (prose < MIN_BODY) return;
  const wide = bodyWithin(root, measures, prose * BODY_SHARE);
  const dense = densestWithin(wide, measures);
  if (claim === 'none' && !readsAsArticle(dense, measures)) return;
  const isMost = (body: HtmlElement) => measures.own(body) >= measures.own(root) * MIN_OWN_SHARE[claim];
  const certain = [dense, wide].find(isMost);
  const surplus = certain === undefined ? [] : around(certain, root, measures);
  // While the end of the article is uncertain, only teasers are removed.
  const doubtful = around(dense, root, measures).flatMap((element) => teasersWithin(element, measures));
  removeAll([...surplus, ...doubtful]);
}

function around(body: HtmlElement, root: HtmlElement, measures: Measures): readonly HtmlElement[] {
  return surroundings(body, root).flatMap(({ element, isBefore }) => {
    if (isBefore) return surplusBefore(element, measures);
    return holdsFigures(element, measures) ? [] : [element];
  });
}

/** Mostly text in long paragraphs. */
function readsAsArticle(body: HtmlElement, measures: Measures): boolean {
  const { prose } = measures.of(body);
  return prose >= MIN_UNCLAIMED && prose >= measures.own(body) * MIN_PROSE_SHARE;
}

/** Siblings of the body and of the elements around it, up to the root. */
function surroundings(body: HtmlElement, root: HtmlElement): readonly { element: HtmlElement; isBefore: boolean }[] {
  const found: { element: HtmlElement; isBefore: boolean }[] = [];
  for (let inner = body; inner !== root; ) {
    const parent = inner.parent;
    if (parent === null || !('attribs' in parent)) return [];
    let isBefore = true;
    for (const element of parent.children.filter(isElement)) {
      if (element === inner) isBefore = false;
      else found.push({ element, isBefore });
    }
    inner = parent;
  }
  return found;
}

/** The highest elements that mostly lead to other pages. */
function teasersWithin(element: HtmlElement, measures: Measures): readonly HtmlElement[] {
  const found: HtmlElement[] = [];
  const waiting = [element];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { text, teased } = measures.of(one);
    if (teased > text / 2) found.push(one);
    else if (teased > 0) for (const child of one.children.filter(isElement)) waiting.push(child);
  }
  return found;
}

/** The lowest element that holds enough prose. */
function bodyWithin(root: HtmlElement, measures: Measures, enough: number): HtmlElement {
  let body = root;
  for (;;) {
    const child = body.children.filter(isElement).find((one) => measures.of(one).prose >= enough);
    if (child === undefined || isPart(child, measures)) return body;
    body = child;
  }
}

/** Descends while a step leaves out no more prose than other text. */
function densestWithin(wide: HtmlElement, measures: Measures): HtmlElement {
  const other = (element: HtmlElement) => measures.of(element).text - measures.of(element).prose;
  let body = wide;
  for (;;) {
    const { prose } = measures.of(body);
    const child = body.children.filter(isElement).find((one) => measures.of(one).prose >= prose * DENSE_SHARE);
    if (child === undefined || isPart(child, measures)) return body;
    if (prose - measures.of(child).prose > other(body) - other(child)) return body;
    body = child;
  }
}

/** A single paragraph or section is not the body: the next one may explain it. */
const isPart = (element: HtmlElement, measures: Measures): boolean =>
  PARAGRAPHS.has(element.name) || INLINE.has(element.name) || isOneOfSections(element, measures);

const PARAGRAPHS = new Set(['p', 'blockquote', 'pre', 'li', 'td', 'dd']);

/** All but the title and the lead. */
function surplusBefore(element: HtmlElement, measures: Measures): readonly HtmlElement[] {
  const kept = new Set(leadsWithin(element, measures));
  if (kept.has(element)) return [];
  if (kept.size === 0) return [element];
  const around = elementsAround(element, kept);
  return [...around].flatMap((one) =>
    one.children.filter(isElement).filter((child) => !around.has(child) && !kept.has(child)),
  );
}

/** Tables, code and definitions after the body belong to it. */
function holdsFigures(element: HtmlElement, measures: Measures): boolean {
  if (measures.linkShare(element) > MAX_LINK_SHARE) return false;
  if (FIGURES.has(element.name)) return true;
  for (const { name } of elementsBelow(element)) if (FIGURES.has(name)) return true;
  return false;
}

const FIGURES = new Set(['table', 'pre', 'dl']);
