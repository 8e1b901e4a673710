import { type CheerioAPI, load } from 'cheerio';

/** The nodes of a parsed page. */
export type HtmlNode = NonNullable<ReturnType<CheerioAPI['root']>[0]>['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;
export const isText = (node: HtmlNode): node is Extract<HtmlNode, { nodeType: 3 }> => node.nodeType === 3;

/** Browsers flatten at 512; what is deeper than this was made to break parsers, which take quadratic time over it. */
const MAX_DEPTH = 2_000;

/** Elements that may stay open, and those that hold nothing: they say nothing about depth. */
const UNCOUNTED = new Set(
  'p li dt dd tr td th thead tbody tfoot option optgroup colgroup body html head br hr img input meta link area base col embed source track wbr path circle rect line use'.split(
    ' ',
  ),
);

export class TooDeep extends Error {
  override readonly name = 'TooDeep';
}

/** @throws TooDeep before any time is spent on markup nested without end. */
export function parseHtml(html: string): CheerioAPI {
  if (nestingOf(html) > MAX_DEPTH) throw new TooDeep('The page is nested too deeply');
  return load(html);
}

/** The greatest number of elements open at once, as the tags alone tell. One pass, no backtracking. */
function nestingOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const tag of html.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9-]*)/g)) {
    if (UNCOUNTED.has((tag[2] ?? '').toLowerCase())) continue;
    depth = tag[1] === '' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/** Every element below, in the order of the page. cheerio's own search takes quadratic time where one element has very many children. */
export function* elementsBelow(root: HtmlElement): Generator<HtmlElement> {
  const waiting: HtmlNode[] = root.children.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next)) continue;
    yield next;
    for (let index = next.children.length - 1; index >= 0; index -= 1) waiting.push(next.children[index] as HtmlNode);
  }
}

/** Takes them off the page. One by one, each would be looked for among its siblings: quadratic time for a hundred thousand of them. */
export function removeAll(elements: readonly HtmlElement[]): void {
  const removed = new Set<HtmlNode>(elements);
  for (const parent of new Set(elements.map(({ parent }) => parent))) {
    if (parent === null) continue;
    parent.children = parent.children.filter((child) => !removed.has(child));
    for (const [index, child] of parent.children.entries()) {
      child.prev = parent.children[index - 1] ?? null;
      child.next = parent.children[index + 1] ?? null;
    }
  }
  for (const element of elements) element.parent = null;
}

/** Elements that set their text apart from what stands before them. */
const APART = new Set('br p div li td th tr dt dd h1 h2 h3 h4 h5 h6 section article header footer'.split(' '));

/** All text below the node, white space folded, line breaks where elements break it. Without recursion: depth is the page's choice. */
export function textOf(node: HtmlNode): string {
  const parts: string[] = [];
  const waiting: HtmlNode[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isText(next)) parts.push(next.data.replace(/\s+/g, ' '));
    else if (isElement(next)) {
      if (NOT_TEXT.has(next.name)) continue;
      if (next !== node && APART.has(next.name)) parts.push('\n');
      for (let index = next.children.length - 1; index >= 0; index -= 1) waiting.push(next.children[index] as HtmlNode);
    }
  }
  return parts.join('');
}

/** Elements whose text nobody reads on the page. */
export const NOT_TEXT: ReadonlySet<string> = new Set(
  'script style noscript template iframe object embed svg canvas audio video head select datalist button input textarea map'.split(
    ' ',
  ),
);
