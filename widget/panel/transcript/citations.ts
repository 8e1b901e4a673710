import { h } from '../../shared/dom.ts';
import { fill, type Strings } from '../strings.ts';
import type { Source } from './messages.ts';
import type { SourceList } from './source-list.ts';

/** Turns the marks in `bubble` into buttons that lead to their source, or into text when there is none. */
export function linkCitations(
  bubble: HTMLElement,
  sources: readonly Source[],
  list: SourceList,
  strings: Strings,
): void {
  for (const mark of bubble.querySelectorAll('sup.cite')) {
    const n = Number(mark.textContent);
    const source = sources[n - 1];
    if (source === undefined) {
      mark.replaceWith(`[${n}]`);
      continue;
    }
    const label = fill(strings.source, { n, title: source.title || source.url || '' });
    const attributes = { type: 'button', 'aria-label': label, title: label, click: () => list.show(n) };
    mark.replaceChildren(h('button', attributes, String(n)));
  }
}

/** Used when the sources of an answer will not come. */
export function removeCitations(bubble: HTMLElement): void {
  for (const marks of bubble.querySelectorAll('.cites')) marks.remove();
}
