/** Cards whose heading follows a date or a badge: read in this order, the date would belong to the card before. */
import { type HtmlElement, type HtmlNode, isElement, isText, moveToStart } from '../dom/dom.ts';
import { elementBeside, type Side } from '../dom/nearby.ts';

const CARDS = new Set(['article', 'div', 'li', 'section']);
const HEADING = /^h[2-6]$/;
const MAX_CHARACTERS_BEFORE = 60;
const MAX_ELEMENTS_BEFORE = 12;
const MAX_NODES_BETWEEN = 5;
/** Parts of these belong together. */
const STRUCTURAL_ELEMENTS = new Set('dl form h1 ol pre table ul'.split(' '));

/**
 * Moves a card's heading to its start, if only a few words stand before it. A card stands beside another of its class; a heading within a
 * card inside, such as an event of a month, belongs to that one.
 */
export function moveLateHeading(card: HtmlElement): void {
  if (!isCard(card)) return;
  const heading = lateHeadingOf(card);
  if (heading !== null) moveToStart(card, [heading]);
}

const isCard = (element: HtmlElement): boolean =>
  CARDS.has(element.name) &&
  element.attribs.class !== undefined &&
  (isBesideAlike(element, 'next') || isBesideAlike(element, 'prev'));

/** @returns null when no text stands before the heading, or too much */
function lateHeadingOf(card: HtmlElement): HtmlElement | null {
  let characters = 0;
  for (const node of firstNodesOf(card)) {
    if (isHeading(node)) return characters > 0 ? node : null;
    if (belongsTogether(node)) return null;
    if (isText(node)) characters += node.data.trim().length;
    if (characters > MAX_CHARACTERS_BEFORE) return null;
  }
  return null;
}

const isHeading = (node: HtmlNode): node is HtmlElement => isElement(node) && HEADING.test(node.name);

const belongsTogether = (node: HtmlNode): boolean =>
  isElement(node) && (STRUCTURAL_ELEMENTS.has(node.name) || isCard(node));

/** Document order, up to `MAX_ELEMENTS_BEFORE` elements. */
function* firstNodesOf(card: HtmlElement): Generator<HtmlNode> {
  const waiting: HtmlNode[] = firstChildren(card).reverse();
  let elements = 0;
  for (let next = waiting.pop(); next !== undefined && elements <= MAX_ELEMENTS_BEFORE; next = waiting.pop()) {
    yield next;
    if (!isElement(next)) continue;
    elements += 1;
    for (const child of firstChildren(next).reverse()) waiting.push(child);
  }
}

const firstChildren = ({ children }: HtmlElement): HtmlNode[] => children.slice(0, MAX_CHILDREN);

/** White space and comments stand between elements. */
const MAX_CHILDREN = 2 * MAX_ELEMENTS_BEFORE;

function isBesideAlike(card: HtmlElement, side: Side): boolean {
  const beside = elementBeside(card, side, MAX_NODES_BETWEEN);
  return beside !== null && beside.name === card.name && beside.attribs.class === card.attribs.class;
}
