/** Extracts prose from the JSON that a page's scripts render. */
import { type Block, contentLength, documentText } from '../../../text/document.ts';
import { blocksOfString, isLabel, isProse } from './prose-detection.ts';

const MAX_DEPTH = 60;
const MAX_VALUES = 200_000;
const MAX_CHARACTERS = 500_000;

/** Their values title an object. */
const LABEL_KEYS = ['title', 'name', 'heading', 'headline', 'question', 'label', 'subject'];
/** Keys of interface texts and settings. */
const NON_CONTENT_KEYS =
  /^(?:_?i18n|_next.*|translations?|messages|locales?|runtimeconfig|publicruntimeconfig|config|env|css|styles?|classname|query|routes?|scripts?|errors?|__typename|seo_?schema|schema|breadcrumbs?|navigation|nav|menus?|footer|header|cookie\w*|consent\w*)$/i;
const PRICE_KEYS = /^(?:price|amount|saleprice|regularprice|formattedprice|displayprice)$/i;
const CURRENCY_KEYS = /^(?:currency|pricecurrency|currencycode|currency_code)$/i;

type JsonObject = { readonly [key: string]: unknown };

/** Sentences in order, without duplicates, under the titles of their objects. */
export function extractProse(data: unknown): readonly Block[] {
  return new ProseCollector().collect(data, 0);
}

class ProseCollector {
  readonly #seen = new Set<string>();
  #values = 0;
  #characters = 0;

  collect(value: unknown, depth: number): Block[] {
    this.#values += 1;
    if (depth > MAX_DEPTH || this.#values > MAX_VALUES || this.#characters > MAX_CHARACTERS) return [];
    if (typeof value === 'string') return this.#prose(value);
    if (Array.isArray(value)) return value.flatMap((one: unknown) => this.collect(one, depth + 1));
    return typeof value === 'object' && value !== null ? this.#object(value as JsonObject, depth) : [];
  }

  #prose(text: string): Block[] {
    const blocks = blocksOfString(text);
    const plain = documentText({ blocks });
    if (!isProse(plain.replace(/^[#\s-]+/, '')) || this.#seen.has(plain)) return [];
    this.#seen.add(plain);
    this.#characters += contentLength({ blocks });
    return [...blocks];
  }

  #object(object: JsonObject, depth: number): Block[] {
    const labelKey = LABEL_KEYS.find((key) => isLabelValue(object[key]));
    if (labelKey === undefined) return this.#content(object, depth);
    const label = String(object[labelKey]).trim();
    const within = [...priceBlocks(object), ...this.#content(object, depth, labelKey)];
    if (within.length === 0) return this.#prose(label);
    return [{ kind: 'heading', level: Math.min(6, 2 + Math.floor(depth / 8)), text: label }, ...within];
  }

  #content(object: JsonObject, depth: number, labelKey: string | null = null): Block[] {
    return Object.entries(object)
      .filter(([key]) => key !== labelKey && !NON_CONTENT_KEYS.test(key))
      .flatMap(([, value]) => this.collect(value, depth + 1));
  }
}

function priceBlocks(object: JsonObject): readonly Block[] {
  const price = priceOf(object);
  return price === null ? [] : [{ kind: 'paragraph', text: `Price: ${price}` }];
}

const isLabelValue = (value: unknown): value is string => typeof value === 'string' && isLabel(value);

function priceOf(object: JsonObject): string | null {
  const found = Object.entries(object).find(
    ([key, value]) =>
      PRICE_KEYS.test(key) && (typeof value === 'number' || (typeof value === 'string' && value.length < 30)),
  );
  const price = found === undefined ? '' : String(found[1]).trim();
  if (!/\d/.test(price)) return null;
  const currency = Object.entries(object).find(([key]) => CURRENCY_KEYS.test(key))?.[1];
  return typeof currency === 'string' && /^\p{L}{3}$|^\p{Sc}$/u.test(currency) ? `${price} ${currency}` : price;
}
