/** Structured data (https://schema.org as JSON-LD) that visitors ask about. */

import { parseJson } from '../../../lib/parse-json.ts';
import { type Block, documentText } from '../../../text/document.ts';
import { asText, type Item, listOf, textOf } from './json-ld-values.ts';
import { blocksOfString } from './prose-detection.ts';
import { ingredientsOf, RECIPE_DETAILS, stepsOf } from './recipes.ts';
import { type Detail, dishOf, EVENT_DETAILS, JOB_DETAILS, OFFER_DETAILS, PLACE_DETAILS } from './schema-details.ts';

const MAX_ITEMS = 2_000;
const MAX_DEPTH = 12;

/** Answers, prices, opening hours and the like. @param said tells if the page already contains a text */
export function structuredFacts(scripts: readonly string[], said: (text: string) => boolean): readonly Block[] {
  return itemsOfScripts(scripts).flatMap((item) => factsOf(item, said));
}

export function structuredBody(scripts: readonly string[]): readonly Block[] {
  return itemsOfScripts(scripts).flatMap(bodyOf);
}

/** Takes the longest article. */
export function articleBody(scripts: readonly string[]): readonly Block[] {
  const bodies = scripts
    .filter((text) => text.includes('"articleBody"'))
    .flatMap((text) => itemsOf(parseJson(text), 0));
  const longest = bodies.map((item) => textOf(item, 'articleBody')).reduce((a, b) => (b.length > a.length ? b : a), '');
  return paragraphs(longest);
}

const itemsOfScripts = (scripts: readonly string[]): readonly Item[] =>
  scripts.flatMap((text) => itemsOf(parseJson(text), 0)).slice(0, MAX_ITEMS);

const WITHIN = [
  ...['@graph', 'mainEntity', 'itemListElement', 'item', 'hasPart', 'subjectOf', 'department'],
  ...['hasMenu', 'hasMenuSection', 'hasMenuItem', 'hasOfferCatalog'],
];

/** Also within graphs, main entities and list elements. */
function itemsOf(value: unknown, depth: number): Item[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => itemsOf(one, depth + 1));
  if (typeof value !== 'object' || value === null) return [];
  const item = value as Item;
  return [item, ...WITHIN.flatMap((name) => itemsOf(item[name], depth + 1))];
}

const typesOf = (item: Item): readonly string[] =>
  [item['@type']].flat().map((type) => asText(type).replace(/^https?:\/\/schema\.org\//, ''));

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
      ...detailsOf(item, [...OFFER_DETAILS, ...EVENT_DETAILS, ...JOB_DETAILS], said),
    ];
    return withHeading(item, details);
  }
  if (types.includes('MenuItem')) return unsaid(dishOf(item));
  if (types.includes('Recipe') || types.includes('HowTo')) return withHeading(item, instructionsOf(item, said));
  if (types.some((type) => BUSINESS_TYPES.test(type)) || isPlace(item))
    return withHeading(item, detailsOf(item, PLACE_DETAILS, said));
  return [];
}

/** Ingredients and steps, unless the page tells most of them. It may word them a little differently. */
function instructionsOf(item: Item, said: (text: string) => boolean): readonly Block[] {
  const untold = (texts: readonly string[]) => (texts.filter(said).length * 2 >= texts.length ? [] : texts);
  return [
    ...detailsOf(item, RECIPE_DETAILS, said),
    ...untold(ingredientsOf(item)).map(listItem),
    ...untold(stepsOf(item)).flatMap(paragraphs),
  ];
}

const listItem = (text: string): Block => ({ kind: 'list-item', depth: 0, marker: '-', text });

/** True for any type with hours, such as `Bakery`: there are more than a hundred. */
const isPlace = (item: Item): boolean =>
  'openingHours' in item || 'openingHoursSpecification' in item || ('address' in item && 'telephone' in item);

function bodyOf(item: Item): readonly Block[] {
  const text = textOf(item, 'articleBody') || textOf(item, 'text') || textOf(item, 'reviewBody');
  const isAnswer = typesOf(item).some((type) => type === 'Question' || type === 'Answer');
  const described = isAnswer ? '' : textOf(item, 'description');
  const blocks = [
    ...paragraphs(text || described),
    ...ingredientsOf(item).map(listItem),
    ...stepsOf(item).flatMap(paragraphs),
  ];
  const title = textOf(item, 'headline') || textOf(item, 'name');
  return blocks.length === 0 || title === '' ? blocks : [heading(title), ...blocks];
}

const BUSINESS_TYPES =
  /(?:Business|Organization|Store|Restaurant|Hotel|Shop|Place|Corporation|Salon|Clinic|Dentist|Physician)$/;

/** A shorter text may stand on the page by chance. */
const MIN_SAID = 6;

function detailsOf(item: Item, wanted: readonly Detail[], said: (text: string) => boolean): readonly Block[] {
  return wanted.flatMap(([label, of]): readonly Block[] => {
    const texts = of(item).filter((text) => text !== '' && !(text.length >= MIN_SAID && said(text)));
    return texts.length === 0 ? [] : [{ kind: 'paragraph', text: `${label}: ${texts.join('; ')}` }];
  });
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
