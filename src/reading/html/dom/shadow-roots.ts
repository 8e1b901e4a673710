/** Declarative shadow roots: templates whose content browsers show in their element. */
import type { CheerioAPI } from 'cheerio';
import { type HtmlNode, isElement } from './dom.ts';
import { select } from './select.ts';

/** Turns the templates into elements. Call it before anything is read. */
export function openShadowRoots($: CheerioAPI): void {
  for (const template of select($, 'template[shadowrootmode]')) {
    // The parser keeps what a template holds in a document of its own.
    template.children = template.children.flatMap((child): HtmlNode[] =>
      'children' in child && !isElement(child) ? child.children : [child],
    );
    template.name = 'div';
    for (const [at, child] of template.children.entries()) {
      child.parent = template;
      child.prev = template.children[at - 1] ?? null;
      child.next = template.children[at + 1] ?? null;
    }
  }
}
