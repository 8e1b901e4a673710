/** Facts that a page shows only to search engines: opening hours, prices, telephone numbers. */
import type { CheerioAPI } from 'cheerio';
import { appendText, type HtmlElement, hasLittleText, isElement, textOf } from '../dom/dom.ts';
import { select } from '../dom/select.ts';

const MAX_VALUE = 200;
const MAX_MARKED = 50;
/** Characters of visible text that may tell the same. */
const MAX_TEXT = 2_000;
const TIME = /\d{1,2}[:.]\d{2}/;

interface MarkedFact {
  readonly label: string;
  /** True when visible text beside the marks tells the same. */
  readonly isShown: (text: string, values: readonly string[]) => boolean;
}

const FACTS: ReadonlyMap<string, MarkedFact> = new Map([
  [
    'openingHours',
    { label: 'Opening hours', isShown: (text, values) => values.some((value) => TIME.test(value)) && TIME.test(text) },
  ],
  // A price may be shown in another format: "89" for 89.00.
  ['price', { label: 'Price', isShown: (text, [price = '']) => text.includes(/\d+/.exec(price)?.[0] ?? '') }],
  [
    'telephone',
    { label: 'Telephone', isShown: (text, [number = '']) => digits(text).includes(digits(number).slice(-6)) },
  ],
]);

const digits = (text: string): string => text.replace(/\D/g, '');

/** Writes each fact as a paragraph in its place. Must run before anything is read. */
export function tellMarkedFacts($: CheerioAPI): void {
  const marked = select(
    $,
    'meta[itemprop=openingHours][content], meta[itemprop=price][content], meta[itemprop=telephone][content]',
    MAX_MARKED,
  );
  const groups = new Map<string, HtmlElement[]>();
  const parents = [...new Set(marked.map(({ parent }) => parent))];
  for (const meta of marked) {
    const { parent, attribs } = meta;
    if (parent === null || !isElement(parent) || contentOf(meta) === '') continue;
    const key = `${attribs.itemprop} ${parents.indexOf(parent)}`;
    groups.set(key, [...(groups.get(key) ?? []), meta]);
  }
  for (const metas of groups.values()) tell(metas);
}

function tell(metas: readonly HtmlElement[]): void {
  const [first] = metas;
  const fact = FACTS.get(first?.attribs.itemprop ?? '');
  if (first === undefined || fact === undefined || first.parent === null || !isElement(first.parent)) return;
  const values = metas.map(contentOf);
  if (hasLittleText(first.parent, MAX_TEXT) && fact.isShown(textOf(first.parent), values)) return;
  const currency = fact.label === 'Price' ? ` ${currencyBeside(first.parent)}` : '';
  first.name = 'p';
  appendText(first, `${fact.label}: ${values.join(', ')}${currency}`.trim());
}

const contentOf = ({ attribs }: HtmlElement): string =>
  (attribs.content ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE);

function currencyBeside({ children }: HtmlElement): string {
  const meta = children.find((one) => isElement(one) && one.attribs.itemprop === 'priceCurrency');
  return meta !== undefined && isElement(meta) ? (meta.attribs.content ?? '').slice(0, 3) : '';
}
