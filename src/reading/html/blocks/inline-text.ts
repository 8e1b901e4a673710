import { type HtmlElement, type HtmlNode, isElement, isText, NON_TEXT_ELEMENTS } from '../dom/dom.ts';

/** Collapses white space as a browser does; keeps line breaks from `<br>`. */
export function inlineText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').replace(OUTER_SPACE, ''))
    .filter((line) => line !== '')
    .join('\n');
}

/** Some editors of websites keep lines open with spaces of no width. Each run is matched once, from its start. */
const OUTER_SPACE = /^[\s\u200b\ufeff]+|(?<![\s\u200b\ufeff])[\s\u200b\ufeff]+$/g;

/** Highlighters make elements of lines, most without a line break in the text. */
const LINES = new Set(['div', 'p', 'li', 'tr']);

/** Keeps white space as it is. */
export function codeText(code: HtmlElement): string {
  const parts: string[] = [];
  const endLine = () => {
    if (parts.at(-1)?.endsWith('\n') === false) parts.push('\n');
  };
  const waiting: (HtmlNode | typeof endLine)[] = [code];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'function') {
      next();
      continue;
    }
    if (isText(next)) parts.push(next.data);
    if (!isElement(next) || NON_TEXT_ELEMENTS.has(next.name)) continue;
    if (next.name === 'br') parts.push('\n');
    else {
      if (LINES.has(next.name)) waiting.push(endLine);
      for (let index = next.children.length - 1; index >= 0; index -= 1) waiting.push(next.children[index] as HtmlNode);
    }
  }
  return parts.join('');
}
