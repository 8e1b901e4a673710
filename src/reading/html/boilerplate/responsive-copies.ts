/** Parts that a page holds once for wide and once for narrow screens. */
import { type HtmlElement, type HtmlNode, hasLittleText, textOf } from '../dom/dom.ts';

const MAX_CLASSES = 1_000;
const MAX_TEXT = 5_000;
/** Bounds the time over parts within parts. */
const MAX_PARTS = 500;
const WIDTH = '(?:xs|sm|md|lg|xl|2xl|xxl|mobile|phone|tablet|desktop|laptop|small|medium|large)';
/** Most classes are none of these, which is quicker to find. */
const SOUGHT = /hid|none|only|visib|show|variant|:block|:flex|:grid|:inline/;
const BY_WIDTH = new RegExp(
  [
    String.raw`(?:^|\s)(?:ssr-variant|\S*(?:hidden|hide|show|visible)(?:-(?:on|for|only))?[-@]${WIDTH}\S*|${WIDTH}[-:]`,
    String.raw`(?:only|hide|hidden|show|block|flex|grid|inline\S*)|(?:only|d)-${WIDTH}(?:-none)?|d-none)(?:$|\s)`,
  ].join(''),
);

export class ResponsiveParts {
  /** By parent: texts of its parts so far. */
  readonly #texts = new Map<HtmlNode, Set<string>>();
  #parts = 0;

  /** True when a part before it, beside it, has the same text. */
  isCopy(element: HtmlElement, classes: string): boolean {
    const { parent } = element;
    if (parent === null || !SOUGHT.test(classes) || !BY_WIDTH.test(classes.slice(0, MAX_CLASSES))) return false;
    this.#parts += 1;
    if (this.#parts > MAX_PARTS || !hasLittleText(element, MAX_TEXT)) return false;
    const text = textOf(element).replace(/\s+/g, ' ').trim();
    if (text === '') return false;
    const texts = this.#texts.get(parent) ?? new Set();
    this.#texts.set(parent, texts);
    if (texts.has(text)) return true;
    texts.add(text);
    return false;
  }
}
