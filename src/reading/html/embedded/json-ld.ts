/** Structured data (https://schema.org as JSON-LD) that visitors ask about. */

import { parseJson } from '../../../lib/parse-json.ts';
import { type Block, documentText } from '../../../text/document.ts';
import { blocksOfString } from './prose-detection.ts';

const MAX_ITEMS = 2_000;
const MAX_DEPTH = 12;

type Item = { readonly [name: string]: unknown };

/** Answers, prices, opening hours and the like. @param said tells if the page already contains a text */
export function structuredFacts(scripts: readonly string[], said: (text: string) => boolean): readonly Block[] {
  return itemsOfScripts(scripts).flatMap((item) => factsOf(item, said));
}

/** For pages that scripts render. */
export function structuredBody(scripts: readonly string[]): readonly Block[] {
  return itemsOfScripts(scripts).flatMap(bodyOf);
}

const itemsOfScripts = (scripts: readonly string[]): readonly Item[] =>
  scripts.flatMap((text) => itemsOf(parseJson(text), 0)).slice(0, MAX_ITEMS);

/** Nested in graphs, main entities and list elements too. */
function itemsOf(value: unknown, depth: number): Item[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => itemsOf(one, depth + 1));
  if (typeof value !== 'object' || value === null) return [];
  const item = value as Item;
  const within = ['@graph', 'mainEntity', 'itemListElement', 'item', 'hasPart', 'subjectOf', 'department'];
  return [item, ...within.flatMap((name) => itemsOf(item[name], depth + 1))];
}

