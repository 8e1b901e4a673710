/**
 * Prices that a page shows in one way and has screen readers say in another: `<span aria-hidden="true">$12<sup>99</sup></span>` before
 * `$12.99`, or both ends of a range before "from $12 to $20".
 */
import { elementsBelow, type HtmlElement, hasFewElements, isText, textOf } from '../dom/dom.ts';
import { elementBeside, type Side } from '../dom/nearby.ts';

const SPOKEN_NAME = /(?:^|\s)(?:sr-?only|screen-reader-text|visually-?hidden)(?:$|[\s-])/i;
const CURRENCY = /\p{Sc}/u;
const MAX_NODES_BETWEEN = 4;

/**
 * Keeps the spoken price, or the shown one of "£65" and "65 British pounds". Must run before hidden elements and
 * texts for screen readers are removed.
 */
export function keepSpokenFigures(root: HtmlElement): void {
  for (const shown of elementsBelow(root)) {
    if (shown.attribs['aria-hidden'] !== 'true' || !hasFewElements(shown)) continue;
    const spoken = spokenFor(shown);
    if (spoken !== null) keepClearer(shown, spoken);
  }
}

/** The element beside it for screen readers, if it says the same figure. */
function spokenFor(shown: HtmlElement): HtmlElement | null {
  const digits = digitsOf(shown);
  if (digits === '') return null;
  return spokenBeside(shown, 'next', digits) ?? spokenBeside(shown, 'prev', digits);
}

/** Only the shown figure is read if it alone has the currency's sign, else only the spoken one. */
function keepClearer(shown: HtmlElement, spoken: HtmlElement): void {
  const tellsSign = shown.children.every(isText) && CURRENCY.test(textOf(shown));
  if (tellsSign && !CURRENCY.test(textOf(spoken))) delete shown.attribs['aria-hidden'];
  else spoken.attribs.class = '';
}

/** Many texts have a single digit, such as "Step 1 of 12". */
const tells = (spoken: string, digits: string): boolean =>
  spoken === digits || (digits.length > 1 && spoken.includes(digits));

function spokenBeside(shown: HtmlElement, side: Side, digits: string): HtmlElement | null {
  const spoken = elementBeside(shown, side, MAX_NODES_BETWEEN, isSpoken);
  return spoken !== null && tells(digitsOf(spoken), digits) ? spoken : null;
}

const isSpoken = (element: HtmlElement): boolean =>
  SPOKEN_NAME.test(element.attribs.class ?? '') && hasFewElements(element);

const digitsOf = (element: HtmlElement): string => textOf(element).replace(/\P{Nd}+/gu, '');
