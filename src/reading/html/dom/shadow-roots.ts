/** Declarative shadow roots: templates whose content browsers show in their element. */
import type { CheerioAPI } from 'cheerio';
import { type HtmlNode, isElement, replaceChildren } from './dom.ts';
import { select } from './select.ts';

/** Turns the templates into elements. Call it before anything is read. */
export function openShadowRoots($: CheerioAPI): void {
  for (const template of select($, 'template[shadowrootmode]')) {
    // The parser keeps what a template holds in a document of its own.
    const children = template.children.flatMap((child): HtmlNode[] =>
      'children' in child && !isElement(child) ? child.children : [child],
    );
    template.name = 'div';
    replaceChildren(template, children);
  }
}
