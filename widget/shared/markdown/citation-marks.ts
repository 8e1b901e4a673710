/** Citations such as `[1]`, as raised numbers. */
import { h } from '../dom.ts';

const CITED = /\[(\d{1,2})\]/g;
const NOT_CITING = 'a, code, pre';

/** Puts a mark in the place of each citation in the text of `block`. */
export function markCitations(block: Element): void {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const citing: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.data.includes('[') && node.parentElement?.closest(NOT_CITING) === null) citing.push(node);
  }
  for (const node of citing) {
    // The numbers stand at the odd places.
    const parts = node.data.split(CITED).map((part, at) => (at % 2 === 0 ? part : h('sup', { class: 'cite' }, part)));
    node.replaceWith(...parts);
  }
}
