/**
 * Prices that a page shows in one way and has screen readers say in another: `<span aria-hidden="true">$12<sup>99</sup></span>` before
 * `$12.99`, or both ends of a range before "from $12 to $20".
 */
import {
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  isElement,
  isText,
  textOf,
} from '../dom/dom.ts';

const SPOKEN_NAME = /(?:^|\s)(?:sr-?only|screen-reader-text|visually-?hidden)(?:$|[\s-])/i;
const CURRENCY = /\p{Sc}/u;
const MAX_NODES_BETWEEN = 4;

/**
 * Keeps what is said, which would be removed with the names of buttons; of "£65" and "65 British pounds" what is shown. Call it before
 * hidden elements are removed.
 */
export function keepSpokenFigures(root: HtmlElement): void {
  for (const shown of elementsBelow(root)) {
    if (shown.attribs['aria-hidden'] !== 'true' || !hasFewElements(shown)) continue;
    const digits = digitsOf(shown);
    if (digits === '') continue;
    const spoken = spokenBeside(shown, 'next', digits) ?? spokenBeside(shown, 'prev', digits);
    if (spoken === null) continue;
    if (shown.children.every(isText) && CURRENCY.test(textOf(shown)) && !CURRENCY.test(textOf(spoken)))
      delete shown.attribs['aria-hidden'];
    else spoken.attribs.class = '';
  }
}

/** A single digit is in many a text, such as "Step 1 of 12". */
const tells = (spoken: string, digits: string): boolean =>
  spoken === digits || (digits.length > 1 && spoken.includes(digits));

function spokenBeside(shown: HtmlElement, side: 'prev' | 'next', digits: string): HtmlElement | null {
  let node: HtmlNode | null = shown[side];
  for (let nodes = 0; nodes < MAX_NODES_BETWEEN && node !== null; nodes += 1) {
    if (isElement(node) && SPOKEN_NAME.test(node.attribs.class ?? '') && hasFewElements(node))
      return tells(digitsOf(node), digits) ? node : null;
    node = node[side];
  }
  return null;
}

const digitsOf = (element: HtmlElement): string => textOf(element).replace(/\P{Nd}+/gu, '');
