/**
 * Carries the numbers of paragraphs through the converter, which counts every list from one: they are written into the text and taken out
 * after it.
 */

import type { Block } from '../../../text/document.ts';
import { escapeXml } from '../ooxml/xml-tree.ts';
import { labelledItem } from './number-formats.ts';
import type { NumberProperties, WordNumbering } from './word-numbering.ts';

/** Private-use characters around a number. */
const OPEN = '\ue0f0';
const CLOSE = '\ue0f1';
const LABEL = /\ue0f0([^\ue0f0\ue0f1]*)\ue0f1/g;
const STRAY = /[\ue0f0\ue0f1]/g;

const PROPERTY_TAG = /<(\/?)w:(pPr|numId|ilvl|pStyle)(?=[\s/>])([^<>]*)>/g;

const NO_PROPERTIES: NumberProperties = { id: null, level: null, style: null };

/** Begins each numbered paragraph with its number. */
export function writeLabels(xml: string, numbering: WordNumbering): string {
  const parts: string[] = [];
  let from = 0;
  for (const { properties, end } of paragraphsIn(xml)) {
    const label = numbering.next(properties);
    if (label === null) continue;
    parts.push(xml.slice(from, end), `<w:r><w:t xml:space="preserve">${OPEN}${escapeXml(label)}${CLOSE}</w:t></w:r>`);
    from = end;
  }
  return parts.length === 0 ? xml : parts.join('') + xml.slice(from);
}

/** The properties of each paragraph that has any, and the index of their end. */
function* paragraphsIn(xml: string): Generator<{ readonly properties: NumberProperties; readonly end: number }> {
  let depth = 0;
  let properties = NO_PROPERTIES;
  for (const { 0: whole, 1: slash, 2: name = '', 3: rest = '', index } of xml.matchAll(PROPERTY_TAG)) {
    if (name !== 'pPr') {
      // Deeper properties are those before a tracked change.
      if (depth === 1) properties = withProperty(properties, name, rest);
      continue;
    }
    if (depth === 0) properties = NO_PROPERTIES;
    depth = Math.max(0, depth + depthChange(slash, rest));
    if (slash === '/' && depth === 0) yield { properties, end: index + whole.length };
  }
}

function depthChange(slash: string | undefined, attributes: string): number {
  if (slash === '/') return -1;
  return attributes.endsWith('/') ? 0 : 1;
}

function withProperty(own: NumberProperties, name: string, attributes: string): NumberProperties {
  const value = /\bw:val\s*=\s*["']([^"']*)["']/.exec(attributes.slice(0, 500))?.[1] ?? '';
  if (name === 'numId') return { ...own, id: value };
  if (name === 'pStyle') return { ...own, style: value };
  const level = Number.parseInt(value, 10);
  return { ...own, level: Number.isSafeInteger(level) ? level : 0 };
}

/** Makes the numbers markers of list items, and parts of other texts. Drops numbered paragraphs without text. */
export const takeLabels = (blocks: readonly Block[]): Block[] => blocks.flatMap(takeLabel);

function takeLabel(block: Block): Block[] {
  if (block.kind === 'table') {
    const header = block.header === null ? null : inline(block.header);
    return [{ ...block, header, rows: block.rows.map(inline) }];
  }
  if (!block.text.includes(OPEN)) return [block];
  const text = block.text.replace(LABEL, '').replace(STRAY, '').trim();
  if (text === '') return [];
  const label = /\ue0f0([^\ue0f0\ue0f1]+)\ue0f1/.exec(block.text)?.[1] ?? '';
  if (block.kind !== 'list-item') return [{ ...block, text: inline(block.text) }];
  return [{ ...block, ...labelledItem(label, text) }];
}

const inline = (text: string): string =>
  text.includes(OPEN)
    ? text
        .replace(LABEL, (_, label) => (label === '' ? '' : `${label} `))
        .replace(STRAY, '')
        .replace(/ {2,}/g, ' ')
        .trim()
    : text;
