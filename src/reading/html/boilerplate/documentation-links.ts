/** Links that generators of documentation put beside headings and terms. */
import { type HtmlElement, hasFewElements, isElement, isText, textOf } from '../dom/dom.ts';
import { elementAround } from '../dom/nearby.ts';

/** Fonts draw the link of some themes as a character of private use. */
const PERMALINK = /^[\s\u200b]*[¶#§∞🔗\ue000-\uf8ff]\ufe0f?[\s\u200b]*$/u;
const PERMALINK_NAME = /(?:^|\s)(?:anchor|header-?link|permalink)(?:$|\s)/;
const HEADING = /^h[1-6]$/;
const MAX_PERMALINK = 8;

/** True for a link to the heading or term that it stands in. "See § 5" may link, too. */
export function isPermalink({ attribs, children, parent, next }: HtmlElement): boolean {
  const [only] = children;
  if (only === undefined || children.length > 1 || attribs.href?.startsWith('#') !== true) return false;
  const isInHeading = parent !== null && isElement(parent) && HEADING.test(parent.name);
  const isNamed = PERMALINK_NAME.test((attribs.class ?? '').slice(0, MAX_NAME_CHARACTERS));
  if (!isInHeading && !isNamed && next !== null && !(isText(next) && next.next === null && next.data.trim() === ''))
    return false;
  return isText(only) && only.data.length <= MAX_PERMALINK && PERMALINK.test(only.data);
}

const MAX_NAME_CHARACTERS = 1_000;
/** Only whole words, so that a heading "Source" that is a link itself stays: it has no other text beside it. */
const SOURCE = /^\s*(?:\[\s?(?:source|src)\s?\]|source)\s*$/i;
const MAX_SOURCE = 40;
const MAX_LEVELS = 4;

/** True for a link to the source code of what the heading or term names. */
export function isSourceLink(link: HtmlElement): boolean {
  if (link.attribs.href === undefined || !hasFewElements(link)) return false;
  const words = textOf(link);
  if (words.length > MAX_SOURCE || !SOURCE.test(words)) return false;
  const heading = elementAround(link, MAX_LEVELS, ({ name }) => name === 'dt' || HEADING.test(name));
  return heading !== null && hasFewElements(heading) && textOf(heading).trim() !== words.trim();
}
