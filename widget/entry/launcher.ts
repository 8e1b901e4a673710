/** The bubble, in a shadow root that the page's styles do not reach, in the top layer that no z-index covers. */
import { parseHex, textOn, toHex } from '../shared/contrast.ts';
import { h, icon, sheetOf } from '../shared/dom.ts';
import { page } from '../shared/page.ts';
import type { Language } from './language.ts';
import { css } from './launcher.css';
import type { SiteConfig } from './site-config.ts';

/** The id of the root element, by which a page can tell that the widget is there. */
const ROOT_ID = 'chatledger-widget';

/** Sent to the root element to find out whether its listeners are still there. */
const PROBE = 'chatledger-probe';

const CHAT_ICON =
  'M12 3C6.5 3 2 6.8 2 11.5c0 2.5 1.3 4.8 3.4 6.3-.1 1.2-.6 2.4-1.5 3.4-.2.3 0 .8.4.7 2.1-.2 3.9-1 5.2-2 .8.1 1.6.2 2.5.2 5.5 0 10-3.8 10-8.6S17.5 3 12 3Z';
const CLOSE_ICON = 'M6 9l6 6 6-6';
const DEFAULT_PRIMARY = [37, 99, 235] as const;

/**
 * The page's distance from the bottom is a length wherever it is used. A number without a unit would undo the place of the bubble, and
 * an `em` would be as large as the text there. Pages without it are spared: browsers then compute all styles anew.
 */
function registerBottom(): void {
  const name = '--chatledger-bottom';
  try {
    if (getComputedStyle(page.documentElement).getPropertyValue(name) === '') return;
    CSS.registerProperty({ name, syntax: '<length-percentage>', inherits: true, initialValue: '20px' });
  } catch {
    // Registered already, or a browser that cannot: the style sheets have the same default.
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
  /** It is null while the chat is closed. */
  #closeLabel: string | null = null;
  #wasHeard = false;
  #watch: MutationObserver | null = null;

  constructor({ code, direction, openLabel }: Language, { position, hasBubble }: SiteConfig, onClick: () => void) {
    this.#openLabel = openLabel;
    registerBottom();
    this.#host.addEventListener(PROBE, () => {
      this.#wasHeard = true;
    });
    // Pages that scroll by scripts of their own, or that hold the focus in a dialog, would do so in the chat too.
    for (const name of ['wheel', 'touchmove', 'focusin']) {
      this.#host.addEventListener(name, (event) => event.stopPropagation(), { passive: true });
    }
    this.root = this.#host.attachShadow({ mode: 'open' });
    this.root.adoptedStyleSheets = [sheetOf(css)];
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

  /** `document.open()` erases the listeners of every element that was in the page. */
  get isErased(): boolean {
    this.#wasHeard = false;
    this.#host.dispatchEvent(new Event(PROBE));
    return !this.#wasHeard;
  }

  /**
   * Puts it into the page, and back when the page replaces its root element, its body or all that is in it. A page that removes it
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

  /** @param loadWords resolves with the words for the number of unread messages, in which `{n}` stands for it */
  addUnread(loadWords: () => Promise<string>): void {
    this.#unread++;
    this.#describe();
    void loadWords().then(
      (words) => this.#tellUnread(words),
      () => undefined,
    );
  }

  /** Said to screen readers too, which do not see the badge. */
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
    // A page that enlarges its body by `zoom` would push the panel out of the window.
    this.container.style.setProperty('zoom', String(1 / (page.body.currentCSSZoom ?? pageZoom())));
    this.#raise();
  }

  /** Above all that is in the top layer by now, such as the bubble of another chatbot. */
  #raise(): void {
    try {
      this.#host.hidePopover();
      this.#host.showPopover();
    } catch {
      // Browsers without popovers: the highest z-index has to do.
    }
  }
}

/** Safari has no `currentCSSZoom`. */
const pageZoom = (): number =>
  [page.documentElement, page.body]
    .map((element) => Number(getComputedStyle(element).zoom) || 1)
    .reduce((product, zoom) => product * zoom);
