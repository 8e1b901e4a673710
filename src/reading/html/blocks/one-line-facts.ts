/** An element that is one fact is one line, however it is laid out: a name with its price, a label with its value, a row of cells. */
import type { HtmlElement } from '../dom/dom.ts';
import { cellRow } from './cell-rows.ts';
import { inlineText } from './inline-text.ts';
import { labelledValue } from './labelled-values.ts';
import { pricedLine } from './priced-items.ts';

/** Elements that may be one line of a list. */
const LINES = new Set(['div', 'li', 'p']);

/** @returns null for an element that is no such fact */
export function lineOf(element: HtmlElement): string | null {
  const priced = pricedLine(element, inlineText);
  if (priced !== null || !LINES.has(element.name)) return priced;
  return labelledValue(element, inlineText) ?? cellRow(element, inlineText);
}
