/** Parts that a page holds once for wide and once for narrow screens. */
import { type HtmlElement, type HtmlNode, hasLittleText, textOf } from '../dom/dom.ts';

const MAX_CLASSES = 1_000;
const MAX_TEXT = 5_000;
/** Bounds the time over parts within parts. */
const MAX_PARTS = 500;
const WIDTH = '(?:xs|sm|md|lg|xl|2xl|xxl|mobile|phone|tablet|desktop|laptop|small|medium|large)';
/** A quick test, which most classes fail. */
const SOUGHT = /hid|none|only|visib|show|variant|:block|:flex|:grid|:inline/;
const BY_WIDTH = new RegExp(
  [
    String.raw`(?:^|\s)(?:ssr-variant|\S*(?:hidden|hide|show|visible)(?:-(?:on|for|only))?[-@]${WIDTH}\S*|${WIDTH}[-:]`,
    String.raw`(?:only|hide|hidden|show|block|flex|grid|inline\S*)|(?:only|d)-${WIDTH}(?:-none)?|d-none)(?:$|\s)`,
  ].join(''),
);

/** Two parts that only wide screens show are no copies. */
const HIDDEN_AT_FIRST = /(?:^|\s)(?:d-none|hidden)(?:$|\s)/;
const CELLS = new Set(['td', 'th']);

export class ResponsiveParts {
  /** By parent: text of each part, with the classes of its first. */
  readonly #texts = new Map<HtmlNode, Map<string, string>>();
  #parts = 0;

  /**
   * True when an earlier sibling has the same text for other screens. Cells are none: columns that narrow screens lack may say the same.
   */
  isCopy(element: HtmlElement, classes: string): boolean {
    const { parent } = element;
    if (
      parent === null ||
      CELLS.has(element.name) ||
      !SOUGHT.test(classes) ||
      !BY_WIDTH.test(classes.slice(0, MAX_CLASSES))
    )
      return false;
    this.#parts += 1;
    if (this.#parts > MAX_PARTS || !hasLittleText(element, MAX_TEXT)) return false;
    const text = textOf(element).replace(/\s+/g, ' ').trim();
    if (text === '') return false;
    const texts = this.#texts.get(parent) ?? new Map<string, string>();
    this.#texts.set(parent, texts);
    const first = texts.get(text);
    if (first === undefined) texts.set(text, classes);
    return first !== undefined && first !== classes && !(HIDDEN_AT_FIRST.test(first) && HIDDEN_AT_FIRST.test(classes));
  }
}
