/** Measures the text of a page's elements. Sums from the leaves up, so that the time does not depend on how deep the page is nested. */
import { elementsBelow, type HtmlElement, isElement, isText, NON_TEXT_ELEMENTS } from './dom.ts';

/** Characters; ideographs weigh more. */
export interface Measure {
  readonly text: number;
  readonly linked: number;
  /** Text of long paragraphs. */
  readonly prose: number;
  /** Text of links, and of cards that lead to another page: a title with a link, a short summary. */
  readonly teased: number;
  readonly links: number;
  /** A main part, an article or the page's title is below the element. */
  readonly holdsContent: boolean;
  /** Ignores articles, as which many sites mark their teasers. */
  readonly holdsTitle: boolean;
}

type Sum = { -readonly [key in keyof Measure]: Measure[key] };

const isEmpty = ({ text, links, holdsContent }: Measure): boolean => text === 0 && links === 0 && !holdsContent;

const EMPTY: Measure = { text: 0, linked: 0, prose: 0, teased: 0, links: 0, holdsContent: false, holdsTitle: false };

/** Paragraphs of articles are longer than the summaries of teasers. Ideographs say more each. */
const MIN_PARAGRAPH = 140;
const IDEOGRAPH_WEIGHT = 2.5;
/** Paragraphs whose links hold a larger share of the text are teasers. */
export const MAX_LINK_SHARE = 0.4;

const TITLE_MARKERS = new Set(['main', 'h1']);

export class Measures {
  readonly #measured = new Map<HtmlElement, Measure>();
  readonly #root: HtmlElement;

  constructor(root: HtmlElement) {
    this.#root = root;
    for (const element of [root, ...elementsBelow(root)].toReversed()) {
      const sum = this.#sum(element);
      if (!isEmpty(sum)) this.#measured.set(element, sum);
    }
  }

  /** Empty elements, and those made later, measure nothing. */
  of(element: HtmlElement): Measure {
    return this.#measured.get(element) ?? EMPTY;
  }

  get whole(): Measure {
    return this.of(this.#root);
  }

  /** Text that leads nowhere else. */
  own(element: HtmlElement): number {
    const { text, teased } = this.of(element);
    return text - teased;
  }

  /** 0 to 1. */
  linkShare(element: HtmlElement): number {
    const { text, linked } = this.of(element);
    return linked / Math.max(1, text);
  }

  #sum(element: HtmlElement): Measure {
    if (NON_TEXT_ELEMENTS.has(element.name)) return EMPTY;
    const sum = this.#sumOfChildren(element);
    if (element.name === 'a') addLink(sum, element.attribs.href);
    if (isCard(element, sum) && sum.teased > 0) sum.teased = sum.text;
    if (isProse(element, sum)) sum.prose = sum.text;
    return sum;
  }

  #sumOfChildren({ children }: HtmlElement): Sum {
    const sum: Sum = { ...EMPTY };
    for (const child of children) {
      if (isText(child)) sum.text += weightOf(child.data);
      else if (isElement(child)) add(sum, child, this.of(child));
    }
    return sum;
  }
}

/** @param href absent on an anchor that only marks a place */
function addLink(sum: Sum, href: string | undefined): void {
  if (href === undefined) return;
  sum.linked = sum.text;
  sum.teased = TO_FRAGMENT.test(href) ? 0 : sum.text;
  sum.links += 1;
}

function add(sum: Sum, child: HtmlElement, below: Measure): void {
  sum.text += below.text;
  sum.linked += below.linked;
  sum.prose += below.prose;
  sum.teased += below.teased;
  sum.links += below.links;
  if (below.holdsTitle || TITLE_MARKERS.has(child.name) || child.attribs.role === 'main') sum.holdsTitle = true;
  if (sum.holdsTitle || below.holdsContent || child.name === 'article') sum.holdsContent = true;
}

/** Leads to a definition, not to another page. */
const TO_FRAGMENT = /#(?!comments?\b|respond\b|disqus).{2}/i;

const CARDS = new Set('article div dd li section td'.split(' '));
const MAX_CARD = 300;
const MIN_CARD_LINK = 20;
const MIN_CARD_SHARE = 0.2;

const isCard = ({ name }: HtmlElement, { text, linked }: Measure): boolean =>
  CARDS.has(name) && text <= MAX_CARD && linked >= MIN_CARD_LINK && linked >= text * MIN_CARD_SHARE;

/** None of these, headings included, holds the body of an article. */
export const INLINE = new Set('a span b i em strong font small label button time h1 h2 h3 h4'.split(' '));

const isProse = (element: HtmlElement, { text, linked }: Measure): boolean =>
  text >= MIN_PARAGRAPH && linked <= text * MAX_LINK_SHARE && isParagraph(element);

/** Has text of its own, as `div` with line breaks on many blogs. */
function isParagraph({ name, children }: HtmlElement): boolean {
  if (name === 'p' || name === 'blockquote' || name === 'pre') return true;
  return !INLINE.has(name) && children.some((child) => isText(child) && child.data.trim().length >= 40);
}

/** A superset of the scripts below, tested in a third of the time. */
const BEYOND_ALPHABETS = /[\u0e00-\u0e7f\u1100-\u11ff\u2e80-\uffff]/;

function weightOf(text: string): number {
  const length = text.replace(/\s+/g, ' ').trim().length;
  if (!BEYOND_ALPHABETS.test(text)) return length;
  const ideographs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu)?.length ?? 0;
  return length + ideographs * (IDEOGRAPH_WEIGHT - 1);
}
