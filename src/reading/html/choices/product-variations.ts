/** Variations of a product in WooCommerce, whose prices a script shows once one is chosen. */
import { parseJson } from '../../../lib/parse-json.ts';
import {
  elementOf,
  elementsBelow,
  type HtmlElement,
  parseHtml,
  removeAll,
  replaceChildren,
  textOf,
} from '../dom/dom.ts';
import { select } from '../dom/select.ts';

const MAX_JSON = 500_000;
const MAX_VARIATIONS = 60;
/** Markup of a price and of the stock. */
const MAX_MARKUP = 2_000;
const MAX_ELEMENTS = 2_000;

interface Variation {
  readonly names: readonly string[];
  readonly price: string;
  readonly stock: string;
}

/** Lists each variation with its price. The shop gives no prices when all are the same. */
export function tellVariations(form: HtmlElement): void {
  const { 'data-product_variations': json = '' } = form.attribs;
  if (json.length > MAX_JSON) return;
  const variations = variationsIn(parseJson(json));
  if (!variations.some(({ price }) => price !== '')) return;
  const names = optionNames(form);
  // Parsed one by one: the parser carries elements that one item leaves open into all items behind it.
  const items = variations.flatMap(({ names: values, price, stock }) => {
    const name = values.map((value) => names.get(value) ?? value).join(', ');
    return select(parseHtml(`<li>${escaped(name)}: ${price} ${stock}</li>`), 'li', 1);
  });
  removeAll([...elementsBelow(form)].filter(({ attribs }) => attribs.class === 'reset_variations'));
  const list = elementOf('ul', '');
  replaceChildren(list, items);
  replaceChildren(form, [...form.children, list]);
}

function variationsIn(value: unknown): readonly Variation[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [];
  return listed.slice(0, MAX_VARIATIONS).flatMap((one) => {
    if (typeof one !== 'object' || one === null) return [];
    const { attributes, price_html, availability_html } = one as Readonly<Record<string, unknown>>;
    const names = Object.values(typeof attributes === 'object' && attributes !== null ? attributes : {});
    const told = names.filter((name): name is string => typeof name === 'string' && name !== '');
    return told.length === 0 ? [] : [{ names: told, price: markupIn(price_html), stock: markupIn(availability_html) }];
  });
}

/** Replaces markup that would end the list item. */
const markupIn = (value: unknown): string =>
  typeof value === 'string' && value.length <= MAX_MARKUP ? value.replace(/<(\/?)(?:p|div|li|ul)\b/g, '<$1span') : '';

/** Options hold names where variations hold only values: "Whole beans" for `whole-beans`. */
function optionNames(form: HtmlElement): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let elements = 0;
  for (const element of elementsBelow(form)) {
    elements += 1;
    if (elements > MAX_ELEMENTS) break;
    const { value = '' } = element.attribs;
    if (element.name === 'option' && value !== '') names.set(value, textOf(element).trim());
  }
  return names;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
