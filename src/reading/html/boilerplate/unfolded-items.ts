/** Items of a list or steps of a course that a button shows one after the other: "Show more" and "Next". */
import { type HtmlElement, type HtmlNode, hasLittleText, isElement, saysAtLeast, textOf } from '../dom/dom.ts';

/** Characters that such an item has at least. Messages and states of a price are shorter. */
const LEAST: ReadonlyMap<string, number> = new Map([
  ...['div', 'section', 'article', 'p'].map((name) => [name, 40] as const),
  ...['li', 'tr', 'figure'].map((name) => [name, 20] as const),
]);
const MAX_SIBLINGS = 500;
const MAX_CLASSES = 500;
const MAX_ITEM = 5_000;
/** A message, a window, or a template of a script. */
export const NO_ITEM =
  /alert|error|success|message|modal|popup|dialog|template|tooltip|cookie|consent|lang(?:uage)?(?:$|[\s_-])|translat/i;
const PLACEHOLDER = /\{\{|\$\{|<%/;

interface ShownItems {
  readonly kinds: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
}

export class UnfoldedItems {
  readonly #isHidden: (element: HtmlElement) => boolean;
  /** By parent: kinds and texts of its displayed items. */
  readonly #shown = new WeakMap<HtmlNode, ShownItems>();

  constructor(isHidden: (element: HtmlElement) => boolean) {
    this.#isHidden = isHidden;
  }

  /** True for a hidden item beside a displayed one of the same kind and another text. */
  isOneOfShown(element: HtmlElement): boolean {
    const { parent } = element;
    if (parent === null || !isItem(element) || element.attribs['aria-hidden'] === 'true') return false;
    const shown = this.#shownIn(parent);
    const kind = kindOf(element);
    if (kind === null || !shown.kinds.has(kind)) return false;
    const text = wordsOf(element);
    return !PLACEHOLDER.test(text) && !shown.texts.has(text);
  }

  #shownIn(parent: Exclude<HtmlElement['parent'], null>): ShownItems {
    const known = this.#shown.get(parent);
    if (known !== undefined) return known;
    const items = parent.children
      .slice(0, MAX_SIBLINGS)
      .filter(isElement)
      .filter((one) => isItem(one) && !this.#isHidden(one));
    const shown = { kinds: new Set(items.flatMap((one) => kindOf(one) ?? [])), texts: new Set(items.map(wordsOf)) };
    this.#shown.set(parent, shown);
    return shown;
  }
}

function isItem(element: HtmlElement): boolean {
  const least = LEAST.get(element.name);
  const { class: classes = '', role = '' } = element.attribs;
  if (least === undefined || role !== '' || NO_ITEM.test(classes.slice(0, MAX_CLASSES))) return false;
  return hasLittleText(element, MAX_ITEM) && saysAtLeast(element, least);
}

/** Kinds share the first class; rows and list items need none. */
function kindOf({ name, attribs }: HtmlElement): string | null {
  const [first = ''] = (attribs.class ?? '').trim().split(/\s+/, 1);
  return first === '' && name !== 'li' && name !== 'tr' ? null : `${name} ${first} ${attribs.lang ?? ''}`;
}

const wordsOf = (element: HtmlElement): string => textOf(element).replace(/\s+/g, ' ').trim();
