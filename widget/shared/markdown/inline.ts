/** Inline Markdown as nodes of a whitelist. Raw HTML is shown as text. */
import type { Token, Tokens } from 'marked';
import { h } from '../dom.ts';
import { decodeEntities } from './entities.ts';
import { safeUrl } from './safe-url.ts';

/** Deeper nesting is shown as its source. */
export const MAX_DEPTH = 24;

export function inlineNodes(tokens: readonly Token[] | undefined, depth = 0): (Node | string)[] {
  return (tokens ?? []).flatMap((token) => (depth > MAX_DEPTH ? [token.raw] : inlineNode(token, depth + 1)));
}

function inlineNode(token: Token, depth: number): (Node | string)[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [h(token.type, {}, ...inlineNodes(token.tokens, depth))];
    case 'codespan':
      return [h('code', {}, token.text)];
    case 'br':
      return [h('br')];
    case 'link':
      return link(token as Tokens.Link, inlineNodes(token.tokens, depth));
    case 'image':
      // Images are not loaded: their server would learn who reads, and the address could carry parts of the conversation.
      return link(token as Tokens.Image, [decodeEntities(token.text) || token.href]);
    case 'checkbox':
      return [token.checked ? '☑ ' : '☐ '];
    case 'escape':
      return [token.text];
    case 'text':
      return token.tokens ? inlineNodes(token.tokens, depth) : [withWholePrices(decodeEntities(token.text))];
    default:
      return [token.raw];
  }
}

/** Keeps a price on one line with its currency in narrow columns. */
const withWholePrices = (text: string): string => text.replace(/(\d) (?=\p{Sc}|%)/gu, '$1\u00a0');

function link({ href }: Tokens.Link | Tokens.Image, children: (Node | string)[]): (Node | string)[] {
  const url = safeUrl(decodeEntities(href));
  return url === null ? children : [safeLink(url, ...children)];
}

/**
 * The linked page gets neither our window nor our address.
 * @param url as `safeUrl` gives it
 */
export function safeLink(url: string, ...children: (Node | string)[]): HTMLAnchorElement {
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...children);
}
