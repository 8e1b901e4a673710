import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedbackRanking, fuseHashed, fuseTrained, promoteBest } from '../../../src/text/ranking/fusion.ts';
import type { Ranked } from '../../../src/text/ranking/ranked.ts';

const LIMIT = 200;
const ids = (ranking: readonly Ranked[]) => ranking.map(({ id }) => id);
const scoreOf = (ranking: readonly Ranked[], id: string) => ranking.find((one) => one.id === id)?.score ?? Number.NaN;
const rankings = fc.uniqueArray(fc.record({ id: fc.string(), score: fc.float({ min: -1, max: 1, noNaN: true }) }), {
  selector: ({ id }) => id,
});

describe('Words and hashed embeddings', () => {
  test('are in the order of words, which embeddings only nudge', () => {
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
    expect(ids(fuseHashed(byWords, byVector))).toEqual(['a', 'c', 'b', 'd']);
  });

  test('keep the order of one when the other is empty', () => {
    const ranking = [
      { id: 'z', score: 2 },
      { id: 'y', score: 1 },
      { id: 'x', score: 0.5 },
    ];
    expect(ids(fuseHashed(ranking, []))).toEqual(['z', 'y', 'x']);
    expect(ids(fuseHashed([], ranking))).toEqual(['z', 'y', 'x']);
    expect(fuseHashed([], [])).toEqual([]);
  });

  test('count a single hit fully, also with a negative score', () => {
    expect(fuseHashed([{ id: 'a', score: -3 }], [])).toEqual([{ id: 'a', score: 0.98 }]);
  });

  test('are ordered by id where scores are equal, whatever order they came in', () => {
    const ranking = ['c', 'a', 'b'].map((id) => ({ id, score: 1 }));
    expect(ids(fuseHashed(ranking, []))).toEqual(['a', 'b', 'c']);
  });

  test('hold each id once, best first, within 0 and 1', () => {
    fc.assert(
      fc.property(rankings, rankings, (byWords, byVector) => {
        const fused = fuseHashed(byWords, byVector);
        expect(ids(fused).toSorted()).toEqual([...new Set([...ids(byWords), ...ids(byVector)])].toSorted());
        for (const [place, { score }] of fused.entries()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(fused[place - 1]?.score ?? 1.000_001);
        }
      }),
    );
  });
});

describe('Words and a trained model', () => {
  const byWords = [
    { id: 'said', score: 20 },
    { id: 'both', score: 12 },
    { id: 'hardly', score: 2 },
  ];
  const byVector = [
    { id: 'meant', score: 0.8 },
    { id: 'both', score: 0.7 },
    { id: 'said', score: 0.1 },
  ];

  test('decide together where they agree', () => {
    const fused = fuseTrained(byWords, byVector, 0.5, LIMIT);
    expect(ids(fused)).toEqual(['both', 'said', 'meant', 'hardly']);
    // A cosine of .7 is three times nearer to 1 than .1, the farthest.
    expect(scoreOf(fused, 'both')).toBeCloseTo((12 / 20 + 0.64 * Math.log(3)) / (1 + 0.64 * Math.log(33)));
  });

  test('leave it to words where they agree as by chance: the model may not know the language', () => {
    expect(ids(fuseTrained(byWords, byVector, 0, LIMIT))).toEqual(['said', 'both', 'meant', 'hardly']);
    expect(fuseTrained(byWords, byVector, -1, LIMIT)).toEqual(fuseTrained(byWords, byVector, 0, LIMIT));
  });

  test('decide the more, the more they agree', () => {
    const meant = [0.1, 0.2, 0.25, 0.3].map((agreement) =>
      scoreOf(fuseTrained(byWords, byVector, agreement, LIMIT), 'meant'),
    );
    expect(meant).toEqual(meant.toSorted((one, other) => one - other));
    expect(new Set(meant).size).toBe(4);
  });

  test('are not moved by a model that finds nothing nearer than anything else', () => {
    const level = [
      { id: 'x', score: 0.302 },
      { id: 'both', score: 0.301 },
      { id: 'said', score: 0.3 },
    ];
    expect(ids(fuseTrained(byWords, level, 1, LIMIT)).slice(0, 2)).toEqual(['said', 'both']);
  });

  test('count what a ranking that was cut off may hold beyond its end', () => {
    const far = scoreOf(fuseTrained(byWords, byVector, 1, byVector.length), 'hardly');
    const most = 1 + 0.64 * Math.log(33);
    expect(far).toBeCloseTo((0.1 - 0.64 * Math.log(1.05)) / most);
    expect(scoreOf(fuseTrained(byWords, byVector, 1, LIMIT), 'hardly')).toBeCloseTo(0.1 / most);
  });

  test('are joined in the same way by a model whose cosines all lie close together', () => {
    const close = byVector.map(({ id, score }) => ({ id, score: 0.8 + score / 5 }));
    for (const limit of [byVector.length, LIMIT]) {
      const [one, other] = [byVector, close].map((ranking) => fuseTrained(byWords, ranking, 0.5, limit));
      expect(ids(one ?? [])).toEqual(ids(other ?? []));
      for (const { id, score } of one ?? []) expect(scoreOf(other ?? [], id)).toBeCloseTo(score);
    }
  });

  test('keep the order of one when the other is empty', () => {
    expect(ids(fuseTrained(byWords, [], 0, LIMIT))).toEqual(ids(byWords));
    expect(ids(fuseTrained([], byVector, 0, LIMIT))).toEqual(ids(byVector));
    expect(fuseTrained([], [], 0, LIMIT)).toEqual([]);
  });

  test('are ordered by id where scores are equal, whatever order they came in', () => {
    const ranking = ['c', 'a', 'b'].map((id) => ({ id, score: 1 }));
    expect(ids(fuseTrained(ranking, [], 0, LIMIT))).toEqual(['a', 'b', 'c']);
  });

  test('hold each id once, best first, whatever they found and however they agree', () => {
    const positive = rankings.map((ranking) => ranking.map(({ id, score }) => ({ id, score: Math.abs(score) + 1 })));
    fc.assert(
      fc.property(positive, rankings, fc.double({ min: -1, max: 1, noNaN: true }), (found, near, agreement) => {
        const bestFirst = (ranking: readonly Ranked[]) => ranking.toSorted((one, other) => other.score - one.score);
        const fused = fuseTrained(bestFirst(found), bestFirst(near), agreement, LIMIT);
        expect(ids(fused).toSorted()).toEqual([...new Set([...ids(found), ...ids(near)])].toSorted());
        const scores = fused.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(Math.max(0, ...scores)).toBeLessThanOrEqual(1.000_001);
      }),
    );
  });
});

