/** Headings that only a class name marks, as of cards, plans and categories. */

import { elementsBelow, type HtmlElement, hasFewElements, isElement, isText, textOf } from '../dom/dom.ts';
import { kebabCase } from '../dom/kebab-case.ts';
import { elementBeside, type Side } from '../dom/nearby.ts';

const MAX_CHARACTERS = 80;
const MAX_WORDS = 10;
const MAX_NAME_CHARACTERS = 1_000;
/** Bounds the search for the text below. */
const MAX_NODES = 10;
const MAX_LEVELS = 2;

const TITLE =
  /(?:^|-)(?:title|heading|headline)$|(?:^|-)(?:plan|tier|tariff|package|category|section|menu|course|room|treatment|service|card)-(?:name|title|header|heading)$/;
const SOUGHT = /title|head|name/i;
/** Titles of other things than the text below. */
const OTHER = /(?:^|-)(?:sub|alt|job|position|person|site|blog|page|form|video|image|img|tooltip)-?(?:title|heading)$/;
const HEADING = /^h[1-6]$/;
const NOT_WITHIN = new Set('p div ul ol li table a h1 h2 h3 h4 h5 h6 button label input figure'.split(' '));
const UNFINISHED = /[.,;:…。，；、]["'”’»)]*$/u;
const WORD = /\p{L}{2}/u;
const FIGURE = /\p{Sc}|\d{5}|@/u;

/** True for a short line above the text that it names. */
export function isNamedTitle(element: HtmlElement): boolean {
  if (!hasTitleName(element) || !hasFewElements(element)) return false;
  for (const { name } of elementsBelow(element)) if (NOT_WITHIN.has(name)) return false;
  const text = textOf(element).replace(/\s+/g, ' ').trim();
  if (text.length > MAX_CHARACTERS || text.split(' ').length > MAX_WORDS) return false;
  if (!WORD.test(text) || UNFINISHED.test(text) || FIGURE.test(text)) return false;
  const before = beside(element, 'prev');
  // Right below a heading it is that one's second line.
  return (before === null || !HEADING.test(before.name)) && isAboveText(element);
}

function hasTitleName({ attribs }: HtmlElement): boolean {
  const names = (attribs.class ?? '').slice(0, MAX_NAME_CHARACTERS);
  if (!SOUGHT.test(names)) return false;
  return names.split(/\s+/).some((name) => {
    const words = kebabCase(name);
    return TITLE.test(words) && !OTHER.test(words);
  });
}

function isAboveText(title: HtmlElement): boolean {
  let inner = title;
  for (let level = 0; level <= MAX_LEVELS; level += 1) {
    const next = beside(inner, 'next');
    if (next !== null) return !HEADING.test(next.name) && !hasTitleName(next);
    const { parent } = inner;
    if (parent === null || !isElement(parent) || beside(inner, 'prev') !== null) return false;
    inner = parent;
  }
  return false;
}

/** The nearest element with text. */
const beside = (element: HtmlElement, side: Side): HtmlElement | null =>
  elementBeside(element, side, MAX_NODES, saysSomething);

function saysSomething(element: HtmlElement): boolean {
  if (!hasFewElements(element)) return true;
  return [element, ...elementsBelow(element)].some(({ children }) =>
    children.some((child) => isText(child) && child.data.trim() !== ''),
  );
}
