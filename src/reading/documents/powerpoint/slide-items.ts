import { attributeNamed, childNamed, childrenNamed, descendantsNamed, type XmlElement } from '../ooxml/xml-tree.ts';
import { chartItems } from './chart.ts';
import { linesOf, paragraphsOf } from './drawing-text.ts';
import type { SlideItem } from './slide-blocks.ts';

/** Resolves a relationship id of the slide; null when the part is missing. */
export type FindPart = (id: string | null) => XmlElement | null;

const TITLE_PLACEHOLDERS = new Set(['title', 'ctrTitle']);
/** The master bullets them by default. A missing type means `obj`. */
const BULLETED_PLACEHOLDERS = new Set(['body', 'obj']);
/** Placeholders that repeat on every slide. */
const RUNNING_PLACEHOLDERS = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** In drawing order; groups are opened. */
export function itemsOf(slide: XmlElement, find: FindPart): readonly SlideItem[] {
  const tree = childNamed(slide, 'cSld', 'spTree');
  return tree === null ? [] : [...itemsIn(tree, find)];
}

function* itemsIn(tree: XmlElement, find: FindPart): Generator<SlideItem> {
  for (const child of tree.children) {
    if (child.name === 'sp') yield* shapeItem(child);
    else if (child.name === 'grpSp') yield* itemsIn(child, find);
    else if (child.name === 'graphicFrame') yield* frameItems(child, find);
    else if (child.name === 'AlternateContent') yield* alternativeItems(child, find);
  }
}

/** Those of the preferred form, if we can read any, else those for older programs. */
function alternativeItems(content: XmlElement, find: FindPart): Iterable<SlideItem> {
  const [preferred, fallback] = [childNamed(content, 'Choice'), childNamed(content, 'Fallback')];
  const items = preferred === null ? [] : [...itemsIn(preferred, find)];
  return items.length > 0 || fallback === null ? items : itemsIn(fallback, find);
}

export function placeholderOf(shape: XmlElement): { readonly type: string } | null {
  const placeholder = childNamed(shape, 'nvSpPr', 'nvPr', 'ph');
  return placeholder === null ? null : { type: attributeNamed(placeholder, 'type') ?? 'obj' };
}

function* shapeItem(shape: XmlElement): Generator<SlideItem> {
  const type = placeholderOf(shape)?.type ?? null;
  if (type !== null && RUNNING_PLACEHOLDERS.has(type)) return;
  const isBulleted = type !== null && BULLETED_PLACEHOLDERS.has(type);
  const paragraphs = paragraphsOf(childNamed(shape, 'txBody'), isBulleted);
  const otherRole = isBulleted ? 'body' : 'other';
  const role = type !== null && TITLE_PLACEHOLDERS.has(type) ? 'title' : otherRole;
  if (paragraphs.some(({ text }) => text !== '')) yield { kind: 'text', role, paragraphs };
}

function* frameItems(frame: XmlElement, find: FindPart): Generator<SlideItem> {
  const data = childNamed(frame, 'graphic', 'graphicData');
  for (const content of data?.children ?? []) {
    if (content.name === 'tbl') yield tableItem(content);
    else if (content.name === 'relIds') yield* diagramItem(find(attributeNamed(content, 'dm')));
    else if (content.name === 'chart') yield* chartItems(find(attributeNamed(content, 'id')));
  }
}

function tableItem(table: XmlElement): SlideItem {
  const firstRow = attributeNamed(childNamed(table, 'tblPr'), 'firstRow');
  const rows = childrenNamed(table, 'tr').map((row) =>
    childrenNamed(row, 'tc').map((cell) => linesOf(cell).join(' ').replaceAll('\n', ' ')),
  );
  return { kind: 'table', firstIsHeader: firstRow === '1' || firstRow === 'true', rows };
}

/** SmartArt nodes become a list. */
function* diagramItem(model: XmlElement | null): Generator<SlideItem> {
  if (model === null) return;
  const points = [...descendantsNamed(model, 'pt')].filter(({ attributes }) => (attributes.type ?? 'node') === 'node');
  const texts = points.map((point) => linesOf(point).join(' ')).filter((text) => text !== '');
  if (texts.length === 0) return;
  yield { kind: 'text', role: 'body', paragraphs: texts.map((text) => ({ text, depth: 0, bulleted: true })) };
}
