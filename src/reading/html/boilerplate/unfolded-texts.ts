/** Texts that are not displayed, each behind a short name: a list that a script unfolds, although no class or attribute tells. */
import { isQuestion } from '../../../text/is-question.ts';
import { elementsBelow, type HtmlElement, hasFewElements, textWithin } from '../dom/dom.ts';
import type { Measures } from '../dom/measure.ts';
import { elementAround, elementBeside } from '../dom/nearby.ts';
import { NO_ITEM } from './unfolded-items.ts';

const CLOSED = /(?:^|[;\s])display\s*:\s*none/i;
const TEXTS = new Set(['div', 'section', 'p', 'ul', 'ol', 'dd']);
const NAMES = new Set(['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'a', 'span', 'strong', 'b', 'dt']);
/** Only these become headings. */
const PLAIN_NAMES = new Set(['p', 'div', 'a', 'span', 'strong', 'b']);
const LEADS_NOWHERE = /^(?:#|javascript:|$)/i;
const MIN_TEXT = 40;
const MAX_NAME = 200;
/** A longer name without a question is the beginning of the text. */
const MAX_HEADING = 80;
const MAX_ATTRIBUTE = 500;
const MAX_NODES_BETWEEN = 10;
const MAX_FORM_LEVELS = 6;

export interface NamedText {
  readonly name: HtmlElement;
  readonly text: HtmlElement;
  readonly isHeading: boolean;
}

/** At least two of one kind, since a single one may be a draft. */
export function unfoldedTexts(elements: readonly HtmlElement[], measures: Measures): readonly NamedText[] {
  const kinds = new Map<string, NamedText[]>();
  for (const text of elements) {
    if (!isClosedText(text, measures)) continue;
    const name = elementBeside(text, 'prev', MAX_NODES_BETWEEN);
    if (name === null || !isName(name)) continue;
    const kind = [name.name, name.attribs.class, text.name, text.attribs.class].join(' ');
    const others = kinds.get(kind) ?? [];
    kinds.set(kind, others);
    others.push({ name, text, isHeading: PLAIN_NAMES.has(name.name) && mayBeHeading(name) });
  }
  return [...kinds.values()].filter((alike) => alike.length > 1).flat();
}

function isClosedText(element: HtmlElement, measures: Measures): boolean {
  const { style = '', class: classes = '', lang } = element.attribs;
  if (!TEXTS.has(element.name) || lang !== undefined || !CLOSED.test(style.slice(0, MAX_ATTRIBUTE))) return false;
  if (NO_ITEM.test(`${classes} ${element.attribs.id ?? ''}`.slice(0, MAX_ATTRIBUTE))) return false;
  if (measures.of(element).text < MIN_TEXT) return false;
  return elementAround(element, MAX_FORM_LEVELS, ({ name }) => name === 'form') === null;
}

function isName(element: HtmlElement): boolean {
  if (!NAMES.has(element.name) || !hasFewElements(element)) return false;
  if (CLOSED.test((element.attribs.style ?? '').slice(0, MAX_ATTRIBUTE))) return false;
  const { length } = textWithin(element).trim();
  return length > 1 && length <= MAX_NAME && [element, ...elementsBelow(element)].every(leadsNowhere);
}

const leadsNowhere = ({ attribs }: HtmlElement): boolean => LEADS_NOWHERE.test(attribs.href ?? '');

function mayBeHeading(name: HtmlElement): boolean {
  const text = textWithin(name).trim();
  return text.length <= MAX_HEADING || isQuestion(text);
}
