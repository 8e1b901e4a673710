import type { CheerioAPI } from 'cheerio';
import { type HtmlElement, isElement } from '../dom/dom.ts';
import { select } from '../dom/select.ts';

/** Makes code of what Doxygen writes as an element for each line, without `pre`. */
export function joinCodeLines($: CheerioAPI): void {
  for (const code of select($, 'div.fragment')) if (holdsLines(code)) code.name = 'pre';
}

function holdsLines({ children }: HtmlElement): boolean {
  const lines = children.filter(isElement);
  return lines.length > 0 && lines.every(({ name, attribs }) => name === 'div' && attribs.class === 'line');
}
