import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closenessOf, nearnessOf, rankCorrelation } from '../../../src/text/ranking/rank-correlation.ts';
import type { Ranked } from '../../../src/text/ranking/ranked.ts';

const LIMIT = 200;
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, place) => `${prefix}${place}`);
/** Scores fall evenly from 1 by thousandths. */
const falling = (ids: readonly string[]): Ranked[] => ids.map((id, place) => ({ id, score: 1 - place / 1_000 }));

describe('The agreement of a model with words', () => {
  const byWords = falling(many('p', 100));

  it('is whole where what says more is nearer, and none of it where it is farther', () => {
    expect(rankCorrelation(byWords, byWords, LIMIT)).toBeCloseTo(1);
    const reversed = falling(byWords.map(({ id }) => id).toReversed());
    expect(rankCorrelation(byWords, reversed, LIMIT)).toBeCloseTo(-1);
  });

  it('is about nothing where nearness has nothing to do with words', () => {
    // Steps of 37 around a hundred: an order that has nothing to do with theirs.
    const shuffled = falling(byWords.map((_, place) => `p${(place * 37) % 100}`));
    expect(Math.abs(rankCorrelation(byWords, shuffled, LIMIT))).toBeLessThan(0.2);
  });

  it('is about nothing where all that words find is far', () => {
    expect(rankCorrelation(byWords, falling(many('v', LIMIT)), LIMIT)).toBeCloseTo(0);
  });

  it('heeds what words do not find where they find little', () => {
    const near = falling([...many('found', 3), ...many('v', 40)]);
    const far = falling([...many('v', 40), ...many('found', 3)]);
    const found = falling(many('found', 3));
    expect(rankCorrelation(found, near, LIMIT)).toBeGreaterThan(0.3);
    expect(rankCorrelation(found, far, LIMIT)).toBeLessThan(0);
  });

  it('is a number from -1 to 1, whatever is compared', () => {
    const ranking = fc.uniqueArray(
      fc.record({ id: fc.string(), score: fc.double({ min: -1_000_000, max: 1_000_000, noNaN: true }) }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(ranking, ranking, (one, other) => {
        const agreement = rankCorrelation(one, other, LIMIT);
        expect(agreement).toBeGreaterThanOrEqual(-1.000_001);
        expect(agreement).toBeLessThanOrEqual(1.000_001);
      }),
    );
  });
});

describe('How close a passage is', () => {
  const cut: Ranked[] = [
    { id: 'first', score: 0.9 },
    { id: 'second', score: 0.7 },
    { id: 'last', score: 0.6 },
  ];

  it('is told by how far its cosine lies above that of the last', () => {
    const closeness = closenessOf(cut, 3);
    expect(['first', 'second', 'last'].map(closeness)).toEqual([0.75, 0.25, 0].map((value) => expect.closeTo(value)));
  });

  it('is hardly less than the last where the ranking was cut off before it', () => {
    expect(closenessOf(cut, 3)('beyond')).toBeLessThan(0);
    expect(closenessOf(cut, 3)('beyond')).toBeGreaterThan(-0.1);
    expect(nearnessOf(cut, 3)('first')).toBe(1);
    expect(nearnessOf(cut, 3)('last')).toBeGreaterThan(0);
    expect(nearnessOf(cut, 3)('beyond')).toBe(0);
  });

  it('is as little as can be where the ranking holds all that have a direction, and this has none', () => {
    expect(closenessOf(cut, LIMIT)('other')).toBe(0);
    expect(nearnessOf([], LIMIT)('other')).toBe(0);
  });

  it('is never above 1, also where all vectors are one', () => {
    const same = falling(many('p', 3)).map(({ id }, place) => ({ id, score: 1.000_000_1 - place / 10_000_000 }));
    for (const { id } of same) expect(closenessOf(same, LIMIT)(id)).toBeLessThanOrEqual(1);
  });
});
