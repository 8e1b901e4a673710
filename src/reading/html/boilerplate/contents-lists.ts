/** Tables of contents within a page, which name only headings below and answer nothing. */
import { isContentsLabel } from '../../contents-label.ts';
import {
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  hasLittleText,
  isElement,
  isText,
  textOf,
} from '../dom/dom.ts';
import type { Measures } from '../dom/measure.ts';

const LISTS = new Set(['ul', 'ol', 'dl']);
const MIN_LINKS = 3;
/** A few entries have a word of explanation. */
const MIN_LINK_SHARE = 0.8;
/** Manuals have links whose target is gone. */
const MAX_BROKEN_SHARE = 0.1;
/** Depth of the last words of a sentence. */
const MAX_DEPTH = 5;
const MAX_LABEL = 60;
/** The outermost lists of nothing but links to parts of the page, with the labels above them. Linear in the elements. */
export function contentsLists(body: HtmlElement, measures: Measures): readonly HtmlElement[] {
  const elements = [...elementsBelow(body)];
  const within = new Set<HtmlElement>();
  const lists = elements.filter((list) => {
    if (!LISTS.has(list.name) || within.has(list)) return false;
    if (measures.of(list).links < MIN_LINKS || measures.linkShare(list) < MIN_LINK_SHARE) return false;
    for (const element of elementsBelow(list)) within.add(element);
    return true;
  });
  if (lists.length === 0) return [];
  const parts = new Set(elements.flatMap(({ attribs }) => [attribs.id, attribs.name]));
  return lists
    .filter((list) => leadsToParts(list, parts))
    .flatMap((list) => {
      const label = labelAbove(list);
      if (label !== null) return [label, list];
      return isAnnounced(list) ? [] : [list];
    });
}

/** True when no link leads to another page, and nearly all to a part. */
function leadsToParts(list: HtmlElement, parts: ReadonlySet<string | undefined>): boolean {
  let [links, broken] = [0, 0];
  for (const { name, attribs } of elementsBelow(list)) {
    // An anchor without an address leads nowhere, and is a target itself.
    if (name !== 'a' || attribs.href === undefined) continue;
    if (!attribs.href.startsWith('#')) return false;
    links += 1;
    if (!parts.has(decoded(attribs.href.slice(1)))) broken += 1;
  }
  return broken <= links * MAX_BROKEN_SHARE;
}

function labelAbove(list: HtmlElement): HtmlElement | null {
  const before = filledBefore(list);
  if (before === null || !isElement(before)) return null;
  if (!hasFewElements(before) || !hasLittleText(before, MAX_LABEL)) return null;
  return isContentsLabel(textOf(before).trim()) ? before : null;
}

/** "There are two kinds of hooks:" */
function isAnnounced(list: HtmlElement): boolean {
  let before = filledBefore(list);
  for (let depth = 0; depth < MAX_DEPTH && before !== null && isElement(before); depth += 1)
    before = before.children.at(-1) ?? null;
  return before !== null && isText(before) && /[:：]$/u.test(before.data.trimEnd());
}

function filledBefore({ prev }: HtmlElement): HtmlNode | null {
  let before: HtmlNode | null = prev;
  while (before !== null && isText(before) && before.data.trim() === '') before = before.prev;
  return before;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
