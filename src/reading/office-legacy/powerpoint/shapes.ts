import type { SlideItem } from '../../documents/powerpoint/slide-blocks.ts';
import { childOf, childrenOf, descendantsOf, type PptRecord, RECORD } from './records.ts';
import { type ShapeText, textOfShape } from './slide-text.ts';

/** Placeholder types that repeat on every slide ([MS-PPT] 2.13.22). */
const RUNNING_PLACEHOLDERS = new Set([7, 8, 9, 10]);
/** Marks a group as a table. */
const TABLE_PROPERTY = 0x039f;
/** Nested groups. */
const MAX_DEPTH = 40;

/** Items in drawing order; groups are opened, tables become rows. */
export function itemsOf(slide: PptRecord, outline: readonly ShapeText[]): readonly SlideItem[] {
  const drawing = childOf(slide, RECORD.drawing);
  const tree = drawing === null ? null : childOf(drawing, RECORD.shapeTree);
  return tree === null ? [] : [...itemsIn(tree, outline, 0)];
}

function* itemsIn(group: PptRecord, outline: readonly ShapeText[], depth: number): Generator<SlideItem> {
  for (const child of childrenOf(group)) {
    if (child.type === RECORD.shape) {
      const item = itemOf(child, outline);
      if (item !== null) yield item;
    } else if (child.type === RECORD.shapeGroup && depth < MAX_DEPTH) {
      yield* itemsOfGroup(child, outline, depth + 1);
    }
  }
}

function* itemsOfGroup(group: PptRecord, outline: readonly ShapeText[], depth: number): Generator<SlideItem> {
  const rows = isTable(group) ? rowsOf(group, outline) : [];
  if (rows.length > 0) yield { kind: 'table', firstIsHeader: false, rows };
  else yield* itemsIn(group, outline, depth);
}

function itemOf(shape: PptRecord, outline: readonly ShapeText[]): SlideItem | null {
  const text = textOfShape(shape, outline);
  if (text === null || isRunning(shape)) return null;
  const paragraphs = text.paragraphs.map((paragraph) => ({
    text: paragraph,
    depth: 0,
    bulleted: text.role === 'body',
  }));
  return { kind: 'text', role: text.role, paragraphs };
}

function isRunning(shape: PptRecord): boolean {
  const data = childOf(shape, RECORD.clientData);
  const placeholder = data === null ? null : childOf(data, RECORD.placeholder);
  return (
    placeholder !== null && placeholder.bytes.length >= 5 && RUNNING_PLACEHOLDERS.has(placeholder.bytes.readUInt8(4))
  );
}

/** The first shape of a table has the table property. */
function isTable(group: PptRecord): boolean {
  const first = childOf(group, RECORD.shape);
  const properties = first === null ? null : childOf(first, RECORD.groupShapeData);
  if (properties === null) return false;
  const count = Math.min(properties.instance, Math.floor(properties.bytes.length / 6));
  for (let index = 0; index < count; index += 1) {
    const number = properties.bytes.readUInt16LE(index * 6) & 0x3fff;
    if (number === TABLE_PROPERTY) return (properties.bytes.readUInt32LE(index * 6 + 2) & 1) === 1;
  }
  return false;
}

interface Cell {
  readonly left: number;
  readonly top: number;
  readonly text: string;
}

/** Cells with the same top edge form a row. */
function rowsOf(group: PptRecord, outline: readonly ShapeText[]): string[][] {
  const cells: Cell[] = [];
  for (const shape of descendantsOf(group)) {
    if (shape.type !== RECORD.shape) continue;
    const anchor = childOf(shape, RECORD.childAnchor)?.bytes;
    const text = textOfShape(shape, outline);
    if (text === null || anchor === undefined || anchor.length < 16) continue;
    const words = text.paragraphs.join(' ').replaceAll('\n', ' ').trim();
    cells.push({ left: anchor.readInt32LE(0), top: anchor.readInt32LE(4), text: words });
  }
  cells.sort((one, other) => one.top - other.top || one.left - other.left);
  const rows = Map.groupBy(cells, ({ top }) => top);
  return [...rows.values()].map((row) => row.map(({ text }) => text));
}
