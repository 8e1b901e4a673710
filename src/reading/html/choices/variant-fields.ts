/** Options of a product that a shop shows as buttons: a fieldset with its name and a label for each. */
import {
  appendText,
  elementOf,
  elementsBelow,
  type HtmlElement,
  hasLittleText,
  isElement,
  isText,
  replaceChildren,
  textOf,
} from '../dom/dom.ts';

const FIELDS = /(?:^|[\s_-])(?:product|variants?|swatch(?:es)?|options?)(?:$|[\s_-])/i;
const MAX_CLASSES = 1_000;
const MAX_CHARACTERS = 8_000;
const MIN_OPTIONS = 2;
const MAX_OPTIONS = 60;
const MAX_OPTION = 60;
const CHOICE = /^radio$/i;

/** Writes them as one line: "Size: S, M, L". */
export function tellVariantField(fieldset: HtmlElement): void {
  if (!FIELDS.test((fieldset.attribs.class ?? '').slice(0, MAX_CLASSES)) || !hasLittleText(fieldset, MAX_CHARACTERS))
    return;
  const elements = [...elementsBelow(fieldset)];
  const inputs = elements.filter(({ name }) => name === 'input');
  const legend = elements.find(({ name }) => name === 'legend');
  if (legend === undefined || !inputs.every(({ attribs }) => CHOICE.test(attribs.type ?? ''))) return;
  const options = elements.filter(({ name }) => name === 'label').map(ownText);
  const told = [...new Set(options)].filter((text) => text !== '');
  if (told.length < MIN_OPTIONS || told.length > MAX_OPTIONS || told.some((text) => text.length > MAX_OPTION)) return;
  const name = ownText(legend);
  const line = elementOf('p', name.endsWith('?') ? `${name} ` : `${name}: `);
  appendText(line, told.join(', '));
  fieldset.name = 'div';
  replaceChildren(fieldset, [line]);
}

/** Drops what only screen readers say, such as "sold out or unavailable". */
const ownText = ({ children }: HtmlElement): string =>
  children
    .filter((child) => isText(child) || (isElement(child) && !/hidden|sr-only/i.test(child.attribs.class ?? '')))
    .map(textOf)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/\s*:\s*$/, '')
    .trim();
