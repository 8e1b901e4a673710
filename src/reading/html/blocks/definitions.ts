/** Definition lists (`dl`): opening times, facts about a course, glossaries. */
import type { Block } from '../../../text/document.ts';
import { isQuestion } from '../../../text/is-question.ts';
import { elementsBelow, type HtmlElement, hasLittleText, isElement, isText, textOf } from '../dom/dom.ts';

interface Definition {
  readonly terms: string[];
  readonly descriptions: string[];
}

/** A description with a structure of its own is no line of a list. */
const STRUCTURAL_ELEMENTS = new Set('blockquote dl h1 h2 h3 h4 h5 h6 pre table'.split(' '));
const LISTS = new Set(['ol', 'ul']);
/** Includes white space between the items. A longer list is one of its own. */
const MAX_LIST = 400;
/** More are a list of their own. */
const MAX_DESCRIPTIONS = 10;
const COLON = /\s*[:：]$/;

/**
 * One item for each term, with its descriptions. Returns null for questions and for descriptions of several paragraphs, which are read one
 * after the other.
 * @param inline collapses white space
 */
export function definitionBlocks(list: HtmlElement, inline: (text: string) => string): readonly Block[] | null {
  const parts = partsOf(list);
  if (parts.some(hasStructure)) return null;
  const definitions: Definition[] = [];
  for (const part of parts) {
    const text = inline(textOf(part)).replaceAll('\n', isListed(part) ? '; ' : ' ');
    const isAdded = part.name === 'dt' ? addTerm(text, definitions) : addDescription(text, definitions);
    if (!isAdded) return null;
  }
  return definitions.flatMap((definition) => {
    const text = lineOf(definition);
    return text === '' ? [] : [{ kind: 'list-item', depth: 0, marker: '-', text } as const];
  });
}

function addTerm(text: string, definitions: Definition[]): boolean {
  if (isQuestion(text)) return false;
  const last = definitions.at(-1);
  if (last === undefined || last.descriptions.length > 0) definitions.push({ terms: [text], descriptions: [] });
  else last.terms.push(text);
  return true;
}

function addDescription(text: string, definitions: readonly Definition[]): boolean {
  const last = definitions.at(-1);
  if (last === undefined || last.descriptions.length === MAX_DESCRIPTIONS) return false;
  last.descriptions.push(text);
  return true;
}

function lineOf({ terms, descriptions }: Definition): string {
  const term = terms.filter((one) => one !== '').join(', ');
  const description = joined(descriptions.filter((one) => one !== ''));
  return term === '' || description === '' ? `${term}${description}` : `${term.replace(COLON, '')}: ${description}`;
}

/** Sentences follow each other. */
const joined = (descriptions: readonly string[]): string =>
  descriptions
    .map((one, place) => (place === descriptions.length - 1 || /[.!?。！？…]$/u.test(one) ? one : `${one};`))
    .join(' ');

/** A `div` may hold a term and its descriptions. */
function partsOf(list: HtmlElement): readonly HtmlElement[] {
  const isPart = ({ name }: HtmlElement) => name === 'dt' || name === 'dd';
  return list.children
    .filter(isElement)
    .flatMap((child) => (child.name === 'div' ? child.children.filter(isElement) : [child]))
    .filter(isPart);
}

function hasStructure(part: HtmlElement): boolean {
  let paragraphs = 0;
  let lists = 0;
  for (const { name } of elementsBelow(part)) {
    if (name === 'p') paragraphs += 1;
    if (LISTS.has(name)) lists += 1;
    if (paragraphs > 1 || lists > 1 || STRUCTURAL_ELEMENTS.has(name)) return true;
  }
  return lists > 0 && !(isListed(part) && hasLittleText(part, MAX_LIST));
}

/** True for a description that is only a list, such as of sizes. */
function isListed({ children }: HtmlElement): boolean {
  const filled = children.filter((child) => !isText(child) || child.data.trim() !== '');
  const [only] = filled;
  return filled.length === 1 && only !== undefined && isElement(only) && LISTS.has(only.name);
}
