/** Reading order of a slide by the places of its shapes: programs write them in the order in which they were drawn. */
import { attributeNamed, childNamed, type XmlElement } from '../ooxml/xml-tree.ts';

/** Units of the slide or group. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Share of width and height at each edge that others may overlap: boxes are larger than their text. */
const MAX_OVERLAP = 0.1;
/** More shapes are a drawing. Bounds the time. */
const MAX_ORDERED = 200;

/** Returns null for a placeholder, whose place is its layout's. @param properties of the shape, with `xfrm` */
export function placeOf(properties: XmlElement | null): Place | null {
  const frame = childNamed(properties, 'xfrm');
  const numberOf = (element: string, name: string) =>
    Number(attributeNamed(childNamed(frame, element), name) ?? Number.NaN);
  const [left, top, width, height] = [
    numberOf('off', 'x'),
    numberOf('off', 'y'),
    numberOf('ext', 'cx'),
    numberOf('ext', 'cy'),
  ];
  if (![left, top, width, height].every(Number.isFinite)) return null;
  return { left, top, right: left + width, bottom: top + height };
}

/** Orders runs of placed shapes in rows or columns, whichever are further apart. */
export function inReadingOrder<Shape extends { readonly place: Place | null }>(
  shapes: readonly Shape[],
): readonly Shape[] {
  if (shapes.length > MAX_ORDERED) return shapes;
  const runs: Shape[][] = [];
  let run: Placed<Shape>[] = [];
  for (const shape of shapes) {
    if (shape.place !== null) run.push({ shape, place: shape.place });
    else {
      runs.push([...cut(run), shape]);
      run = [];
    }
  }
  return [...runs.flat(), ...cut(run)];
}

interface Placed<Shape> {
  readonly shape: Shape;
  readonly place: Place;
}

/** Recursive XY-cut at the widest gap. Shapes without a gap between them keep their order. */
function cut<Shape>(shapes: readonly Placed<Shape>[]): readonly Shape[] {
  const below = widestGap(shapes, ({ top, bottom }) => [top, bottom]);
  const beside = widestGap(shapes, ({ left, right }) => [left, right]);
  const gap = beside !== null && (below === null || beside.width > below.width) ? beside : below;
  if (gap === null) return shapes.map(({ shape }) => shape);
  return [...cut(shapes.filter((one) => gap.isBefore(one))), ...cut(shapes.filter((one) => !gap.isBefore(one)))];
}

interface Gap<Shape> {
  readonly width: number;
  isBefore(shape: Placed<Shape>): boolean;
}

function widestGap<Shape>(
  shapes: readonly Placed<Shape>[],
  edgesOf: (place: Place) => readonly [number, number],
): Gap<Shape> | null {
  const spans = shapes.map((one) => {
    const [from, to] = edgesOf(one.place);
    return { one, from, to, overlap: MAX_OVERLAP * (to - from) };
  });
  spans.sort((one, other) => one.from + one.overlap - other.from - other.overlap);
  let widest: { readonly width: number; readonly count: number } | null = null;
  let [end, overlapped] = [spans[0]?.to ?? 0, Number.NEGATIVE_INFINITY];
  for (const [at, { from, to, overlap }] of spans.entries()) {
    const isApart = at > 0 && from + overlap >= overlapped;
    if (isApart && (widest === null || from - end > widest.width)) widest = { width: from - end, count: at };
    end = Math.max(end, to);
    overlapped = Math.max(overlapped, to - overlap);
  }
  if (widest === null) return null;
  const before = new Set(spans.slice(0, widest.count).map(({ one }) => one));
  return { width: widest.width, isBefore: (shape) => before.has(shape) };
}
