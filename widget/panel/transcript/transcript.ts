/** The list of messages. It follows the growing text, but keeps its beginning in sight. */
import { h, icon } from '../../shared/dom.ts';
import { ICONS } from '../icons.ts';
import type { Strings } from '../strings.ts';

const NEAR_PX = 48;
/** Space above the beginning of the newest message. */
const ABOVE_PX = 8;

export class Transcript {
  readonly element: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #list = h('div', { class: 'list' });
  readonly #latest: HTMLButtonElement;
  readonly #status = h('div', { class: 'hidden', role: 'status' });
  #follows = true;
  /** Last scroll position, which an element loses outside the page. */
  #top = 0;
  /** The newest message, or null once the reader asked for the end. */
  #newest: HTMLElement | null = null;

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
    // Fonts, the on-screen keyboard and the composer change the height too.
    new ResizeObserver(() => this.keepUp()).observe(this.#scroller);
    new ResizeObserver(() => this.keepUp()).observe(this.#list);
  }

  add(...elements: readonly HTMLElement[]): void {
    this.#list.append(...elements);
    this.keepUp();
  }

  /** Adds a message and keeps its beginning in sight. */
  addMessage(element: HTMLElement): void {
    this.#newest = element;
    this.add(element);
  }

  addAbove(elements: readonly HTMLElement[], after: HTMLElement): void {
    const fromEnd = this.#scroller.scrollHeight - this.#scroller.scrollTop;
    after.after(...elements);
    this.#scroller.scrollTop = this.#scroller.scrollHeight - fromEnd;
  }

  clear(): void {
    this.#list.replaceChildren();
    this.#newest = null;
    this.#follows = true;
    this.#latest.hidden = true;
  }

  toEnd(): void {
    this.#newest = null;
    this.#follows = true;
    this.keepUp();
  }

  restorePlace(): void {
    this.#scroller.scrollTop = this.#top;
  }

  keepUp(): void {
    if (this.#follows) this.#scroller.scrollTop = Math.min(this.#scroller.scrollHeight, this.#beginning());
    this.#latest.hidden = this.#isNearEnd() || this.#isStart() || this.#isNewestSeen();
  }

  /** Does not focus an input, which would open an on-screen keyboard. */
  focus(): void {
    this.#scroller.focus({ preventScroll: true });
  }

  announce(text: string): void {
    this.#status.textContent = '';
    // A region that is emptied and filled in one step may stay silent.
    setTimeout(() => {
      this.#status.textContent = text;
    }, 50);
  }

  #beginning(): number {
    if (this.#newest?.isConnected !== true) return Number.POSITIVE_INFINITY;
    return this.#isStart() ? 0 : this.#newest.offsetTop - this.#list.offsetTop - ABOVE_PX;
  }

  #isStart(): boolean {
    return this.#list.getElementsByClassName('message').length < 2;
  }

  /** True when only choices are further down. */
  #isNewestSeen(): boolean {
    if (this.#newest?.isConnected !== true) return false;
    const { scrollTop, clientHeight } = this.#scroller;
    const { offsetTop, offsetHeight } = this.#newest;
    return offsetTop - this.#list.offsetTop + offsetHeight <= scrollTop + clientHeight;
  }

  #onScroll(): void {
    this.#top = this.#scroller.scrollTop;
    this.#follows = this.#isNearEnd();
    // Only the reader goes beyond the beginning.
    if (this.#scroller.scrollTop > this.#beginning() + 1) this.#newest = null;
    if (this.#follows) this.#latest.hidden = true;
  }

  #isNearEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_PX;
  }
}
