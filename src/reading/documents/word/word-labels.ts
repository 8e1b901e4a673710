/** Carries the numbers of paragraphs through the converter, which counts every list from one: written into the text, then taken out of it. */
import type { Block } from '../../../text/document.ts';
import { labelledItem } from './number-formats.ts';
import type { WordNumbering } from './word-numbering.ts';

/** Private-use characters around a number. */
const OPEN = '\ue0f0';
const CLOSE = '\ue0f1';
const LABEL = /\ue0f0([^\ue0f0\ue0f1]*)\ue0f1/g;
const STRAY = /[\ue0f0\ue0f1]/g;

const PROPERTY_TAG = /<(\/?)w:(pPr|numId|ilvl|pStyle)(?=[\s/>])([^<>]*)>/g;

/** Writes its number at the beginning of each numbered paragraph of the body's XML. */
export function writeLabels(xml: string, numbering: WordNumbering): string {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let own = { id: null as string | null, level: null as number | null, style: null as string | null };
  for (const tag of xml.matchAll(PROPERTY_TAG)) {
    const [whole, slash, name, rest = ''] = tag;
    if (name !== 'pPr') {
      // Deeper properties are those before a tracked change.
      if (depth === 1) own = withProperty(own, name ?? '', rest);
      continue;
    }
    if (rest.endsWith('/')) continue;
    if (slash === '') {
      depth += 1;
      if (depth === 1) own = { id: null, level: null, style: null };
      continue;
    }
    depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    const label = numbering.next(own);
    if (label === null) continue;
    const end = tag.index + whole.length;
    parts.push(xml.slice(from, end), `<w:r><w:t xml:space="preserve">${OPEN}${escaped(label)}${CLOSE}</w:t></w:r>`);
    from = end;
  }
  return parts.length === 0 ? xml : parts.join('') + xml.slice(from);
}

function withProperty<Own extends { id: string | null; level: number | null; style: string | null }>(
  own: Own,
  name: string,
  attributes: string,
): Own {
  const value = /\bw:val\s*=\s*["']([^"']*)["']/.exec(attributes.slice(0, 500))?.[1] ?? '';
  if (name === 'numId') return { ...own, id: value };
  if (name === 'pStyle') return { ...own, style: value };
  const level = Number.parseInt(value, 10);
  return { ...own, level: Number.isSafeInteger(level) ? level : 0 };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Makes the numbers markers of list items, and parts of other texts. Numbered paragraphs without text are left out. */
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
