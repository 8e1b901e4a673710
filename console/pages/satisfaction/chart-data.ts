import type { SatisfactionOfDay } from '../../api/types.ts';

/** One day has too few ratings. */
const WINDOW_DAYS = 7;

export interface ChartDay extends SatisfactionOfDay {
  /** Answers that found something in the content. */
  readonly found: number;
  /** Share of positive ratings in the week up to this day, 0 to 1; null without ratings. */
  readonly rate: number | null;
}

export function chartDays(days: readonly SatisfactionOfDay[]): readonly ChartDay[] {
  return days.map((day, at) => {
    const week = days.slice(Math.max(0, at - WINDOW_DAYS + 1), at + 1);
    const positive = week.reduce((sum, each) => sum + each.positive, 0);
    const total = week.reduce((sum, each) => sum + each.positive + each.negative, 0);
    return { ...day, found: day.answers - day.notFound, rate: share(positive, total) };
  });
}

export interface RateLine {
  /** The `d` attribute of an SVG path. */
  readonly path: string;
  /** A single point, which the line's round ends draw. */
  readonly isDot: boolean;
}

/** Lines of the rate in the drawing's units, interrupted by days without a rate. */
export function ratePaths(days: readonly ChartDay[], width: number, height: number): readonly RateLine[] {
  const step = width / days.length;
  const paths: string[][] = [[]];
  for (const [at, { rate }] of days.entries()) {
    const line = paths.at(-1);
    if (rate === null) {
      if (line !== undefined && line.length > 0) paths.push([]);
      continue;
    }
    line?.push(`${((at + 0.5) * step).toFixed(1)} ${((1 - rate) * height).toFixed(1)}`);
  }
  return paths
    .filter((line) => line.length > 0)
    .map((line) => ({ path: `M${line.join('L')}${line.length === 1 ? 'h0.01' : ''}`, isDot: line.length === 1 }));
}

export interface Totals {
  readonly answers: number;
  readonly notFound: number;
  readonly positive: number;
  readonly negative: number;
  /** Share of the ratings that are positive, 0 to 1; null without any. */
  readonly rate: number | null;
  /** Share of the answers that found something in the content; null without any. */
  readonly found: number | null;
}

const share = (part: number, total: number): number | null => (total === 0 ? null : part / total);

/** @param share 0 to 1; null when there is nothing to have a share of */
export const percent = (share: number | null): string => (share === null ? '—' : `${Math.round(share * 100)}%`);

export function totalsOf(days: readonly SatisfactionOfDay[]): Totals {
  const sum = (field: Exclude<keyof SatisfactionOfDay, 'date'>) => days.reduce((total, day) => total + day[field], 0);
  const [answers, notFound, positive, negative] = [sum('answers'), sum('notFound'), sum('positive'), sum('negative')];
  return {
    ...{ answers, notFound, positive, negative },
    rate: share(positive, positive + negative),
    found: share(answers - notFound, answers),
  };
}
