/** The visitor's input, which grows, counts characters and sends with Enter. */
import { h, icon } from '../shared/dom.ts';
import { isSendKey } from '../shared/send-key.ts';
import { recall, remember } from '../shared/tab-memory.ts';
import { ICONS } from './icons.ts';
import { fill, type Strings } from './strings.ts';

const MAX_CHARACTERS = 4_000;
/** Limit of the field: a browser lays out a pasted megabyte for seconds. */
const MAX_PASTED = '40000';
/** Characters from which the count is shown. */
const SHOWN_FROM = 3_500;
const MAX_HEIGHT_PX = 140;

interface ComposerDeps {
  readonly strings: Strings;
  readonly chatbotId: string;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  /** Called when the focused button can no longer be used. */
  readonly onFocusLost: () => void;
}

export class Composer {
  readonly element: HTMLFormElement;
  readonly #deps: ComposerDeps;
  readonly #input: HTMLTextAreaElement;
  readonly #button: HTMLButtonElement;
  readonly #count = h('div', { class: 'count', id: 'count', hidden: true });
  #isBusy = false;
  #held = '';
  /** Last text that the page put into the field. */
  #prefilled: string;

  constructor(deps: ComposerDeps) {
    this.#deps = deps;
    const { placeholder } = deps.strings;
    this.#input = h('textarea', {
      class: 'input',
      rows: '1',
      placeholder,
      'aria-label': placeholder,
      'aria-describedby': 'count',
      enterkeyhint: 'send',
      maxlength: MAX_PASTED,
      input: () => this.#update(),
      keydown: (event) => this.#onKey(event as KeyboardEvent),
    });
    this.#button = h('button', { type: 'submit', class: 'send' });
    const submit = (event: Event) => {
      event.preventDefault();
      this.#submit();
    };
    const field = h('div', { class: 'field' }, this.#input, this.#button);
    this.element = h('form', { class: 'composer', submit }, this.#count, field);
    this.#input.value = recall(deps.chatbotId, 'draft');
    this.#prefilled = recall(deps.chatbotId, 'prefilled');
    this.setBusy(false);
  }

  /** False on a touch screen, whose keyboard would cover the answer. */
  focus(): boolean {
    // An input measured in a hidden dialog has no height.
    this.#update();
    if (matchMedia('(hover: none)').matches) return false;
    this.#input.focus({ preventScroll: true });
    return true;
  }

  /** Restores an unsent text, unless something else was written. */
  restore(text: string): void {
    if (this.#input.value.trim() === '') this.#input.value = text;
    this.#update();
  }

  /** Replaces the page's previous suggestion, unless the visitor wrote something. */
  prefill(text: string): void {
    if (this.#input.value === this.#prefilled) this.#input.value = '';
    if (this.#input.value.trim() !== '') return;
    this.restore(text);
    this.#prefilled = this.#input.value;
    remember(this.#deps.chatbotId, 'prefilled', this.#prefilled);
  }

  clear(): void {
    this.#held = '';
    this.#input.value = '';
    this.#update();
  }

  /**
   * Makes the button stop the answer.
   * @param held waiting question, kept as the draft for a visitor who leaves
   */
  setBusy(isBusy: boolean, held = ''): void {
    this.#isBusy = isBusy;
    if (!isBusy && this.#held !== '') this.restore(this.#held);
    this.#held = held;
    const { strings } = this.#deps;
    const label = isBusy ? strings.stop : strings.send;
    this.#button.setAttribute('aria-label', label);
    this.#button.title = label;
    this.#button.replaceChildren(icon(isBusy ? ICONS.stop : ICONS.send));
    this.#button.classList.toggle('is-stop', isBusy);
    this.#update();
  }

  #onKey(event: KeyboardEvent): void {
    if (!isSendKey(event)) return;
    event.preventDefault();
    if (!this.#isBusy) this.#submit();
  }

  #submit(): void {
    if (this.#isBusy) {
      this.#deps.onStop();
      return;
    }
    const text = this.#input.value.trim();
    if (text === '' || lengthOf(text) > MAX_CHARACTERS) return;
    this.clear();
    this.#deps.onSend(text);
  }

  #update(): void {
    const { value } = this.#input;
    // Saved for another page of the site.
    remember(this.#deps.chatbotId, 'draft', value || this.#held);
    const length = lengthOf(value.trim());
    const isTooLong = length > MAX_CHARACTERS;
    this.#setUsable(this.#isBusy || (length > 0 && !isTooLong));
    this.#count.hidden = length < SHOWN_FROM;
    this.#count.classList.toggle('is-error', isTooLong);
    this.#input.setAttribute('aria-invalid', String(isTooLong));
    const values = { n: length - MAX_CHARACTERS };
    this.#count.textContent = isTooLong ? fill(this.#deps.strings.tooLong, values) : `${length} / ${MAX_CHARACTERS}`;
    // An empty field takes the direction of its placeholder.
    this.#input.dir = value === '' ? '' : 'auto';
    this.#input.style.height = 'auto';
    this.#input.style.height = `${Math.min(this.#input.scrollHeight, MAX_HEIGHT_PX)}px`;
  }

  /** A disabled button loses the focus, which Escape needs. */
  #setUsable(isUsable: boolean): void {
    const losesFocus = !isUsable && !this.#button.disabled && this.#button.matches(':focus');
    this.#button.disabled = !isUsable;
    if (losesFocus) this.#deps.onFocusLost();
  }
}

/** Code points, as the service counts. */
const lengthOf = (text: string): number => [...text].length;
