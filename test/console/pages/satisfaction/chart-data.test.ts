import { describe, expect, it } from 'vitest';
import { chartDays, ratePaths, totalsOf } from '../../../../console/pages/satisfaction/chart-data.ts';

const day = (at: number, positive = 0, negative = 0) => ({
  ...{
    date: `2026-03-${String(at).padStart(2, '0')}`,
    answers: positive + negative,
    notFound: negative,
    positive,
    negative,
  },
});
const rates = (...days: ReturnType<typeof day>[]) => chartDays(days).map(({ rate }) => rate);

describe('The chart of satisfaction', () => {
  it('has the rate of the week that ends on each day', () => {
    expect(rates(day(1), day(2, 1), day(3, 0, 1), day(4))).toEqual([null, 1, 0.5, 0.5]);
    const quiet = [3, 4, 5, 6, 7, 8, 9].map((at) => day(at));
    expect(rates(day(2, 1), ...quiet).slice(-2)).toEqual([1, null]);
  });

  it('interrupts its line where nothing was rated, and draws a lone day as a dot', () => {
    const quiet = Array.from({ length: 7 }, (_, at) => day(at + 3));
    const days = chartDays([day(1, 1), day(2), ...quiet, day(10, 0, 1)]);
    expect(ratePaths(days, 100, 50)).toEqual([
      { path: 'M5.0 0.0L15.0 0.0L25.0 0.0L35.0 0.0L45.0 0.0L55.0 0.0L65.0 0.0', isDot: false },
      { path: 'M95.0 50.0h0.01', isDot: true },
    ]);
    expect(ratePaths(chartDays([day(1)]), 100, 50)).toEqual([]);
  });

  it('adds up, and has no rate without ratings', () => {
    expect(totalsOf([day(1, 2, 1), day(2)])).toEqual({
      ...{ answers: 3, notFound: 1, positive: 2, negative: 1 },
      ...{ rate: 2 / 3, found: 2 / 3 },
    });
    expect(totalsOf([day(1)])).toMatchObject({ answers: 0, rate: null, found: null });
  });
});
