/** The sources of an answer, named and folded below it. */
import { h, icon } from '../../shared/dom.ts';
import { safeLink } from '../../shared/markdown/inline.ts';
import { safeUrl } from '../../shared/markdown/safe-url.ts';
import { ICONS } from '../icons.ts';
import type { Strings } from '../strings.ts';
import type { Source } from './messages.ts';

export class SourceList {
  readonly element: HTMLDetailsElement;
  /** Focused when a source is shown: its link or entry. */
  readonly #targets: readonly HTMLElement[];

  constructor(sources: readonly Source[], strings: Strings) {
    const entries = sources.map(entryOf);
    this.#targets = entries.map((entry) => entry.querySelector('a') ?? entry);
    const names = h('bdi', { class: 'names' }, [...new Set(sources.map(nameOf))].join(' · '));
    const summary = h('summary', {}, icon(ICONS.chevron), `${strings.sources} (${sources.length})`, names);
    this.element = h('details', { class: 'sources' }, summary, h('ol', {}, ...entries));
  }

  /**
   * Opens the list at a source.
   * @param number counted from 1
   */
  show(number: number): void {
    this.element.open = true;
    const target = this.#targets[number - 1];
    target?.focus({ preventScroll: true });
    // The transcript follows its growing end first.
    requestAnimationFrame(() => setTimeout(() => target?.closest('li')?.scrollIntoView({ block: 'nearest' })));
  }
}

const nameOf = ({ title, url }: Source): string => title || safeUrl(url) || '';

function entryOf(source: Source): HTMLLIElement {
  const { url, snippet } = source;
  const safe = safeUrl(url);
  const name = nameOf(source);
  return h(
    'li',
    { dir: 'auto', tabindex: '-1' },
    safe === null ? h('b', {}, name) : safeLink(safe, name),
    snippet === '' ? null : h('span', { class: 'snippet' }, snippet),
  );
}
