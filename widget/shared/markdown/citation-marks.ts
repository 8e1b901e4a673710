/** Citations such as `[1]`, as raised numbers. */
import { h } from '../dom.ts';
import { page } from '../page.ts';

const CITED = /(\s*)((?:\[\d{1,2}\])+)/g;
const NOT_CITING = 'a, code, pre';
/** Keep marks on the line of the word before. */
const NO_BREAK_SPACE = '\u00a0';
const WORD_JOINER = '\u2060';

export function markCitations(block: Element): void {
  const walker = page.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const citing: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.data.includes('[') && node.parentElement?.closest(NOT_CITING) === null) citing.push(node);
  }
  for (const node of citing) {
    const parts: (Node | string)[] = [];
    let end = 0;
    for (const { index, 0: cited, 1: space, 2: numbers = '' } of node.data.matchAll(CITED)) {
      parts.push(node.data.slice(end, index), marks(space ? NO_BREAK_SPACE : WORD_JOINER, numbers));
      end = index + cited.length;
    }
    node.replaceWith(...parts, node.data.slice(end));
  }
}

const marks = (joint: string, numbers: string): Element =>
  h('span', { class: 'cites' }, joint, ...(numbers.match(/\d+/g) ?? []).map((n) => h('sup', { class: 'cite' }, n)));
