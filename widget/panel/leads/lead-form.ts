/** Asks for contact details before the first question goes out, since they travel with a question. Can be skipped. */
import { LEAD_FIELDS, type LeadData, type LeadField } from '../../entry/public-config.ts';
import { h } from '../../shared/dom.ts';
import type { Strings } from '../strings.ts';

const INPUTS: Readonly<Record<LeadField, Readonly<Record<string, string>>>> = {
  name: { type: 'text', autocomplete: 'name', autocapitalize: 'words', maxlength: '200' },
  email: { type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: '254' },
  phone: { type: 'tel', autocomplete: 'tel', inputmode: 'tel', maxlength: '50' },
};
const VALID: Readonly<Record<LeadField, (value: string) => boolean>> = {
  name: () => true,
  email: (value) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value),
  phone: (value) => /^[+(]?[\d\s()./-]{4,}$/.test(value) && value.replace(/\D/g, '').length >= 4,
};

interface LeadFormDeps {
  readonly strings: Strings;
  readonly fields: readonly LeadField[];
  /** Details that the page passed to the widget. */
  readonly known: LeadData;
  /** `null` when skipped. Called once. */
  readonly onEnd: (details: LeadData | null) => void;
}

export class LeadForm {
  readonly element: HTMLFormElement;
  readonly #deps: LeadFormDeps;
  readonly #inputs = new Map<LeadField, HTMLInputElement>();
  readonly #error = h('p', { class: 'error', id: 'lead-error', role: 'alert' });
  #hasEnded = false;

  constructor(deps: LeadFormDeps) {
    this.#deps = deps;
    const { strings, fields, known } = deps;
    const submit = (event: Event) => {
      event.preventDefault();
      this.#submit();
    };
    const rows = LEAD_FIELDS.filter((field) => fields.includes(field)).map((field) => {
      const input = h('input', { ...INPUTS[field], name: field, value: known[field] ?? '' });
      this.#inputs.set(field, input);
      return h('label', {}, strings[field], input);
    });
    this.element = h(
      'form',
      { class: 'card', novalidate: true, submit, input: () => this.#acceptAll(), 'aria-label': strings.leadTitle },
      h('strong', {}, strings.leadTitle),
      h('p', {}, strings.leadText),
      ...rows,
      this.#error,
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'submit', class: 'primary' }, strings.leadSend),
        h('button', { type: 'button', class: 'secondary', click: () => this.skip() }, strings.skip),
      ),
    );
  }

  focus(): void {
    [...this.#inputs.values()][0]?.focus();
  }

  skip(): void {
    this.#end(null);
  }

  #submit(): void {
    const { strings } = this.#deps;
    const entries = [...this.#inputs].map(([field, input]) => ({ field, input, value: input.value.trim() }));
    const isFault = ({ field, value }: (typeof entries)[number]) => value !== '' && !VALID[field](value);
    for (const entry of entries) entry.input.setAttribute('aria-invalid', String(isFault(entry)));
    const fault = entries.find(isFault);
    const given = entries.filter(({ value }) => value !== '');
    if (fault !== undefined) this.#refuse(fault.field === 'email' ? strings.badEmail : strings.badPhone, fault.input);
    else if (given.length === 0) this.#refuse(strings.leadEmpty, entries[0]?.input);
    else this.#end(Object.fromEntries(given.map(({ field, value }) => [field, value])));
  }

  /** A fault that is being corrected is not shown until the next try. */
  #acceptAll(): void {
    this.#error.textContent = '';
    for (const input of this.#inputs.values()) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
  }

  #refuse(text: string, input: HTMLInputElement | undefined): void {
    // Outside of the label, whose text is the field's name.
    input?.parentElement?.after(this.#error);
    this.#error.textContent = text;
    input?.setAttribute('aria-describedby', 'lead-error');
    input?.focus();
  }

  #end(details: LeadData | null): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#deps.onEnd(details);
  }
}
