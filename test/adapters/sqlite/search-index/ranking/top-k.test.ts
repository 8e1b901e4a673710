import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TopK } from '../../../../../src/adapters/sqlite/search-index/ranking/top-k.ts';

/** More than a buffer holds, from few numbers. */
const longStream = fc
  .record({ count: fc.integer({ min: 4_000, max: 20_000 }), step: fc.integer({ min: 1, max: 10_000 }) })
  .map(({ count, step }) => Array.from({ length: count }, (_, place) => ((place * step) % 7_919) - 3_000));
const shortStream = fc.array(
  fc.oneof(fc.integer(), fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  {
    maxLength: 200,
  },
);

test.each([
  ['short', shortStream, 200],
  ['long', longStream, 20],
])('the top k of a %s stream are kept, of equal scores the earlier, in order', (_, streams, numRuns) => {
  fc.assert(
    fc.property(streams, fc.integer({ min: 1, max: 3_000 }), (scores, k) => {
      const top = new TopK(k, scores.length);
      for (const [place, score] of scores.entries()) if (score > top.threshold) top.add(score, place);
      const sorted = scores
        .map((score, place) => ({ place, score }))
        .sort((one, other) => other.score - one.score || one.place - other.place)
        .slice(0, k);
      const ranked = top.ranked();
      expect([...ranked.places]).toEqual(sorted.map(({ place }) => place));
      expect(ranked.scores).toEqual(Float64Array.from(sorted, ({ score }) => score));
    }),
    { numRuns },
  );
});

test('The threshold rises to the lowest score that can still be kept, so that callers skip all below it', () => {
  const top = new TopK(2, 1_000_000);
  expect(top.threshold).toBe(Number.NEGATIVE_INFINITY);
  for (let score = 0; score < 1_000_000 && top.threshold < 10; score += 1) top.add(score, score);
  expect(top.threshold).toBeGreaterThanOrEqual(10);
});
