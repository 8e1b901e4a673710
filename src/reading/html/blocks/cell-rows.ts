/** Rows of a timetable or a list of rates in plain elements: a name, and figures in elements beside it. */
import {
  elementsBelow,
  type HtmlElement,
  hasFewElements,
  hasLittleText,
  isElement,
  isText,
  textOf,
} from '../dom/dom.ts';
import { elementBeside } from '../dom/nearby.ts';

const ROWS = new Set(['div', 'li']);
const MIN_CELLS = 3;
const MAX_CELLS = 6;
/** Includes white space and comments. */
const MAX_CHILDREN = 3 * MAX_CELLS;
const MAX_CELL = 40;
/** Includes the white space between elements. */
const MAX_MARKED_UP = 2_000;
const MAX_NODES_BETWEEN = 5;
const NAME = /^\p{L}{2}/u;
const FIGURE = /^\p{Sc}?\s?\d/u;
/** A row with one of these is a card. */
const STRUCTURAL_ELEMENTS = new Set('a blockquote dl form h1 h2 h3 h4 h5 h6 hr img ol pre table ul'.split(' '));

/**
 * `Yoga – 18:30 – Ana`; null for other elements. A row stands beside another with as many cells.
 * @param inline collapses white space
 */
export function cellRow(element: HtmlElement, inline: (text: string) => string): string | null {
  const row = rowOf(element, inline);
  if (row === null) return null;
  const isBeside = (['prev', 'next'] as const).some((side) => {
    const other = elementBeside(element, side, MAX_NODES_BETWEEN);
    return other?.name === element.name && other.attribs.class === element.attribs.class && isRow(other, row, inline);
  });
  return isBeside ? row.join(' – ') : null;
}

const isRow = (other: HtmlElement, row: readonly string[], inline: (text: string) => string): boolean =>
  rowOf(other, inline)?.length === row.length;

function rowOf(element: HtmlElement, inline: (text: string) => string): readonly string[] | null {
  const cells = cellsOf(element);
  if (cells.length < MIN_CELLS || !hasFewElements(element) || !hasLittleText(element, MAX_MARKED_UP)) return null;
  for (const { name } of elementsBelow(element)) if (STRUCTURAL_ELEMENTS.has(name)) return null;
  const [name = '', ...values] = cells.map((cell) => inline(textOf(cell)));
  const areShort = [name, ...values].every((text) => text.length <= MAX_CELL && !text.includes('\n') && text !== '');
  return areShort && NAME.test(name) && values.some((text) => FIGURE.test(text)) ? [name, ...values] : null;
}

/** Returns none when text stands beside them. */
function cellsOf({ name, children }: HtmlElement): readonly HtmlElement[] {
  if (!ROWS.has(name) || children.length > MAX_CHILDREN) return [];
  if (children.some((child) => isText(child) && child.data.trim() !== '')) return [];
  const cells = children.filter((child): child is HtmlElement => isElement(child) && child.children.length > 0);
  return cells.length <= MAX_CELLS ? cells : [];
}
