/** Elements beside and around another one. A page chooses how many there are, so most callers bound the search. */
import { type HtmlElement, type HtmlNode, isElement } from './dom.ts';

export type Side = 'prev' | 'next';

type Test = (element: HtmlElement) => boolean;

const anyElement: Test = () => true;

/**
 * The nearest sibling that passes the test.
 * @param most nodes to look at, with white space and comments
 */
export function elementBeside(
  node: HtmlNode,
  side: Side,
  most = Number.POSITIVE_INFINITY,
  isSought = anyElement,
): HtmlElement | null {
  let beside = node[side];
  for (let nodes = 0; nodes < most && beside !== null; nodes += 1) {
    if (isElement(beside) && isSought(beside)) return beside;
    beside = beside[side];
  }
  return null;
}

/**
 * The nearest ancestor that passes the test.
 * @param most levels to look at
 */
export function elementAround(element: HtmlElement, most: number, isSought: Test): HtmlElement | null {
  let around = element.parent;
  for (let level = 0; level < most && around !== null && isElement(around); level += 1) {
    if (isSought(around)) return around;
    around = around.parent;
  }
  return null;
}
