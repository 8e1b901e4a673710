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
    expect(ids(fuse(byWords, byVector, fusionWeights('hashed', byWords, byVector, 200)))).toEqual(['a', 'c', 'b', 'd']);
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
    fusionWeights('model', ranked(byWords), ranked(byVector), 200).vector;

  const best = many('best', 10);
  const byWords = [...best, ...many('poor', 190)];

  test('is nearly half where the best by words are the nearest', () => {
    expect(weightOf(byWords, [...best.toReversed(), ...many('v', 190)])).toBeCloseTo(0.45);
    expect(weightOf(best, [...many('v', 2), ...best, ...many('w', 188)])).toBeCloseTo(0.45);
  });

  test('is little where the best are no nearer than the poor: the model may not know the language', () => {
    expect(weightOf(byWords, many('v'))).toBeCloseTo(0.1);
    expect(weightOf(byWords, byWords.toReversed())).toBeCloseTo(0.1);
    expect(weightOf(best, [...many('v', 190), ...best])).toBeCloseTo(0.1);
  });

  test('is as much between as they agree', () => {
    const weights = [2, 4, 5].map((near) => weightOf(byWords, [...best.slice(0, near), ...many('v')]));
    expect(weights).toEqual(weights.toSorted((one, other) => one - other));
    expect(new Set(weights).size).toBe(3);
  });

  test('does not take a small chatbot, where everything is found, for agreement', () => {
    const all = many('p', 40);
    expect(weightOf(all, all.toReversed())).toBeCloseTo(0.1);
  });

  test('counts what a ranking that was cut off may hold beyond its end, and nothing where it holds all', () => {
    const near = ranked(many('v'));
    const cut = fusionWeights('model', [{ id: 'only by words', score: 1 }], near, 200);
    const fused = fuse([{ id: 'only by words', score: 1 }], near, cut);
    const scoreOf = (ranking: readonly Ranked[], id: string) => ranking.find((one) => one.id === id)?.score ?? -1;
    expect(scoreOf(fused, 'only by words')).toBeCloseTo(cut.words + cut.vector * 0.2);
    expect(scoreOf(fused, 'v199')).toBeCloseTo(cut.vector * 0.4);
    const whole = fuse([], near.slice(0, 100), fusionWeights('model', [], near.slice(0, 100), 200));
    expect(scoreOf(whole, 'v99')).toBe(0);
  });

  test('leaves the order of vectors alone where no word is found', () => {
    const byVector = ranked(['a', 'b']);
    expect(fuse([], byVector, fusionWeights('model', [], byVector, 200)).map(({ id }) => id)).toEqual(['a', 'b']);
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
