import type { Block } from '../../../text/document.ts';

const MAX_FIELDS = 5_000;
const MAX_VALUE_CHARACTERS = 20_000;

/** A form field as pdf.js lists it. All values are untrusted. */
interface FormField {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly password?: unknown;
  readonly hidden?: unknown;
}

/** One line for each filled-in field: `name: value`. A checked box has only its name; empty fields are left out. */
export function fieldBlocks(fields: Readonly<Record<string, readonly unknown[]>>): Block[] {
  return Object.entries(fields)
    .slice(0, MAX_FIELDS)
    .flatMap(([name, widgets]): Block[] => {
      const value =
        widgets
          .filter(isField)
          .map(filledIn)
          .find((one) => one !== '') ?? '';
      const label = labelOf(name);
      if (value === '') return [];
      const named = label === '' ? value : `${label}: ${value}`;
      const text = value === CHECKED ? label : named;
      return text === '' ? [] : [{ kind: 'list-item', depth: 0, marker: '-', text }];
    });
}

const isField = (widget: unknown): widget is FormField => typeof widget === 'object' && widget !== null;

const CHECKED = '\u2611';
/** Export values that say only that the box is checked. */
const BARE_STATES = /^(?:yes|on|true|x|\d{1,2})$/i;

function filledIn({ type, value, password, hidden }: FormField): string {
  if (password === true || hidden === true || type === 'button' || type === 'signature') return '';
  const text = (Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : value) ?? '';
  if (typeof text !== 'string') return '';
  const line = text.slice(0, MAX_VALUE_CHARACTERS).replace(/\s+/g, ' ').trim();
  if (type !== 'checkbox' && type !== 'radiobutton') return line;
  if (line === '' || line === 'Off') return '';
  return BARE_STATES.test(line) ? CHECKED : line;
}

/** `form1[0].page1[0].FirstName[0]` is `First Name`. */
const labelOf = (name: string): string =>
  (name.split('.').at(-1) ?? '')
    .replace(/\[\d+\]/g, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
