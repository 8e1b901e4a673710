/** Dishes, services and goods with their prices, which pages lay out as cards: the name, the price and a description in elements of their own. */
import { elementsBelow, type HtmlElement, hasFewElements, hasLittleText, isElement, textOf } from '../dom/dom.ts';

const MAX_CHARACTERS = 250;
/** With the white space between its elements. */
const MAX_MARKED_UP = 3_000;
const MAX_LINES = 4;
const STRUCTURAL_ELEMENTS = new Set('blockquote dl form h1 ol pre table ul'.split(' '));
const HEADING = /^h[2-6]$/;
const ITEMS = new Set('article div figure li section'.split(' '));

const AMOUNT = /\d{1,3}(?:[.,'\s]?\d{3}){0,3}(?:[.,]\d{1,2}|,?[-–—])?/u.source;
const CURRENCY = /(?:\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|руб\.?|грн|Fr\.?|Rp|RM)/u.source;
const PRICE = new RegExp(
  String.raw`^(?:\p{L}{1,9}\.?\s){0,2}(?:${CURRENCY}\s?${AMOUNT}|${AMOUNT}\s?${CURRENCY}|\d{1,4}[.,]\d{2})(?:\s?[/\p{L}][\p{L}. ]{0,20})?$`,
  'u',
);
/** "Melanzane £19" is a name with its price, which a price of several words looks like. */
const BARE_PRICE = new RegExp(`^(?:${CURRENCY}\\s?)?\\d`, 'u');
const WORD = /\p{L}{2}/u;

/**
 * The item as one line, name first: `Fig salad – $14 – goat cheese`. Null for other elements. An item stands beside others of its kind.
 * @param inline collapses white space
 */
export function pricedLine(element: HtmlElement, inline: (text: string) => string): string | null {
  if (!ITEMS.has(element.name) || !standsBesideOthers(element) || !hasFewElements(element)) return null;
  if (!hasLittleText(element, MAX_MARKED_UP)) return null;
  const text = inline(textOf(element));
  if (text.length > MAX_CHARACTERS) return null;
  // Some pages write the price twice, for wide and for narrow screens.
  const lines = [...new Set(text.split('\n'))];
  const prices = lines.filter((line) => PRICE.test(line));
  const [price] = prices;
  if (lines.length < 2 || lines.length > MAX_LINES || price === undefined || prices.length > 1) return null;
  const others = lines.filter((line) => line !== price);
  const [name = ''] = others;
  if (!WORD.test(name) || holdsStructure(element, lines.length)) return null;
  const isPriceFirst = lines[0] === price && BARE_PRICE.test(price);
  return (isPriceFirst ? [name, price, ...others.slice(1)] : lines).join(' – ');
}

function standsBesideOthers(element: HtmlElement): boolean {
  return (
    /(?:^|[\s_-])(?:item|dish|product)(?:$|\s)/i.test(element.attribs.class ?? '') ||
    isBeside(element, 'prev') ||
    isBeside(element, 'next')
  );
}

/** Lines and pictures may stand between two items. */
const MAX_NODES_BETWEEN = 5;

function isBeside(element: HtmlElement, side: 'prev' | 'next'): boolean {
  let other = element[side];
  for (let nodes = 0; nodes < MAX_NODES_BETWEEN && other !== null; nodes += 1) {
    if (isElement(other) && other.name === element.name && firstClass(other.attribs) === firstClass(element.attribs))
      return true;
    other = other[side];
  }
  return false;
}

const firstClass = (attribs: Readonly<Record<string, string>>): string | undefined =>
  attribs.class?.trim().split(/\s+/, 1)[0];

/** A heading and a price are one line; with a description they are a section. */
function holdsStructure(element: HtmlElement, lines: number): boolean {
  for (const { name } of elementsBelow(element))
    if (STRUCTURAL_ELEMENTS.has(name) || (lines > 2 && HEADING.test(name))) return true;
  return false;
}
