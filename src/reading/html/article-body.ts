/**
 * Finds where an article begins and ends. Around it, news and blog pages carry teasers, related stories and forms that no class name marks.
 * Only pages that say they are articles are narrowed: on product, help and index pages the same blocks are the content.
 */
import type { CheerioAPI } from 'cheerio';
import { elementsBelow, type HtmlElement, isElement, isText, removeAll } from './dom.ts';

/** Paragraphs of articles are longer than the summaries of teasers. Ideographs say more each. */
const MIN_PARAGRAPH = 140;
const IDEOGRAPH_WEIGHT = 2.5;
/** Paragraphs whose links hold a larger share of the text are teasers. */
const MAX_LINK_SHARE = 0.4;
/** The body holds this share of what the page's paragraphs hold. */
const BODY_SHARE = 0.85;
/** Less is no article to be narrowed to. */
const MIN_BODY = 500;
/** Short sections beside the body, as pages of shops and offices have, hold more of the text that is no link. */
const MIN_UNLINKED_SHARE = 0.8;
/** A lead is a sentence or two between title and body. */
const MIN_LEAD = 50;

const ARTICLE_TYPE = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting|Report|Review)"/;
const OTHER_TYPE =
  /"@type"\s*:\s*(?:\[\s*)?"(?:Product\w*|FAQPage|QAPage|HowTo|ItemList|CollectionPage|JobPosting|Recipe)"/;

/** True for pages that call themselves articles. Call it before scripts are removed. */
export function claimsArticle($: CheerioAPI): boolean {
  const data = $('script[type="application/ld+json"]').text().slice(0, 100_000);
  if (OTHER_TYPE.test(data)) return false;
  const type = ($('meta[property="og:type"]').attr('content') ?? '').toLowerCase();
  if (type.startsWith('product')) return false;
  return (
    type === 'article' ||
    ARTICLE_TYPE.test(data) ||
    $(
      'meta[property="article:published_time"], [itemprop=articleBody], [itemtype$="Article"], [itemtype$="BlogPosting"]',
    ).length > 0
  );
}

/** Removes what stands around the article's body, except its title, its lead and figures in tables or code. */
export function narrowToArticle(root: HtmlElement): void {
  const weights = measure(root);
  const all = weights.prose(root);
  if (all < MIN_BODY) return;
  const body = bodyWithin(root, weights, all * BODY_SHARE);
  if (weights.unlinked(body) < weights.unlinked(root) * MIN_UNLINKED_SHARE) return;
  const surplus: HtmlElement[] = [];
  for (let inner = body; inner !== root; ) {
    const parent = inner.parent;
    if (parent === null || !('attribs' in parent)) return;
    const siblings = parent.children.filter(isElement);
    const place = siblings.indexOf(inner);
    const before = siblings.slice(0, place).flatMap((sibling) => surplusBefore(sibling, weights));
    const after = siblings.slice(place + 1).filter((sibling) => !holdsFigures(sibling, weights));
    for (const element of before) surplus.push(element);
    for (const element of after) surplus.push(element);
    inner = parent;
  }
  removeAll(surplus);
}

/** The lowest element that holds the given amount of prose. */
function bodyWithin(root: HtmlElement, weights: Weights, enough: number): HtmlElement {
  let body = root;
  for (;;) {
    const child = body.children.filter(isElement).find((one) => weights.prose(one) >= enough);
    // A single long paragraph is not the body: the next one may say what it means.
    if (child === undefined || PARAGRAPHS.has(child.name) || INLINE.has(child.name)) return body;
    body = child;
  }
}

const PARAGRAPHS = new Set(['p', 'blockquote', 'pre', 'li', 'td', 'dd']);
const INLINE = new Set([
  'a',
  'span',
  'b',
  'i',
  'em',
  'strong',
  'font',
  'small',
  'label',
  'button',
  'time',
  'h1',
  'h2',
  'h3',
  'h4',
]);

interface Weight {
  text: number;
  linked: number;
  /** Text of long paragraphs. */
  prose: number;
}

interface Weights {
  prose(element: HtmlElement): number;
  unlinked(element: HtmlElement): number;
  /** 0 to 1. */
  linkShare(element: HtmlElement): number;
  text(element: HtmlElement): number;
}

/** Sums from the leaves up, so that the time does not depend on how deep the page is nested. */
function measure(root: HtmlElement): Weights {
  const measured = new Map<HtmlElement, Weight>();
  for (const element of [root, ...elementsBelow(root)].toReversed()) {
    const sum: Weight = { text: 0, linked: 0, prose: 0 };
    for (const child of element.children) {
      if (isText(child)) sum.text += weightOf(child.data);
      else if (isElement(child)) {
        const below = measured.get(child);
        sum.text += below?.text ?? 0;
        sum.linked += below?.linked ?? 0;
        sum.prose += below?.prose ?? 0;
      }
    }
    if (element.name === 'a') sum.linked = sum.text;
    if (isParagraph(element) && sum.text >= MIN_PARAGRAPH && sum.linked <= sum.text * MAX_LINK_SHARE)
      sum.prose = sum.text;
    measured.set(element, sum);
  }
  const of = (element: HtmlElement): Weight => measured.get(element) ?? { text: 0, linked: 0, prose: 0 };
  return {
    prose: (element) => of(element).prose,
    text: (element) => of(element).text,
    unlinked: (element) => of(element).text - of(element).linked,
    linkShare: (element) => of(element).linked / Math.max(1, of(element).text),
  };
}

/** An element with text of its own, as `div` with line breaks is on many blogs. */
function isParagraph({ name, children }: HtmlElement): boolean {
  if (name === 'p' || name === 'blockquote' || name === 'pre') return true;
  return !INLINE.has(name) && children.some((child) => isText(child) && child.data.trim().length >= 40);
}

function weightOf(text: string): number {
  const length = text.replace(/\s+/g, ' ').trim().length;
  const ideographs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu)?.length ?? 0;
  return length + ideographs * (IDEOGRAPH_WEIGHT - 1);
}

/** Everything of an element before the body but the title and the lead. */
function surplusBefore(element: HtmlElement, weights: Weights): readonly HtmlElement[] {
  const isKept = (one: HtmlElement) => one.name === 'h1' || isLead(one, weights);
  if (isKept(element)) return [];
  const kept = [...elementsBelow(element)].filter(isKept);
  if (kept.length === 0) return [element];
  const around = new Set<HtmlElement>([element]);
  for (const one of kept) {
    for (let above = one.parent; above !== null && 'attribs' in above && !around.has(above); above = above.parent)
      around.add(above);
  }
  return [...around].flatMap((one) =>
    one.children.filter(isElement).filter((child) => !around.has(child) && !isKept(child)),
  );
}

function isLead(element: HtmlElement, weights: Weights): boolean {
  if (element.name !== 'p' && element.name !== 'h2') return false;
  return weights.text(element) >= MIN_LEAD && weights.linkShare(element) <= MAX_LINK_SHARE;
}

/** Tables, code and definitions after the body belong to it. */
function holdsFigures(element: HtmlElement, weights: Weights): boolean {
  if (weights.linkShare(element) > MAX_LINK_SHARE) return false;
  if (FIGURES.has(element.name)) return true;
  for (const { name } of elementsBelow(element)) if (FIGURES.has(name)) return true;
  return false;
}

const FIGURES = new Set(['table', 'pre', 'dl']);
