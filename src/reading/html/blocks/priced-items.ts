/** Dishes, services and goods that pages lay out as cards: name, price and description in elements of their own. */
import {
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  hasLittleText,
  isElement,
  textOf,
} from '../dom/dom.ts';
import { elementBeside, type Side } from '../dom/nearby.ts';

const MAX_CHARACTERS = 250;
/** Includes the white space between its elements. */
const MAX_MARKED_UP = 3_000;
const MAX_LINES = 4;
const STRUCTURAL_ELEMENTS = new Set('blockquote dl form h1 ol pre table ul'.split(' '));
const HEADING = /^h[2-6]$/;
const ITEMS = new Set('article div figure li section'.split(' '));

/** An amount in the digits of any script. */
const AMOUNT = /\p{Nd}{1,3}(?:[.,'٬\s]?\p{Nd}{3}){0,3}(?:[.,٫]\p{Nd}{1,2}|,?[-–—])?/u.source;
const CURRENCY =
  /(?:\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|руб\.?|грн|Fr\.?|Rp|RM|[رد]\.\s?[سإاقمكعتبل]\.?|ج\.\s?م\.?|ريال|درهم|جنيه|دينار|ليرة|تومان|ریال)/u
    .source;
const PRICE = new RegExp(
  String.raw`^(?:\p{L}{1,9}\.?\s){0,2}(?:${CURRENCY}\s?${AMOUNT}|${AMOUNT}\s?${CURRENCY}|\p{Nd}{1,4}[.,٫]\p{Nd}{2})(?:\s?[/\p{L}][\p{L}. ]{0,20})?$`,
  'u',
);
/** "Melanzane £19" is a name with its price, but looks like a price of several words. */
const BARE_PRICE = new RegExp(`^(?:${CURRENCY}\\s?)?\\p{Nd}`, 'u');
const PRICE_AT_END = new RegExp(String.raw`\p{L}\s(?:${CURRENCY}\s?${AMOUNT}|${AMOUNT}\s?${CURRENCY})$`, 'u');
const MAX_NAME = 60;
/** Includes the white space between them. */
const MAX_NAME_AND_PRICE = 400;
const SENTENCE = /[.!?:。！？]$/u;
const WORD = /\p{L}{2}/u;

/**
 * One line, name first: `Fig salad – $14 – goat cheese`. Returns null for other elements.
 * @param inline collapses white space
 */
export function pricedLine(element: HtmlElement, inline: (text: string) => string): string | null {
  if (!ITEMS.has(element.name)) return null;
  return standsBesideOthers(element) ? itemLine(element, inline) : nameAndPrice(element, inline);
}

function itemLine(element: HtmlElement, inline: (text: string) => string): string | null {
  const lines = linesOf(element, inline);
  const [price, ...otherPrices] = lines.filter((line) => PRICE.test(line));
  if (price === undefined) return isDescribed(element, lines) ? lines.join(' – ') : null;
  if (otherPrices.length > 0 || lines.length < 2 || lines.length > MAX_LINES) return null;
  if (isOneOfHeadedSections(element, inline)) return null;
  const [name = '', ...description] = lines.filter((line) => line !== price);
  if (!WORD.test(name) || holdsStructure(element, lines.length)) return null;
  const isPriceFirst = lines[0] === price && BARE_PRICE.test(price);
  return (isPriceFirst ? [name, price, ...description] : lines).join(' – ');
}

/** Drops repeated lines: some pages write the price twice, for wide and for narrow screens. Returns none for a long text. */
function linesOf(element: HtmlElement, inline: (text: string) => string): readonly string[] {
  if (!hasFewElements(element) || !hasLittleText(element, MAX_MARKED_UP)) return [];
  const text = inline(textOf(element));
  return text.length > MAX_CHARACTERS ? [] : [...new Set(text.split('\n'))];
}

/** A card whose other cards are elsewhere. A heading with a price begins a section. */
function nameAndPrice(element: HtmlElement, inline: (text: string) => string): string | null {
  if (!hasTwoParts(element) || !hasLittleText(element, MAX_NAME_AND_PRICE) || !hasFewElements(element)) return null;
  const [name = '', price = '', ...others] = inline(textOf(element)).split('\n');
  if (others.length > 0 || name.length > MAX_NAME || !WORD.test(name) || SENTENCE.test(name)) return null;
  if (!PRICE.test(price) || holdsHeading(element) || holdsStructure(element, MAX_LINES)) return null;
  return `${name} – ${price}`;
}

/** White space, comments and pictures stand between the parts. */
const MAX_CHILDREN = 8;

const hasTwoParts = ({ children }: HtmlElement): boolean =>
  children.length <= MAX_CHILDREN &&
  children.filter((child) => isElement(child) && child.children.length > 0).length === 2;

/** Name and price in one line, and a description below. */
function isDescribed(element: HtmlElement, [first = '', ...others]: readonly string[]): boolean {
  if (element.name !== 'li' || others.length === 0 || others.length > MAX_LINES - 2) return false;
  return PRICE_AT_END.test(first) && !holdsStructure(element, MAX_LINES);
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

function isBeside(element: HtmlElement, side: Side): boolean {
  const isAlike = ({ name, attribs }: HtmlElement) =>
    name === element.name && firstClass(attribs) === firstClass(element.attribs);
  return elementBeside(element, side, MAX_NODES_BETWEEN, isAlike) !== null;
}

const firstClass = (attribs: Readonly<Record<string, string>>): string | undefined =>
  attribs.class?.trim().split(/\s+/, 1)[0];

const MAX_SIBLINGS = 60;
const isSectioned = new WeakMap<HtmlNode, boolean>();

/** True for an item with a heading beside one that also has a description: under that one's heading it would be part of it. */
function isOneOfHeadedSections(item: HtmlElement, inline: (text: string) => string): boolean {
  const { parent } = item;
  if (parent === null || !holdsHeading(item)) return false;
  const known = isSectioned.get(parent);
  if (known !== undefined) return known;
  const siblings = parent.children.slice(0, MAX_SIBLINGS).filter(isElement);
  const found = siblings.some((one) => ITEMS.has(one.name) && isHeadedSection(one, inline));
  isSectioned.set(parent, found);
  return found;
}

function isHeadedSection(item: HtmlElement, inline: (text: string) => string): boolean {
  if (!holdsHeading(item)) return false;
  if (!hasFewElements(item) || !hasLittleText(item, MAX_MARKED_UP)) return true;
  return holdsStructure(item, new Set(inline(textOf(item)).split('\n')).size);
}

function holdsHeading(item: HtmlElement): boolean {
  let searched = 0;
  for (const { name } of elementsBelow(item)) {
    searched += 1;
    if (HEADING.test(name) || searched > MAX_SIBLINGS) return HEADING.test(name);
  }
  return false;
}

/** A heading and a price are one line; with a description they are a section. */
function holdsStructure(element: HtmlElement, lines: number): boolean {
  for (const { name } of elementsBelow(element))
    if (STRUCTURAL_ELEMENTS.has(name) || (lines > 2 && HEADING.test(name))) return true;
  return false;
}
