/** Cards that begin with a date or a badge, and their heading after it: read in this order, the date would belong to the card before. */
import { type HtmlElement, type HtmlNode, isElement, isText, moveToStart } from '../dom/dom.ts';

const CARDS = new Set(['article', 'div', 'li', 'section']);
const HEADING = /^h[2-6]$/;
const MAX_CHARACTERS_BEFORE = 60;
const MAX_ELEMENTS_BEFORE = 12;
const MAX_NODES_BETWEEN = 5;
/** Elements whose parts belong to each other. */
const STRUCTURAL_ELEMENTS = new Set('dl form h1 ol pre table ul'.split(' '));

/**
 * Moves the heading of a card to its start, if only a few words stand before it. A card stands beside another of its class. A heading
 * within another card, such as an event of a month, belongs to that one.
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
  let elements = 0;
  for (const node of firstNodesOf(card)) {
    if (isElement(node)) {
      if (HEADING.test(node.name)) return characters > 0 ? node : null;
      if (STRUCTURAL_ELEMENTS.has(node.name) || isCard(node)) return null;
      elements += 1;
    } else if (isText(node)) characters += node.data.trim().length;
    if (characters > MAX_CHARACTERS_BEFORE || elements > MAX_ELEMENTS_BEFORE) return null;
  }
  return null;
}

/** In document order. */
function* firstNodesOf(card: HtmlElement): Generator<HtmlNode> {
  const waiting: HtmlNode[] = card.children.slice(0, MAX_CHILDREN).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (isElement(next)) for (const child of next.children.slice(0, MAX_CHILDREN).reverse()) waiting.push(child);
  }
}

/** With white space and comments between them. */
const MAX_CHILDREN = 2 * MAX_ELEMENTS_BEFORE;

function isBesideAlike(card: HtmlElement, side: 'prev' | 'next'): boolean {
  let beside: HtmlNode | null = card[side];
  for (let nodes = 0; nodes < MAX_NODES_BETWEEN && beside !== null; nodes += 1) {
    if (isElement(beside)) return beside.name === card.name && beside.attribs.class === card.attribs.class;
    beside = beside[side];
  }
  return false;
}
