/** Markdown as a screen reader announces it: words without marks, each block on a line of its own. */
import { h } from '../../shared/dom.ts';
import { markCitations } from '../../shared/markdown/citation-marks.ts';
import { MarkdownView } from '../../shared/markdown/markdown-view.ts';
import type { Strings } from '../strings.ts';
import { removeCitations } from './citations.ts';

const BLOCKS = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6';

export function spoken(markdown: string, strings: Strings): string {
  const body = h('div', {});
  new MarkdownView(body, strings, markCitations).show(markdown);
  removeCitations(body);
  for (const block of body.querySelectorAll(BLOCKS)) block.append('\n');
  return (body.textContent ?? '').trim();
}
