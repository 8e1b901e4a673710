import { childNamed, descendantsNamed, type XmlElement } from '../ooxml/xml-tree.ts';
import { linesOf } from './drawing-text.ts';
import type { SlideItem } from './slide-blocks.ts';

/** A chart with more points is a data set. */
const MAX_POINTS = 200;
const MAX_SERIES = 40;

/** Title and table: one row per category, one column per series. */
export function* chartItems(space: XmlElement | null): Generator<SlideItem> {
  const chart = childNamed(space, 'chart');
  if (chart === null) return;
  const title = childNamed(chart, 'title');
  const lines = title === null ? [] : linesOf(title);
  if (lines.length > 0) {
    yield { kind: 'text', role: 'other', paragraphs: [{ text: lines.join(' '), depth: 0, bulleted: false }] };
  }
  const series = [...descendantsNamed(chart, 'ser')].slice(0, MAX_SERIES);
  const first = series[0];
  if (first === undefined) return;
  const columns = series.map((one) => pointsOf(childNamed(one, 'val') ?? childNamed(one, 'yVal')));
  const categories = pointsOf(childNamed(first, 'cat') ?? childNamed(first, 'xVal'));
  const names = series.map((one) => [...pointsOf(childNamed(one, 'tx')).values()].join(' '));
  const places = [...new Set([...categories.keys(), ...columns.flatMap((column) => [...column.keys()])])];
  const rows = places
    .toSorted((one, other) => one - other)
    .slice(0, MAX_POINTS)
    .map((place) => [categories.get(place) ?? '', ...columns.map((column) => column.get(place) ?? '')]);
  yield { kind: 'table', firstIsHeader: true, rows: [['', ...names], ...rows] };
}

/** Cached values by index. */
function pointsOf(element: XmlElement | null): ReadonlyMap<number, string> {
  const points = new Map<number, string>();
  if (element === null) return points;
  const cached = [...descendantsNamed(element, 'pt')];
  for (const [index, point] of cached.entries()) {
    const place = Number.parseInt(point.attributes.idx ?? '', 10);
    const value = (childNamed(point, 'v')?.text ?? '').replace(/\s+/g, ' ').trim();
    points.set(Number.isSafeInteger(place) ? place : index, value);
  }
  if (cached.length === 0) points.set(0, (childNamed(element, 'v')?.text ?? '').trim());
  return points;
}