const typesOf = (item: Item): readonly string[] =>
  [item['@type']].flat().map((type) => String(type).replace(/^https?:\/\/schema\.org\//, ''));

function factsOf(item: Item, said: (text: string) => boolean): readonly Block[] {
  const types = typesOf(item);
  const unsaid = (text: string) => (text !== '' && !said(text) ? paragraphs(text) : []);
  if (types.includes('Question')) {
    const answers = listOf(item.acceptedAnswer ?? item.suggestedAnswer).flatMap((answer) =>
      unsaid(textOf(answer, 'text')),
    );
    const question = textOf(item, 'name') || textOf(item, 'text');
    return answers.length === 0 || question === '' ? [] : [heading(question), ...answers];
  }
  if (types.some((type) => /^(?:Product|ProductGroup|Service|Offer|Event|JobPosting|Course)$|Event$/.test(type))) {
    const details = [
      ...unsaid(textOf(item, 'description')),
      ...detailsOf(item, [...OFFER_DETAILS, ...EVENT_DETAILS], said),
    ];
    return withHeading(item, details);
  }
  if (types.some((type) => BUSINESS_TYPES.test(type))) return withHeading(item, detailsOf(item, PLACE_DETAILS, said));
  return [];
}

function bodyOf(item: Item): readonly Block[] {
  const text = textOf(item, 'articleBody') || textOf(item, 'text') || textOf(item, 'reviewBody');
  const steps = listOf(item.step ?? item.recipeInstructions).flatMap((step) => paragraphs(textOf(step, 'text')));
  const ingredients = [item.recipeIngredient]
    .flat()
    .map(asText)
    .filter((one) => one !== '');
  const listed: Block[] = ingredients.map((one) => ({ kind: 'list-item', depth: 0, marker: '-', text: one }));
  const isAnswer = typesOf(item).some((type) => type === 'Question' || type === 'Answer');
  const described = isAnswer ? '' : textOf(item, 'description');
  const blocks = [...paragraphs(text || described), ...listed, ...steps];
  const title = textOf(item, 'headline') || textOf(item, 'name');
  return blocks.length === 0 || title === '' ? blocks : [heading(title), ...blocks];
}

const BUSINESS_TYPES =
  /(?:Business|Organization|Store|Restaurant|Hotel|Shop|Place|Corporation|Salon|Clinic|Dentist|Physician)$/;

type Detail = readonly [label: string, of: (item: Item) => readonly string[]];

const OFFER_DETAILS: readonly Detail[] = [
  ['Price', (item) => listOf(item.offers).flatMap(priceOf).slice(0, 20)],
  ['Availability', (item) => [...new Set(listOf(item.offers).map((offer) => wordsOf(textOf(offer, 'availability'))))]],
  ['Variants', variantsOf],
  ['Brand', (item) => [nameOf(item.brand)]],
];
const EVENT_DETAILS: readonly Detail[] = [
  ['Starts', (item) => [textOf(item, 'startDate')]],
  ['Ends', (item) => [textOf(item, 'endDate')]],
  [
    'Location',
    (item) => listOf(item.location).map((place) => [nameOf(place), addressOf(place)].filter(Boolean).join(', ')),
  ],
];
const PLACE_DETAILS: readonly Detail[] = [
  ['Telephone', (item) => [item.telephone].flat().map(asText)],
  ['E-mail', (item) => [item.email].flat().map(asText)],
  ['Address', (item) => [addressOf(item)]],
  [
    'Opening hours',
    (item) => [...[item.openingHours].flat().map(asText), ...listOf(item.openingHoursSpecification).map(hoursOf)],
  ],
];

function detailsOf(item: Item, wanted: readonly Detail[], said: (text: string) => boolean): readonly Block[] {
  return wanted.flatMap(([label, of]): readonly Block[] => {
    const texts = of(item).filter((text) => text !== '' && !said(text));
    return texts.length === 0 ? [] : [{ kind: 'paragraph', text: `${label}: ${texts.join('; ')}` }];
  });
}

/** With their prices, where these differ. */
function variantsOf(item: Item): readonly string[] {
  const variants = listOf(item.hasVariant).map((variant) => {
    const prices = listOf(variant.offers).flatMap(priceOf);
    return { name: textOf(variant, 'name'), price: prices.join(', ') };
  });
  const told = variants.filter(({ name, price }) => name !== '' && price !== '').slice(0, MAX_VARIANTS);
  if (new Set(told.map(({ price }) => price)).size < 2) return [];
  return told.map(({ name, price }) => `${name} ${price}`);
}

const MAX_VARIANTS = 50;

function priceOf(offer: Item): readonly string[] {
  const currency = asText(offer.priceCurrency);
  const single = asText(offer.price);
  const [low, high] = [asText(offer.lowPrice), asText(offer.highPrice)];
  const amount = single || (high !== '' && high !== low ? `${low} to ${high}` : low);
  return amount === '' ? listOf(offer.priceSpecification).flatMap(priceOf) : [`${amount} ${currency}`.trim()];
}

const hoursOf = (hours: Item): string => {
  const days = [hours.dayOfWeek]
    .flat()
    .map((day) => wordsOf(asText(day)))
    .filter(Boolean);
  const [opens, closes] = [asText(hours.opens), asText(hours.closes)];
  return opens === '' ? '' : `${days.join(', ')} ${opens} to ${closes}`.trim();
};

function addressOf(item: Item): string {
  const { address } = item;
  if (typeof address === 'string') return asText(address);
  const parts = listOf(address).flatMap((one) =>
    ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'].map((name) =>
      textOf(one, name),
    ),
  );
  return parts.filter((part) => part !== '').join(', ');
}

/** `https://schema.org/InStock` becomes `In stock`. */
function wordsOf(value: string): string {
  const name = value.replace(/^https?:\/\/schema\.org\//, '');
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const withHeading = (item: Item, blocks: readonly Block[]): readonly Block[] => {
  const name = textOf(item, 'name') || textOf(item, 'title');
  return blocks.length === 0 || name === '' ? blocks : [heading(name), ...blocks];
};

const heading = (text: string): Block => ({
  kind: 'heading',
  level: 2,
  text: plainText(text).replaceAll('\n', ' ').slice(0, 300),
});
const paragraphs = (text: string): readonly Block[] => blocksOfString(text);
const plainText = (text: string) => documentText({ blocks: blocksOfString(text) });

const listOf = (value: unknown): readonly Item[] =>
  [value].flat().filter((one): one is Item => typeof one === 'object' && one !== null);
const textOf = (item: Item, name: string): string => asText(item[name]);
const nameOf = (value: unknown): string =>
  typeof value === 'string' ? asText(value) : (listOf(value).map((one) => textOf(one, 'name'))[0] ?? '');

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value.trim().slice(0, 200_000);
  return typeof value === 'number' ? String(value) : '';
};
