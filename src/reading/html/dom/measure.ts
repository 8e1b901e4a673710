/** Measures the text of a page's elements. Sums from the leaves up, so that the time does not depend on how deep the page is nested. */
import { collapsedLength } from './collapsed-length.ts';
import { type HtmlElement, type HtmlNode, isElement, isText, NON_TEXT_ELEMENTS } from './dom.ts';
import { OrderedElement } from './ordered-element.ts';

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

const EMPTY: Measure = { text: 0, linked: 0, prose: 0, teased: 0, links: 0, holdsContent: false, holdsTitle: false };

/** Paragraphs of articles are longer than the summaries of teasers. Ideographs say more each. */
const MIN_PARAGRAPH = 140;
const IDEOGRAPH_WEIGHT = 2.5;
/** Paragraphs whose links hold a larger share of the text are teasers. */
export const MAX_LINK_SHARE = 0.4;

const TITLE_MARKERS = new Set(['main', 'h1']);

/** Columns of the table of sums. */
const TEXT = 0;
const LINKED = 1;
const PROSE = 2;
const TEASED = 3;
const LINKS = 4;
const COLUMNS = 5;

const HOLDS_CONTENT = 1;
const HOLDS_TITLE = 2;

export class Measures {
  readonly #root: HtmlElement;
  /** The least number of an element. */
  readonly #first: number;
  /** A row for each element. */
  readonly #sums: Float64Array;
  readonly #flags: Uint8Array;

  constructor(root: HtmlElement) {
    this.#root = root;
    const elements = levelsBelow(root);
    let [first, last] = [Number.POSITIVE_INFINITY, 0];
    for (const element of elements) {
      const order = orderOf(element);
      first = Math.min(first, order);
      last = Math.max(last, order);
    }
    this.#first = first;
    this.#sums = new Float64Array((last - first + 1) * COLUMNS);
    this.#flags = new Uint8Array(last - first + 1);
    for (let index = elements.length - 1; index >= 0; index -= 1) this.#measure(elements[index] as HtmlElement);
  }

  /** Empty elements, and those made later, measure nothing. */
  of(element: HtmlElement): Measure {
    const row = orderOf(element) - this.#first;
    const flags = this.#flags[row];
    if (flags === undefined) return EMPTY;
    return {
      text: this.#sum(row, TEXT),
      linked: this.#sum(row, LINKED),
      prose: this.#sum(row, PROSE),
      teased: this.#sum(row, TEASED),
      links: this.#sum(row, LINKS),
      holdsContent: (flags & HOLDS_CONTENT) !== 0,
      holdsTitle: (flags & HOLDS_TITLE) !== 0,
    };
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

  #sum(row: number, column: number): number {
    return this.#sums[row * COLUMNS + column] ?? 0;
  }

  /** Elements below must be measured already. */
  #measure(element: HtmlElement): void {
    if (NON_TEXT_ELEMENTS.has(element.name)) return;
    const row = orderOf(element) - this.#first;
    const at = row * COLUMNS;
    this.#addChildren(element.children, row);
    const sums = this.#sums;
    const text = this.#sum(row, TEXT);
    const { href } = element.attribs;
    // An anchor without an address only marks a place.
    if (element.name === 'a' && href !== undefined) {
      sums[at + LINKED] = text;
      sums[at + TEASED] = TO_FRAGMENT.test(href) ? 0 : text;
      sums[at + LINKS] = this.#sum(row, LINKS) + 1;
    }
    const linked = this.#sum(row, LINKED);
    if (isCard(element, text, linked) && this.#sum(row, TEASED) > 0) sums[at + TEASED] = text;
    if (isProse(element, text, linked)) sums[at + PROSE] = text;
  }

  #addChildren(children: readonly HtmlNode[], row: number): void {
    const [sums, at] = [this.#sums, row * COLUMNS];
    let flags = 0;
    for (const child of children) {
      if (isText(child)) sums[at + TEXT] = this.#sum(row, TEXT) + weightOf(child.data);
      else if (isElement(child)) {
        const below = orderOf(child) - this.#first;
        for (let column = 0; column < COLUMNS; column += 1)
          sums[at + column] = this.#sum(row, column) + this.#sum(below, column);
        flags |= (this.#flags[below] ?? 0) | flagsOf(child);
      }
    }
    this.#flags[row] = flags;
  }
}

/** Each element stands behind all that it is in. */
function levelsBelow(root: HtmlElement): readonly HtmlElement[] {
  const elements = [root];
  for (const element of elements) for (const child of element.children) if (isElement(child)) elements.push(child);
  return elements;
}

/** Elements without a number are none of a page's. */
const orderOf = (element: HtmlElement): number => (element instanceof OrderedElement ? element.order : Number.NaN);

/** A title is content. */
function flagsOf({ name, attribs }: HtmlElement): number {
  if (TITLE_MARKERS.has(name) || attribs.role === 'main') return HOLDS_CONTENT | HOLDS_TITLE;
  return name === 'article' ? HOLDS_CONTENT : 0;
}

/** Leads to a definition, not to another page. */
const TO_FRAGMENT = /#(?!comments?\b|respond\b|disqus).{2}/i;

const CARDS = new Set('article div dd li section td'.split(' '));
const MAX_CARD = 300;
const MIN_CARD_LINK = 20;
const MIN_CARD_SHARE = 0.2;

const isCard = ({ name }: HtmlElement, text: number, linked: number): boolean =>
  CARDS.has(name) && text <= MAX_CARD && linked >= MIN_CARD_LINK && linked >= text * MIN_CARD_SHARE;

/** None of these, headings included, holds the body of an article. */
export const INLINE = new Set('a span b i em strong font small label button time h1 h2 h3 h4'.split(' '));

const isProse = (element: HtmlElement, text: number, linked: number): boolean =>
  text >= MIN_PARAGRAPH && linked <= text * MAX_LINK_SHARE && isParagraph(element);

/** Has text of its own, as `div` with line breaks on many blogs. */
function isParagraph({ name, children }: HtmlElement): boolean {
  if (name === 'p' || name === 'blockquote' || name === 'pre') return true;
  return !INLINE.has(name) && children.some((child) => isText(child) && child.data.trim().length >= 40);
}

/** A superset of the scripts below, tested in a third of the time. */
const BEYOND_ALPHABETS = /[\u0e00-\u0e7f\u1100-\u11ff\u2e80-\uffff]/;

function weightOf(text: string): number {
  const length = collapsedLength(text);
  if (!BEYOND_ALPHABETS.test(text)) return length;
  const ideographs = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu)?.length ?? 0;
  return length + ideographs * (IDEOGRAPH_WEIGHT - 1);
}
