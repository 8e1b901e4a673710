/** Options of a `<select>`, whose text is displayed only when it is opened. */
import { elementOf, elementsBelow, type HtmlElement, hasLittleText, replaceChildren, textOf } from '../dom/dom.ts';

const MAX_OPTIONS = 60;
const MAX_CHARACTERS = 6_000;
const MIN_PRICED = 2;
/** Shops give these names to the options of a product. */
const VARIANT = /^(?:options?\[|attribute_|attributes?\[|group\[|properties\[|super_attribute\[)/;
const AMOUNT = /\p{Sc}\s?\d[\d.,']*|\d[\d.,']*\s?(?:\p{Sc}|(?:EUR|USD|GBP|CHF|kr|zł|Kč|Ft|руб)(?![\p{L}\p{N}]))/gu;
const WORD = /\p{L}{2}/u;

/** Makes a list of options with prices, and one line of a product's options. Others, such as months, stay unread. */
export function tellOptions(list: HtmlElement): void {
  if (!hasLittleText(list, MAX_CHARACTERS)) return;
  const options = [...elementsBelow(list)].filter(({ name, attribs }) => name === 'option' && attribs.value !== '');
  const texts = options.map((option) => textOf(option).replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
  if (texts.length > MAX_OPTIONS) return;
  const priced = pricedOf(texts);
  if (priced.length >= MIN_PRICED) {
    list.name = 'ul';
    replaceChildren(
      list,
      priced.map((text) => elementOf('li', text)),
    );
  } else if (VARIANT.test(list.attribs.name ?? '') && texts.length > 0) {
    list.name = 'span';
    replaceChildren(list, elementOf('span', ` ${texts.join(', ')}`).children);
  }
}

/** Returns none for ranges, such as "$5 – $10" or "5 – 10 €", which ask for a budget. */
function pricedOf(texts: readonly string[]): readonly string[] {
  const priced: string[] = [];
  for (const text of texts) {
    const amounts = text.match(AMOUNT)?.length ?? 0;
    const rest = text.replace(AMOUNT, '');
    const isNamed = WORD.test(rest);
    if (amounts > 1 || (amounts === 1 && !isNamed && /\d/.test(rest))) return [];
    if (amounts === 1 && isNamed) priced.push(text);
  }
  return priced;
}
