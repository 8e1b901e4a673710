import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ComparedRankings, VectorCloseness } from '../../../src/text/ranking/closeness.ts';
import { rankCorrelation } from '../../../src/text/ranking/rank-correlation.ts';
import { type Ranking, rankingOf } from '../../../src/text/ranking/ranking.ts';

const LIMIT = 200;
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, place) => `${prefix}${place}`);
/** Scores fall evenly from 1 by thousandths. */
const falling = (ids: readonly string[]) => rankingOf(ids.map((id, place) => ({ id, score: 1 - place / 1_000 })));
const agreementOf = (byWords: Ranking, byVector: Ranking) =>
  rankCorrelation(new ComparedRankings(byWords, new VectorCloseness(byVector, LIMIT)));

describe('The agreement of a model with words', () => {
  const byWords = falling(many('p', 100));

  it('is whole where what says more is nearer, and none of it where it is farther', () => {
    expect(agreementOf(byWords, byWords)).toBeCloseTo(1);
    const reversed = falling(byWords.ids.toReversed());
    expect(agreementOf(byWords, reversed)).toBeCloseTo(-1);
  });

  it('is about nothing where nearness has nothing to do with words', () => {
    // Steps of 37 around a hundred: an order that has nothing to do with theirs.
    const shuffled = falling(byWords.ids.map((_, place) => `p${(place * 37) % 100}`));
    expect(Math.abs(agreementOf(byWords, shuffled))).toBeLessThan(0.2);
  });

  it('is about nothing where all that words find is far', () => {
    expect(agreementOf(byWords, falling(many('v', LIMIT)))).toBeCloseTo(0);
  });

  it('heeds what words do not find where they find little', () => {
    const near = falling([...many('found', 3), ...many('v', 40)]);
    const far = falling([...many('v', 40), ...many('found', 3)]);
    const found = falling(many('found', 3));
    expect(agreementOf(found, near)).toBeGreaterThan(0.3);
    expect(agreementOf(found, far)).toBeLessThan(0);
  });

  it('is a number from -1 to 1, whatever is compared', () => {
    const ranking = fc.uniqueArray(
      fc.record({ id: fc.string(), score: fc.double({ min: -1_000_000, max: 1_000_000, noNaN: true }) }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(ranking, ranking, (one, other) => {
        const agreement = agreementOf(rankingOf(one), rankingOf(other));
        expect(agreement).toBeGreaterThanOrEqual(-1.000_001);
        expect(agreement).toBeLessThanOrEqual(1.000_001);
      }),
    );
  });
});
