/** Block Markdown as elements of a whitelist. */
import type { Token, Tokens } from 'marked';
import { h } from '../dom.ts';
import { inlineNodes, MAX_DEPTH } from './inline.ts';

/** Characters of a cell that stay on one line: two such columns fit the narrowest phone. */
const MAX_SHORT = 12;

/** Accessible names of scrollable parts. */
export interface BlockLabels {
  readonly table: string;
  readonly code: string;
}

export function blockNodes(tokens: readonly Token[], labels: BlockLabels, depth = 0): (Node | string)[] {
  return tokens.flatMap((token) => (depth > MAX_DEPTH ? [token.raw] : blockNode(token, labels, depth + 1)));
}

function blockNode(token: Token, labels: BlockLabels, depth: number): (Node | string)[] {
  const inside = () => blockNodes(childrenOf(token), labels, depth);
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'paragraph':
      return [h('p', {}, ...inlineNodes(token.tokens, depth))];
    case 'heading':
      // One level, since a message is no document and screen readers count levels.
      return [h('h3', {}, ...inlineNodes(token.tokens, depth))];
    case 'hr':
      return [h('hr')];
    case 'blockquote':
      return [h('blockquote', {}, ...inside())];
    case 'code':
      return [scrolled('code', labels.code, h('pre', {}, h('code', {}, token.text)))];
    case 'list':
      return [list(token as Tokens.List, labels, depth)];
    case 'table':
      return [table(token as Tokens.Table, labels, depth)];
    case 'html':
      return [h('p', {}, token.raw.trim())];
    default:
      return inlineNodes([token], depth);
  }
}

function list({ ordered, start, items }: Tokens.List, labels: BlockLabels, depth: number): HTMLElement {
  const entries = items.map(({ tokens }) => h('li', {}, ...blockNodes(tokens, labels, depth)));
  if (!ordered) return h('ul', {}, ...entries);
  return h('ol', start === '' || start === 1 ? {} : { start: String(start) }, ...entries);
}

function table({ header, rows, align }: Tokens.Table, labels: BlockLabels, depth: number): HTMLElement {
  const cell = (tag: 'th' | 'td') => (content: Tokens.TableCell, column: number) => {
    const side = align[column];
    const nowrap = content.text.length <= MAX_SHORT;
    return h(tag, side ? { class: `align-${side}`, nowrap } : { nowrap }, ...inlineNodes(content.tokens, depth));
  };
  const head = h('thead', {}, h('tr', {}, ...header.map(cell('th'))));
  const body = h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map(cell('td')))));
  return scrolled('table', labels.table, h('table', {}, head, body));
}

/** Scrolls wide content in a box that the keyboard reaches. */
const scrolled = (className: string, label: string, content: HTMLElement): HTMLElement =>
  h('div', { class: `scroll ${className}`, role: 'group', tabindex: '0', 'aria-label': label }, content);

const childrenOf = (token: Token): readonly Token[] => ('tokens' in token ? (token.tokens ?? []) : []);
