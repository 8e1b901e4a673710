import { describe, expect, it } from 'vitest';
import { ComparedRankings, VectorCloseness } from '../../../src/text/ranking/closeness.ts';
import { NO_RANKING, rankingOf } from '../../../src/text/ranking/ranking.ts';

const LIMIT = 200;
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, place) => `${prefix}${place}`);
/** Scores fall evenly from 1 by thousandths. */
const falling = (ids: readonly string[]) => rankingOf(ids.map((id, place) => ({ id, score: 1 - place / 1_000 })));

describe('How close a passage is', () => {
  const cut = rankingOf([
    { id: 'first', score: 0.9 },
    { id: 'second', score: 0.7 },
    { id: 'last', score: 0.6 },
  ]);

  it('is told by how far its cosine lies above that of the last', () => {
    const { closeness } = new ComparedRankings(cut, new VectorCloseness(cut, 3));
    expect([...closeness]).toEqual([0.75, 0.25, 0].map((value) => expect.closeTo(value)));
  });

  it('is hardly less than the last where the ranking was cut off before it', () => {
    const vector = new VectorCloseness(cut, 3);
    expect(vector.beyond).toBeLessThan(0);
    expect(vector.beyond).toBeGreaterThan(-0.1);
    expect(vector.nearness(vector.nearest)).toBe(1);
    expect(vector.nearness(0)).toBeGreaterThan(0);
    expect(vector.nearness(vector.beyond)).toBe(0);
  });

  it('is as little as can be where the ranking holds all that have a direction, and this has none', () => {
    const other = rankingOf([{ id: 'other', score: 1 }]);
    expect([...new ComparedRankings(other, new VectorCloseness(cut, LIMIT)).closeness]).toEqual([0]);
    expect(new VectorCloseness(NO_RANKING, LIMIT).nearness(0)).toBe(0);
  });

  it('is never above 1, also where all vectors are one', () => {
    const same = rankingOf(many('p', 3).map((id, place) => ({ id, score: 1.000_000_1 - place / 10_000_000 })));
    for (const closeness of new VectorCloseness(same, LIMIT).values) expect(closeness).toBeLessThanOrEqual(1);
  });

  it('is told for one ranking by words beside several by vector, with what words do not find', () => {
    const byWords = rankingOf([
      { id: 'last', score: 7 },
      { id: 'unseen', score: 5 },
      { id: 'first', score: 2 },
    ]);
    const reversed = falling(['last', 'second', 'first']);
    for (const [ranking, expected] of [
      [cut, [0, -0.05, 0.75]],
      [reversed, [1, -0.05, 0]],
    ] as const) {
      const { closeness, unfound } = new ComparedRankings(byWords, new VectorCloseness(ranking, 3));
      expect([...closeness]).toEqual(expected.map((value) => expect.closeTo(value)));
      expect(unfound).toEqual([1]);
    }
  });
});
