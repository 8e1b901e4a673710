/** Tables made of other elements, which their ARIA roles tell: they become elements of tables. */
import { elementsBelow, type HtmlElement } from '../dom/dom.ts';

const NAMES: ReadonlyMap<string, string> = new Map([
  ...[['table', 'table'] as const, ['rowgroup', 'tbody'] as const, ['row', 'tr'] as const],
  ...[['cell', 'td'] as const, ['columnheader', 'th'] as const, ['rowheader', 'th'] as const],
]);

export function nameTables(root: HtmlElement): void {
  for (const element of elementsBelow(root)) {
    const { role } = element.attribs;
    const name = role === undefined ? undefined : NAMES.get(role);
    if (name !== undefined && PLAIN.has(element.name)) element.name = name;
  }
}

const PLAIN = new Set(['div', 'span', 'ul', 'li', 'section', 'p']);
