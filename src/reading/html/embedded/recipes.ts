/** Recipes and instructions in structured data. */
import { asText, type Item, listOf, textOf } from './json-ld-values.ts';
import type { Detail } from './schema-details.ts';

const MAX_STEPS = 200;
/** A section holds steps, and a step directions. */
const MAX_DEPTH = 5;

export const RECIPE_DETAILS: readonly Detail[] = [
  ['Yield', (item) => [item.recipeYield ?? item.yield].flat().map(asText).slice(-1)],
  ['Preparation time', (item) => [durationOf(item.prepTime)]],
  ['Cooking time', (item) => [durationOf(item.cookTime ?? item.performTime)]],
  ['Total time', (item) => [durationOf(item.totalTime)]],
];

export const ingredientsOf = (item: Item): readonly string[] =>
  [item.recipeIngredient ?? item.supply]
    .flat()
    .map((one) => asText(one) || listOf(one).map((supply) => textOf(supply, 'name'))[0] || '')
    .filter((one) => one !== '');

export function stepsOf(item: Item): readonly string[] {
  const found: string[] = [];
  collectSteps(item.step ?? item.recipeInstructions, 0, found);
  return found;
}

function collectSteps(value: unknown, depth: number, found: string[]): void {
  if (depth > MAX_DEPTH) return;
  for (const one of [value].flat()) {
    if (found.length >= MAX_STEPS) return;
    const text = typeof one === 'string' ? asText(one) : '';
    if (text !== '') found.push(text);
    for (const step of listOf(one)) addStep(step, depth, found);
  }
}

/** The name of a step is often the beginning of its text. */
function addStep(step: Item, depth: number, found: string[]): void {
  const [name, text] = [textOf(step, 'name'), textOf(step, 'text')];
  const told = text === '' || text.startsWith(name) ? text || name : `${name.replace(/[.:]$/, '')}: ${text}`;
  if (told !== '') found.push(told);
  if (text === '') collectSteps(step.itemListElement, depth + 1, found);
}

/** `PT1H30M` is "1 h 30 min". */
function durationOf(value: unknown): string {
  const [, days, hours, minutes] = /^P(?:(\d{1,3})D)?T?(?:(\d{1,3})H)?(?:(\d{1,4})M)?/.exec(asText(value)) ?? [];
  const told = [
    [days, 'd'],
    [hours, 'h'],
    [minutes, 'min'],
  ] as const;
  return told
    .flatMap(([amount, unit]) => (amount === undefined || Number(amount) === 0 ? [] : `${amount} ${unit}`))
    .join(' ');
}
