import { chartValue } from './chart-value.ts';
import { linesOf } from './drawing-text.ts';
import { childNamed, childrenNamed, descendantsNamed, type XmlElement } from './xml-tree.ts';

/** A chart with more points is a data set. */
const MAX_POINTS = 200;
const MAX_SERIES = 40;
/** Levels of categories, such as quarters of years. */
const MAX_LEVELS = 10;

export interface Chart {
  /** Titles of the chart and of its value axes, which name the unit. */
  readonly titles: readonly string[];
  /** One row per category, one column per series, below a row of their names. */
  readonly rows: readonly (readonly string[])[];
}

export function readChart(space: XmlElement | null): Chart | null {
  const chart = childNamed(space, 'chart');
  if (chart === null) return null;
  const plot = childNamed(chart, 'plotArea');
  const titles = [chart, ...childrenNamed(plot, 'valAx')].map(titleOf).filter((title) => title !== '');
  const series = [...descendantsNamed(chart, 'ser')].slice(0, MAX_SERIES);
  const first = series[0];
  if (first === undefined) return titles.length === 0 ? null : { titles, rows: [] };
  const columns = series.map((one) => pointsOf(childNamed(one, 'val') ?? childNamed(one, 'yVal')));
  const categories = categoriesOf(childNamed(first, 'cat') ?? childNamed(first, 'xVal'));
  const names = series.map((one) => [...pointsOf(childNamed(one, 'tx')).values()].join(' '));
  const places = [...new Set([...categories.keys(), ...columns.flatMap((column) => [...column.keys()])])];
  const rows = places
    .toSorted((one, other) => one - other)
    .slice(0, MAX_POINTS)
    .map((place) => [categories.get(place) ?? '', ...columns.map((column) => column.get(place) ?? '')]);
  return { titles, rows: [[titleOf(childNamed(plot, 'catAx')), ...names], ...rows] };
}

function titleOf(element: XmlElement | null): string {
  const title = childNamed(element, 'title');
  return title === null ? '' : linesOf(title).join(' ');
}

/** Puts the names of outer levels before each name. They stand only at the first point of their group. */
function categoriesOf(element: XmlElement | null): ReadonlyMap<number, string> {
  const levels = element === null ? [] : [...descendantsNamed(element, 'lvl')].slice(0, MAX_LEVELS).map(pointsOf);
  const [innermost, ...above] = levels;
  if (innermost === undefined) return pointsOf(element);
  const groups = above.toReversed();
  const current = groups.map(() => '');
  const places = [...new Set(levels.flatMap((level) => [...level.keys()]))].toSorted((one, other) => one - other);
  return new Map(
    places.map((place) => {
      for (const [at, group] of groups.entries()) current[at] = group.get(place) ?? current[at] ?? '';
      return [place, [...current, innermost.get(place) ?? ''].filter((name) => name !== '').join(' ')];
    }),
  );
}

/** Cached values by index. */
function pointsOf(element: XmlElement | null): ReadonlyMap<number, string> {
  const points = new Map<number, string>();
  if (element === null) return points;
  const [format] = descendantsNamed(element, 'formatCode');
  const cached = [...descendantsNamed(element, 'pt')];
  for (const [index, point] of cached.entries()) {
    const place = Number.parseInt(point.attributes.idx ?? '', 10);
    const value = (childNamed(point, 'v')?.text ?? '').replace(/\s+/g, ' ').trim();
    const shown = format === undefined ? value : chartValue(value, point.attributes.formatCode ?? format.text);
    points.set(Number.isSafeInteger(place) ? place : index, shown);
  }
  if (cached.length === 0) points.set(0, (childNamed(element, 'v')?.text ?? '').trim());
  return points;
}
