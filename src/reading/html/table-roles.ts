/** Tables made of other elements, which their ARIA roles tell: they become elements of tables. */
import type { CheerioAPI } from 'cheerio';
import { isElement } from './dom.ts';

const NAMES: ReadonlyMap<string, string> = new Map([
  ...[['table', 'table'] as const, ['rowgroup', 'tbody'] as const, ['row', 'tr'] as const],
  ...[['cell', 'td'] as const, ['columnheader', 'th'] as const, ['rowheader', 'th'] as const],
]);
const ROLES = [...NAMES.keys()].map((role) => `[role=${role}]`).join(',');

export function nameTables($: CheerioAPI): void {
  for (const element of $(ROLES).toArray()) {
    const name = isElement(element) ? NAMES.get(element.attribs.role ?? '') : undefined;
    if (isElement(element) && name !== undefined && PLAIN.has(element.name)) element.name = name;
  }
}

const PLAIN = new Set(['div', 'span', 'ul', 'li', 'section', 'p']);