describe('A paraphrase of what a passage says', () => {
  const hits = (lastScore: number) =>
    Array.from({ length: 12 }, (_, place) => ({ id: `said${place}`, score: 10 - ((10 - lastScore) * place) / 11 }));
  const level = hits(8);
  const near = [
    { id: 'meant', score: 0.8 },
    ...level.map(({ id }, place) => ({ id, score: 0.4 - place / 100 })),
    { id: 'far', score: 0.1 },
  ];
  const first = (...args: Parameters<typeof fuseTrained>) => fuseTrained(...args)[0]?.id;

  test('is answered by what is near, where words find much that is equally good', () => {
    expect(first(level, near, 0.5, LIMIT)).toBe('meant');
  });

  test('is not assumed where words single out a passage, nothing is near or both disagree', () => {
    expect(first(hits(1), near, 0.5, LIMIT)).toBe('said0');
    const farther = near.map(({ id, score }) => ({ id, score: id === 'meant' ? 0.45 : score }));
    expect(first(level, farther, 0.5, LIMIT)).toBe('said0');
    expect(first(level, near, 0.1, LIMIT)).toBe('said0');
  });
});

describe('The passages that further words are taken from', () => {
  const byWords = [
    { id: 'said', score: 20 },
    { id: 'both', score: 12 },
  ];
  const byVector = [
    { id: 'meant', score: 0.8 },
    { id: 'both', score: 0.7 },
    { id: 'said', score: 0.1 },
  ];

  test('are the nearest of those that words find, where the model agrees with words', () => {
    expect(ids(feedbackRanking(byWords, byVector, 1, LIMIT))).toEqual(['both', 'said']);
  });

  test('are the best by words where it does not', () => {
    expect(feedbackRanking(byWords, byVector, 0.2, LIMIT)).toEqual(byWords);
    expect(feedbackRanking(byWords, [], 1, LIMIT)).toEqual(byWords);
  });
});

describe('The best of the other ranking', () => {
  const ranking: Ranked[] = ['a', 'b', 'c', 'd', 'e'].map((id, place) => ({ id, score: 1 - place / 10 }));
  const ids = (ranked: readonly Ranked[]) => ranked.map(({ id }) => id);

  test('has a place among the first, at their end', () => {
    const moved = promoteBest(ranking, [{ id: 'e', score: 0.9 }], 3);
    expect(ids(moved)).toEqual(['a', 'b', 'e', 'c', 'd']);
    const scores = moved.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  test('stays where it stands higher already', () => {
    expect(promoteBest(ranking, [{ id: 'b', score: 0.9 }], 3)).toEqual(ranking);
    expect(ids(promoteBest(ranking, [ranking[1] as Ranked, ranking[4] as Ranked], 3))).toEqual([
      'a',
      'b',
      'e',
      'c',
      'd',
    ]);
  });
});
