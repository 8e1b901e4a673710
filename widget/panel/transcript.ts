/** The list of messages. It follows what is being written until the reader scrolls up. */
import { h, icon } from '../shared/dom.ts';
import { ICONS } from './icons.ts';
import type { Strings } from './strings.ts';

/** So near to the end counts as the end. */
const NEAR_PX = 48;

export class Transcript {
  readonly element: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #list = h('div', { class: 'list' });
  readonly #latest: HTMLButtonElement;
  readonly #status = h('div', { class: 'hidden', role: 'status' });
  #follows = true;

  constructor(strings: Strings) {
    this.#latest = h(
      'button',
      { type: 'button', class: 'latest', hidden: true, click: () => this.toEnd() },
      icon(ICONS.latest),
      strings.latest,
    );
    const attributes = {
      class: 'scroller',
      role: 'log',
      'aria-live': 'off',
      'aria-label': strings.messages,
      tabindex: '0',
    };
    this.#scroller = h('div', { ...attributes, scroll: () => this.#onScroll() }, this.#list);
    this.element = h('div', { class: 'transcript' }, this.#scroller, this.#latest, this.#status);
    // Fonts, the on-screen keyboard and the growing composer change the height too.
    new ResizeObserver(() => this.keepUp()).observe(this.#scroller);
    new ResizeObserver(() => this.keepUp()).observe(this.#list);
  }

  add(...elements: readonly HTMLElement[]): void {
    this.#list.append(...elements);
    this.keepUp();
  }

  /** Older messages, above all others; what is being read stays where it is. */
  addAbove(elements: readonly HTMLElement[], after: HTMLElement): void {
    const fromEnd = this.#scroller.scrollHeight - this.#scroller.scrollTop;
    after.after(...elements);
    this.#scroller.scrollTop = this.#scroller.scrollHeight - fromEnd;
  }

  clear(): void {
    this.#list.replaceChildren();
    this.#follows = true;
    this.#latest.hidden = true;
  }

  toEnd(): void {
    this.#follows = true;
    this.keepUp();
  }

  keepUp(): void {
    if (this.#follows) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    else this.#latest.hidden = this.#isNearEnd();
  }

  /** For when what had the focus goes, where an input would bring up an on-screen keyboard. */
  focus(): void {
    this.#scroller.focus({ preventScroll: true });
  }

  /** Tells screen readers once. */
  announce(text: string): void {
    this.#status.textContent = '';
    // A region that changes in the same step as it is emptied may stay silent.
    setTimeout(() => {
      this.#status.textContent = text;
    }, 50);
  }

  #onScroll(): void {
    this.#follows = this.#isNearEnd();
    if (this.#follows) this.#latest.hidden = true;
  }

  #isNearEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_PX;
  }
}
