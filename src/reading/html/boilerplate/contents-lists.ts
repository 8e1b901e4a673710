/** Tables of contents within a page: what they name stands below as headings, and answers nothing itself. */
import { elementsBelow, type HtmlElement, type HtmlNode, isElement, isText } from '../dom/dom.ts';
import type { Measures } from '../dom/measure.ts';

const LISTS = new Set(['ul', 'ol', 'dl']);
const MIN_LINKS = 3;
const MIN_LINK_SHARE = 0.9;
/** Elements around the last words of a sentence. */
const MAX_DEPTH = 5;

/** The outermost lists that hold nothing but links to parts of the page. Linear in the elements. */
export function contentsLists(body: HtmlElement, measures: Measures): readonly HtmlElement[] {
  const elements = [...elementsBelow(body)];
  const leading = leadingElsewhere(elements);
  const within = new Set<HtmlElement>();
  return elements.filter((list) => {
    if (!LISTS.has(list.name) || within.has(list) || leading.has(list)) return false;
    if (measures.of(list).links < MIN_LINKS || measures.linkShare(list) < MIN_LINK_SHARE) return false;
    for (const element of elementsBelow(list)) within.add(element);
    return !isAnnounced(list);
  });
}

/** Elements that are or hold a link to anything but a part of the page. */
function leadingElsewhere(elements: readonly HtmlElement[]): ReadonlySet<HtmlNode> {
  const parts = new Set(elements.flatMap(({ attribs }) => [attribs.id, attribs.name]));
  const leading = new Set<HtmlNode>();
  for (const link of elements) {
    if (link.name !== 'a' || leadsToOneOf(parts, link.attribs.href)) continue;
    for (let holder: HtmlNode | null = link; holder !== null && !leading.has(holder); holder = holder.parent)
      leading.add(holder);
  }
  return leading;
}

/** "There are two kinds of hooks:" */
function isAnnounced(list: HtmlElement): boolean {
  let before: HtmlNode | null = list.prev;
  while (before !== null && isText(before) && before.data.trim() === '') before = before.prev;
  for (let depth = 0; depth < MAX_DEPTH && before !== null && isElement(before); depth += 1)
    before = before.children.at(-1) ?? null;
  return before !== null && isText(before) && /[:：]$/u.test(before.data.trimEnd());
}

/** An anchor without an address leads nowhere, and is a target itself. */
const leadsToOneOf = (parts: ReadonlySet<string | undefined>, href: string | undefined): boolean =>
  href === undefined || (href.startsWith('#') && parts.has(decoded(href.slice(1))));

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
