import { type GridCell, type GridRow, gridOf, MAX_SPAN } from '../../html/blocks/table-grid.ts';
import { type Chart, readChart } from '../ooxml/chart.ts';
import { diagramTexts } from '../ooxml/diagram.ts';
import { linesOf } from '../ooxml/drawing-text.ts';
import { attributeNamed, childNamed, childrenNamed, type XmlElement } from '../ooxml/xml-tree.ts';
import type { SlideItem } from './slide-blocks.ts';
import { inReadingOrder, type Place, placeOf } from './slide-layout.ts';
import { paragraphsOf } from './slide-paragraphs.ts';
import { withTitle } from './slide-titles.ts';

/** Finds a part by relationship id; null when it is missing. */
export type FindPart = (id: string | null) => XmlElement | null;

const TITLE_PLACEHOLDERS = new Set(['title', 'ctrTitle']);
/** The master bullets them by default. A missing type means `obj`. */
const BULLETED_PLACEHOLDERS = new Set(['body', 'obj']);
/** These repeat on every slide. */
const RUNNING_PLACEHOLDERS = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

interface SlideShape {
  readonly items: readonly SlideItem[];
  /** Units of the slide or group. */
  readonly place: Place | null;
}

/** Reading order, groups opened. Where a slide names no title, a text in larger letters is one. */
export function itemsOf(slide: XmlElement, find: FindPart): readonly SlideItem[] {
  const tree = childNamed(slide, 'cSld', 'spTree');
  return tree === null ? [] : withTitle(itemsIn(tree, find));
}

const itemsIn = (tree: XmlElement, find: FindPart): readonly SlideItem[] =>
  inReadingOrder([...shapesIn(tree, find)].filter(({ items }) => items.length > 0)).flatMap(({ items }) => items);

function* shapesIn(tree: XmlElement, find: FindPart): Generator<SlideShape> {
  for (const child of tree.children) {
    if (child.name === 'sp') yield { items: [...shapeItem(child)], place: placeOf(childNamed(child, 'spPr')) };
    else if (child.name === 'grpSp')
      yield { items: itemsIn(child, find), place: placeOf(childNamed(child, 'grpSpPr')) };
    else if (child.name === 'graphicFrame') yield { items: [...frameItems(child, find)], place: placeOf(child) };
    else if (child.name === 'AlternateContent') yield* alternativeShapes(child, find);
  }
}

/** Shapes of the preferred form if we can read any, else those for older programs. */
function alternativeShapes(content: XmlElement, find: FindPart): Iterable<SlideShape> {
  const [preferred, fallback] = [childNamed(content, 'Choice'), childNamed(content, 'Fallback')];
  const shapes = preferred === null ? [] : [...shapesIn(preferred, find)];
  return shapes.some(({ items }) => items.length > 0) || fallback === null ? shapes : shapesIn(fallback, find);
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
    else if (content.name === 'relIds') yield* diagramItem(diagramTexts(find(attributeNamed(content, 'dm'))));
    else if (content.name === 'chart') yield* chartItems(readChart(find(attributeNamed(content, 'id'))));
  }
}

function tableItem(table: XmlElement): SlideItem {
  const firstRow = attributeNamed(childNamed(table, 'tblPr'), 'firstRow');
  const firstIsHeader = firstRow === '1' || firstRow === 'true';
  const rows = childrenNamed(table, 'tr').map((row, at): GridRow => {
    const cells = childrenNamed(row, 'tc').filter((cell) => !isSet(cell, 'hMerge') && !isSet(cell, 'vMerge'));
    return { isHeader: firstIsHeader && at === 0, cells: cells.map(gridCell) };
  });
  const grid = gridOf(rows);
  const header = grid.header === null ? [] : [grid.header];
  return {
    kind: 'table',
    firstIsHeader: grid.header !== null,
    rows: [...grid.titles.map((title) => [title]), ...header, ...grid.rows],
  };
}

const gridCell = (cell: XmlElement): GridCell => ({
  text: linesOf(cell).join(' ').replaceAll('\n', ' '),
  colspan: spanOf(cell, 'gridSpan'),
  rowspan: spanOf(cell, 'rowSpan'),
});

const isSet = (cell: XmlElement, name: string): boolean => ['1', 'true'].includes(attributeNamed(cell, name) ?? '');

const spanOf = (cell: XmlElement, name: string): number =>
  Math.min(MAX_SPAN, Math.max(1, Number.parseInt(attributeNamed(cell, name) ?? '1', 10) || 1));

function* chartItems(chart: Chart | null): Generator<SlideItem> {
  if (chart === null) return;
  const paragraphs = chart.titles.map((text) => ({ text, depth: 0, bulleted: false }));
  if (paragraphs.length > 0) yield { kind: 'text', role: 'other', paragraphs };
  if (chart.rows.length > 0) yield { kind: 'table', firstIsHeader: true, rows: chart.rows };
}

/** SmartArt nodes become a list. */
function* diagramItem(texts: readonly string[]): Generator<SlideItem> {
  if (texts.length === 0) return;
  yield { kind: 'text', role: 'body', paragraphs: texts.map((text) => ({ text, depth: 0, bulleted: true })) };
}
