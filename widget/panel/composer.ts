/** The visitor's input: grows with the text, counts its characters, sends with Enter. */
import { h, icon } from '../shared/dom.ts';
import { isSendKey } from '../shared/send-key.ts';
import { recall, remember } from '../shared/tab-memory.ts';
import { ICONS } from './icons.ts';
import { fill, type Strings } from './strings.ts';

const MAX_CHARACTERS = 4_000;
/** A field holds no more: a browser lays out a pasted megabyte for seconds. */
const MAX_PASTED = '40000';
/** Characters from which the count is shown. */
const SHOWN_FROM = 3_500;
const MAX_HEIGHT_PX = 140;

interface ComposerDeps {
  readonly strings: Strings;
  readonly chatbotId: string;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  /** Called when the button that had the focus can no longer be used. */
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
  /** The last text that the page has put into the field. */
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

  /** False on a touch screen, whose keyboard would cover what was just said. */
  focus(): boolean {
    // An input that was measured while the dialog was hidden has no height.
    this.#update();
    if (matchMedia('(hover: none)').matches) return false;
    this.#input.focus({ preventScroll: true });
    return true;
  }

  /** Puts back what could not be sent, unless something else has been written since. */
  restore(text: string): void {
    if (this.#input.value.trim() === '') this.#input.value = text;
    this.#update();
  }

  /** Writes what the page suggests, in place of what it has suggested before and nobody has changed. */
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
   * While an answer is written the button stops it.
   * @param held question that waits for something else: a visitor who leaves the page finds it in the field again
   */
  setBusy(isBusy: boolean, held = ''): void {
    this.#isBusy = isBusy;
    // It was not sent.
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
    // The visitor may leave for another page of the site before it is sent.
    remember(this.#deps.chatbotId, 'draft', value || this.#held);
    const length = lengthOf(value.trim());
    const isTooLong = length > MAX_CHARACTERS;
    this.#setUsable(this.#isBusy || (length > 0 && !isTooLong));
    this.#count.hidden = length < SHOWN_FROM;
    this.#count.classList.toggle('is-error', isTooLong);
    this.#input.setAttribute('aria-invalid', String(isTooLong));
    const values = { n: length - MAX_CHARACTERS };
    this.#count.textContent = isTooLong ? fill(this.#deps.strings.tooLong, values) : `${length} / ${MAX_CHARACTERS}`;
    // An empty field runs as its placeholder does.
    this.#input.dir = value === '' ? '' : 'auto';
    this.#input.style.height = 'auto';
    this.#input.style.height = `${Math.min(this.#input.scrollHeight, MAX_HEIGHT_PX)}px`;
  }

  /** A disabled button loses the focus, and without it Escape no longer reaches the dialog. */
  #setUsable(isUsable: boolean): void {
    const losesFocus = !isUsable && !this.#button.disabled && this.#button.matches(':focus');
    this.#button.disabled = !isUsable;
    if (losesFocus) this.#deps.onFocusLost();
  }
}

/** Code points, as the service counts. */
const lengthOf = (text: string): number => [...text].length;
