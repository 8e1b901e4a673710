import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuse, fusionWeights, type Ranked, withBestOf } from '../../src/text/fusion.ts';

const half = { words: 0.5, vector: 0.5 };
const ids = (ranking: readonly Ranked[]) => ranking.map(({ id }) => id);

describe('Fusing two rankings', () => {
  test('scales each to 0..1 and adds them by weight', () => {
    const byWords = [
      { id: 'a', score: 30 },
      { id: 'b', score: 20 },
      { id: 'c', score: 10 },
    ];
    const byVector = [
      { id: 'b', score: 0.9 },
      { id: 'd', score: 0.8 },
      { id: 'a', score: 0.5 },
    ];
    const fused = fuse(byWords, byVector, half);
    expect(ids(fused)).toEqual(['b', 'a', 'd', 'c']);
    expect(fused.map(({ score }) => score)).toEqual([0.75, 0.5, expect.closeTo(0.375), 0]);
  });

  test('a hashed embedder only nudges the ranking by words', () => {
    const byWords = [
      { id: 'a', score: 9 },
      { id: 'b', score: 5 },
      { id: 'c', score: 4.9 },
      { id: 'd', score: 1 },
    ];
    const byVector = [
      { id: 'c', score: 0.9 },
      { id: 'b', score: 0.1 },
    ];
    expect(ids(fuse(byWords, byVector, fusionWeights('hashed', byWords, byVector)))).toEqual(['a', 'c', 'b', 'd']);
  });

  test('keeps the order of one when the other is empty', () => {
    const ranking = [
      { id: 'z', score: 2 },
      { id: 'y', score: 1 },
      { id: 'x', score: 0.5 },
    ];
    expect(ids(fuse(ranking, [], half))).toEqual(['z', 'y', 'x']);
    expect(ids(fuse([], ranking, half))).toEqual(['z', 'y', 'x']);
    expect(fuse([], [], half)).toEqual([]);
  });

  test('a single hit counts fully, also with a negative score', () => {
    expect(fuse([{ id: 'a', score: -3 }], [], half)).toEqual([{ id: 'a', score: 0.5 }]);
  });

  test('equal scores are ordered by id, whatever order they came in', () => {
    const ranking = ['c', 'a', 'b'].map((id) => ({ id, score: 1 }));
    expect(ids(fuse(ranking, [], half))).toEqual(['a', 'b', 'c']);
  });

  test('holds each id once, best first, within 0 and the sum of the weights', () => {
    const ranking = fc.uniqueArray(
      fc.record({ id: fc.string(), score: fc.float({ noNaN: true, noDefaultInfinity: true }) }),
      {
        selector: ({ id }) => id,
      },
    );
    fc.assert(
      fc.property(ranking, ranking, (byWords, byVector) => {
        const fused = fuse(byWords, byVector, half);
        expect(new Set(ids(fused))).toEqual(new Set([...ids(byWords), ...ids(byVector)]));
        expect(fused.length).toBe(new Set(ids(fused)).size);
        for (const [place, { score }] of fused.entries()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(fused[place - 1]?.score ?? 1);
        }
      }),
    );
  });
});

describe('What a model’s ranking weighs beside that by words', () => {
  const ranked = (ids: readonly string[]): Ranked[] => ids.map((id, place) => ({ id, score: 1 - place / 1_000 }));
  const many = (prefix: string, count = 200) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  const weightOf = (byWords: readonly string[], byVector: readonly string[]) =>
    fusionWeights('model', ranked(byWords), ranked(byVector)).vector;

  const best = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  test('is nearly half where both agree', () => {
    expect(weightOf(best, ['h', 'g', 'f', 'c', 'b', 'a', 'e', ...many('v')])).toBeCloseTo(0.45);
  });

  test('is little where they have nothing in common: the model may not know the language', () => {
    expect(weightOf(best, [...many('v', 100), 'a', 'b', ...many('w', 98)])).toBeCloseTo(0.1);
  });

  test('is as much between as they agree', () => {
    const weights = [2, 3, 4, 5, 6].map((shared) => weightOf(best, [...best.slice(0, shared), ...many('v')]));
    expect(weights).toEqual(weights.toSorted((one, other) => one - other));
    expect(new Set(weights).size).toBe(5);
  });

  test('does not take a small chatbot, where everything is found, for agreement', () => {
    const all = many('p', 20);
    expect(weightOf(all.slice(0, 8), all.toReversed())).toBeCloseTo(0.1);
  });

  test('leaves the order of vectors alone where no word is found', () => {
    const byVector = ranked(['a', 'b']);
    expect(fuse([], byVector, fusionWeights('model', [], byVector)).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('The best of the other ranking', () => {
  const ranking: Ranked[] = ['a', 'b', 'c', 'd', 'e'].map((id, place) => ({ id, score: 1 - place / 10 }));
  const ids = (ranked: readonly Ranked[]) => ranked.map(({ id }) => id);

  test('has a place among the first, at their end', () => {
    const moved = withBestOf(ranking, [{ id: 'e', score: 0.9 }], 3);
    expect(ids(moved)).toEqual(['a', 'b', 'e', 'c', 'd']);
    const scores = moved.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  test('stays where it stands higher already', () => {
    expect(withBestOf(ranking, [{ id: 'b', score: 0.9 }], 3)).toEqual(ranking);
    expect(ids(withBestOf(ranking, [ranking[1] as Ranked, ranking[4] as Ranked], 3))).toEqual([
      'a',
      'b',
      'e',
      'c',
      'd',
    ]);
  });
});
