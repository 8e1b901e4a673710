/** The bubble, in a shadow root away from the page's styles and in the top layer above any z-index. */
import { parseHex, textOn, toHex } from '../shared/contrast.ts';
import { h, icon, sheetOf } from '../shared/dom.ts';
import { page } from '../shared/page.ts';
import { ignoreSecondClicks } from '../shared/second-clicks.ts';
import type { Language } from './language.ts';
import { css } from './launcher.css';
import type { SiteConfig } from './site-config.ts';

/** Lets a page tell that the widget is there. */
const ROOT_ID = 'chatledger-widget';

/** Event that tests whether the root element still has its listeners. */
const PROBE = 'chatledger-probe';

const CHAT_ICON =
  'M12 3C6.5 3 2 6.8 2 11.5c0 2.5 1.3 4.8 3.4 6.3-.1 1.2-.6 2.4-1.5 3.4-.2.3 0 .8.4.7 2.1-.2 3.9-1 5.2-2 .8.1 1.6.2 2.5.2 5.5 0 10-3.8 10-8.6S17.5 3 12 3Z';
const CLOSE_ICON = 'M6 9l6 6 6-6';
const DEFAULT_PRIMARY = [37, 99, 235] as const;

/**
 * Registers the page's distance from the bottom as a length: a number without a unit would misplace the bubble, and an `em` depend on its
 * place. Only when set, since browsers then compute all styles anew.
 */
function registerBottom(): void {
  const name = '--chatledger-bottom';
  try {
    if (getComputedStyle(page.documentElement).getPropertyValue(name) === '') return;
    CSS.registerProperty({ name, syntax: '<length-percentage>', inherits: true, initialValue: '20px' });
  } catch {
    // The style sheets have the same default.
  }
}

export class Launcher {
  readonly root: ShadowRoot;
  readonly container: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly #host = h('div', { id: ROOT_ID, popover: 'manual' });
  readonly #badge = h('span', { class: 'badge', hidden: true, 'aria-hidden': 'true' });
  readonly #status = h('div', { class: 'hidden', role: 'status' });
  readonly #openLabel: string;
  #unread = 0;
  /** The label, or null while the chat is closed. */
  #closeLabel: string | null = null;
  #wasHeard = false;
  #watch: MutationObserver | null = null;

  constructor({ code, direction, openLabel }: Language, { position, hasBubble }: SiteConfig, onClick: () => void) {
    this.#openLabel = openLabel;
    registerBottom();
    this.#host.addEventListener(PROBE, () => {
      this.#wasHeard = true;
    });
    // Keeps the page's own scrolling and focus traps out of the chat.
    for (const name of ['wheel', 'touchmove', 'focusin']) {
      this.#host.addEventListener(name, (event) => event.stopPropagation(), { passive: true });
    }
    this.root = this.#host.attachShadow({ mode: 'open' });
    this.root.adoptedStyleSheets = [sheetOf(css)];
    ignoreSecondClicks(this.root);
    const [chat, close] = [icon(CHAT_ICON), icon(CLOSE_ICON)];
    chat.classList.add('chat-icon');
    close.classList.add('close-icon');
    const attributes = { type: 'button', class: 'launcher', hidden: true, 'aria-haspopup': 'dialog', click: onClick };
    this.button = h('button', attributes, chat, close, this.#badge);
    this.container = h(
      'div',
      { class: `widget ${position}${hasBubble ? '' : ' bare'}`, lang: code, dir: direction },
      this.button,
      this.#status,
    );
    this.root.append(this.container);
    this.#describe();
  }

  /** True after `document.open()`, which erases listeners. */
  get isErased(): boolean {
    this.#wasHeard = false;
    this.#host.dispatchEvent(new Event(PROBE));
    return !this.#wasHeard;
  }

  /**
   * Puts the root element into the page, and back when the page replaces its root element, body or whole content. A page that removes it
   * alone wants it gone.
   * @param onErased called when it cannot be used again
   * @param onBack called when it is in the page again
   */
  attach(onErased: () => void, onBack: () => void): void {
    const watch = new MutationObserver((changes) => {
      if (this.#host.isConnected) return;
      if (this.isErased) {
        this.detach();
        onErased();
        return;
      }
      const [removal, ...others] = changes.filter(({ removedNodes }) => removedNodes.length > 0);
      const isAlone = removal?.removedNodes.length === 1 && removal.removedNodes[0] === this.#host;
      if (isAlone && removal.addedNodes.length === 0 && others.length === 0) watch.disconnect();
      else {
        place();
        if (this.#host.isConnected) onBack();
      }
    });
    const place = () => {
      if (page.body !== null) this.#place();
      for (const parent of [document, page.documentElement, page.body]) {
        if (parent !== null) watch.observe(parent, { childList: true });
      }
    };
    this.#watch = watch;
    place();
  }

  detach(): void {
    this.#watch?.disconnect();
    this.#host.remove();
  }

  show(primaryColor: string): void {
    const primary = parseHex(primaryColor) ?? DEFAULT_PRIMARY;
    this.container.style.setProperty('--primary', toHex(primary));
    this.container.style.setProperty('--on-primary', toHex(textOn(primary)));
    this.button.hidden = false;
  }

  setLoading(isLoading: boolean): void {
    this.container.classList.toggle('is-loading', isLoading);
    this.button.setAttribute('aria-busy', String(isLoading));
  }

  setOpen(closeLabel: string): void {
    this.#raise();
    this.#unread = 0;
    this.#status.textContent = '';
    this.#toggle(closeLabel);
  }

  setClosed(): void {
    this.#toggle(null);
  }

  #toggle(closeLabel: string | null): void {
    this.#closeLabel = closeLabel;
    this.container.classList.toggle('is-open', closeLabel !== null);
    this.#describe();
  }

  /** @param loadWords resolves with the label, in which `{n}` is the number */
  addUnread(loadWords: () => Promise<string>): void {
    this.#unread++;
    this.#describe();
    void loadWords().then(
      (words) => this.#tellUnread(words),
      () => undefined,
    );
  }

  /** Tells screen readers, which do not see the badge. */
  #tellUnread(words: string): void {
    if (this.#unread === 0) return;
    const text = words.replace('{n}', String(this.#unread));
    this.#status.textContent = text;
    this.#label(`${this.#openLabel}, ${text}`);
  }

  #describe(): void {
    this.#label(this.#closeLabel ?? this.#openLabel);
    this.button.setAttribute('aria-expanded', String(this.#closeLabel !== null));
    this.#badge.hidden = this.#unread === 0;
    this.#badge.textContent = this.#unread > 9 ? '9+' : String(this.#unread);
  }

  #label(label: string): void {
    this.button.setAttribute('aria-label', label);
    this.button.title = label;
  }

  #place(): void {
    page.body.append(this.#host);
    // Undoes the page's `zoom`, which would push the panel out of the window.
    this.container.style.setProperty('zoom', String(1 / (page.body.currentCSSZoom ?? pageZoom())));
    this.#raise();
  }

  /** Moves above the top layer's other elements, such as another chatbot. */
  #raise(): void {
    try {
      this.#host.hidePopover();
      this.#host.showPopover();
    } catch {
      // Without popovers, the highest z-index has to do.
    }
  }
}

/** Safari has no `currentCSSZoom`. */
const pageZoom = (): number =>
  [page.documentElement, page.body]
    .map((element) => Number(getComputedStyle(element).zoom) || 1)
    .reduce((product, zoom) => product * zoom);
