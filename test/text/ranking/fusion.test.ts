import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ComparedRankings, VectorCloseness } from '../../../src/text/ranking/closeness.ts';
import { feedbackRanking, fuseOffline, fuseTrained, promoteBest } from '../../../src/text/ranking/fusion.ts';
import { NO_RANKING, type Ranking, rankingOf } from '../../../src/text/ranking/ranking.ts';

const LIMIT = 200;
/** @param scores by id, best first */
const ranking = (scores: Readonly<Record<string, number>>) =>
  rankingOf(Object.entries(scores).map(([id, score]) => ({ id, score })));
const scoreOf = ({ ids, scores }: Ranking, id: string) => scores[ids.indexOf(id)] ?? Number.NaN;
const compare = (byWords: Ranking, byVector: Ranking, limit = LIMIT) =>
  new ComparedRankings(byWords, new VectorCloseness(byVector, limit));
const bestFirst = (hits: readonly { id: string; score: number }[]) =>
  rankingOf(hits.toSorted((one, other) => other.score - one.score));
const hits = fc.uniqueArray(fc.record({ id: fc.string(), score: fc.float({ min: -1, max: 1, noNaN: true }) }), {
  selector: ({ id }) => id,
});
const union = (one: Ranking, other: Ranking) => [...new Set([...one.ids, ...other.ids])].toSorted();

describe('Words and vectors that are made without a model', () => {
  test('are in the order of words, which embeddings only nudge', () => {
    const byWords = ranking({ a: 9, b: 5, c: 4.9, d: 1 });
    expect(fuseOffline(byWords, ranking({ c: 0.9, b: 0.1 }), 0).ids).toEqual(['a', 'c', 'b', 'd']);
  });

  test('share the order as far as they agree', () => {
    const byWords = ranking({ a: 9, b: 8, c: 1 });
    const byVector = ranking({ b: 0.9, c: 0.5, a: 0.1 });
    expect(fuseOffline(byWords, byVector, 0.1).ids).toEqual(['a', 'b', 'c']);
    expect(fuseOffline(byWords, byVector, 0.3).ids).toEqual(['b', 'a', 'c']);
  });

  test('keep the order of one when the other is empty', () => {
    const alone = ranking({ z: 2, y: 1, x: 0.5 });
    expect(fuseOffline(alone, NO_RANKING, 0).ids).toEqual(['z', 'y', 'x']);
    expect(fuseOffline(NO_RANKING, alone, 0).ids).toEqual(['z', 'y', 'x']);
    expect(fuseOffline(NO_RANKING, NO_RANKING, 0)).toEqual(NO_RANKING);
  });

  test('count a single hit fully, also with a negative score', () => {
    expect(fuseOffline(ranking({ a: -3 }), NO_RANKING, 0)).toEqual(ranking({ a: 0.98 }));
  });

  test('are ordered by id where scores are equal, whatever order they came in', () => {
    expect(fuseOffline(ranking({ c: 1, a: 1, b: 1 }), NO_RANKING, 0).ids).toEqual(['a', 'b', 'c']);
  });

  test('hold each id once, best first, within 0 and 1', () => {
    fc.assert(
      fc.property(hits.map(bestFirst), hits.map(bestFirst), (byWords, byVector) => {
        const { ids, scores } = fuseOffline(byWords, byVector, 0);
        expect(ids.toSorted()).toEqual(union(byWords, byVector));
        expect(scores).toHaveLength(ids.length);
        for (const [place, score] of scores.entries()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(scores[place - 1] ?? 1.000_001);
        }
      }),
    );
  });
});

describe('Words and a trained model', () => {
  const byWords = ranking({ said: 20, both: 12, hardly: 2 });
  const byVector = ranking({ meant: 0.8, both: 0.7, said: 0.1 });
  const compared = compare(byWords, byVector);

  test('decide together where they agree', () => {
    const fused = fuseTrained(compared, 0.5);
    expect(fused.ids).toEqual(['both', 'said', 'meant', 'hardly']);
    // A cosine of .7 is three times nearer to 1 than .1, the farthest.
    expect(scoreOf(fused, 'both')).toBeCloseTo((12 / 20 + 0.64 * Math.log(3)) / (1 + 0.64 * Math.log(33)));
  });

  test('leave it to words where they agree as by chance: the model may not know the language', () => {
    expect(fuseTrained(compared, 0).ids).toEqual(['said', 'both', 'meant', 'hardly']);
    expect(fuseTrained(compared, -1)).toEqual(fuseTrained(compared, 0));
  });

  test('decide the more, the more they agree', () => {
    const meant = [0.1, 0.2, 0.25, 0.3].map((agreement) => scoreOf(fuseTrained(compared, agreement), 'meant'));
    expect(meant).toEqual(meant.toSorted((one, other) => one - other));
    expect(new Set(meant).size).toBe(4);
  });

  test('are not moved by a model that finds nothing nearer than anything else', () => {
    const level = ranking({ x: 0.302, both: 0.301, said: 0.3 });
    expect(fuseTrained(compare(byWords, level), 1).ids.slice(0, 2)).toEqual(['said', 'both']);
  });

  test('count what a ranking that was cut off may hold beyond its end', () => {
    const far = scoreOf(fuseTrained(compare(byWords, byVector, byVector.ids.length), 1), 'hardly');
    const most = 1 + 0.64 * Math.log(33);
    expect(far).toBeCloseTo((0.1 - 0.64 * Math.log(1.05)) / most);
    expect(scoreOf(fuseTrained(compared, 1), 'hardly')).toBeCloseTo(0.1 / most);
  });

  test('are joined in the same way by a model whose cosines all lie close together', () => {
    const close = { ids: byVector.ids, scores: byVector.scores.map((score) => 0.8 + score / 5) };
    for (const limit of [byVector.ids.length, LIMIT]) {
      const one = fuseTrained(compare(byWords, byVector, limit), 0.5);
      const other = fuseTrained(compare(byWords, close, limit), 0.5);
      expect(one.ids).toEqual(other.ids);
      expect([...one.scores]).toEqual(Array.from(other.scores, (score) => expect.closeTo(score)));
    }
  });

  test('keep the order of one when the other is empty', () => {
    expect(fuseTrained(compare(byWords, NO_RANKING), 0).ids).toEqual(byWords.ids);
    expect(fuseTrained(compare(NO_RANKING, byVector), 0).ids).toEqual(byVector.ids);
    expect(fuseTrained(compare(NO_RANKING, NO_RANKING), 0)).toEqual(NO_RANKING);
  });

  test('are ordered by id where scores are equal, whatever order they came in', () => {
    expect(fuseTrained(compare(ranking({ c: 1, a: 1, b: 1 }), NO_RANKING), 0).ids).toEqual(['a', 'b', 'c']);
  });

  test('hold each id once, best first, whatever they found and however they agree', () => {
    const positive = hits.map((list) => bestFirst(list.map(({ id, score }) => ({ id, score: Math.abs(score) + 1 }))));
    const agreements = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(positive, hits.map(bestFirst), agreements, (found, near, agreement) => {
        const { ids, scores } = fuseTrained(compare(found, near), agreement);
        expect(ids.toSorted()).toEqual(union(found, near));
        expect(scores).toEqual(scores.toSorted().toReversed());
        expect(Math.max(0, ...scores)).toBeLessThanOrEqual(1.000_001);
      }),
    );
  });
});

describe('A paraphrase of what a passage says', () => {
  const levelOrNot = (lastScore: number) =>
    rankingOf(
      Array.from({ length: 12 }, (_, place) => ({ id: `said${place}`, score: 10 - ((10 - lastScore) * place) / 11 })),
    );
  const level = levelOrNot(8);
  const nearestAt = (score: number) =>
    rankingOf([
      { id: 'meant', score },
      ...level.ids.map((id, place) => ({ id, score: 0.4 - place / 100 })),
      { id: 'far', score: 0.1 },
    ]);
  const first = (byWords: Ranking, byVector: Ranking, agreement: number) =>
    fuseTrained(compare(byWords, byVector), agreement).ids[0];

  test('is answered by what is near, where words find much that is equally good', () => {
    expect(first(level, nearestAt(0.8), 0.5)).toBe('meant');
  });

  test('is not assumed where words single out a passage, nothing is near or both disagree', () => {
    expect(first(levelOrNot(1), nearestAt(0.8), 0.5)).toBe('said0');
    expect(first(level, nearestAt(0.45), 0.5)).toBe('said0');
    expect(first(level, nearestAt(0.8), 0.1)).toBe('said0');
  });
});

describe('The passages that further words are taken from', () => {
  const byWords = ranking({ said: 20, both: 12 });
  const byVector = ranking({ meant: 0.8, both: 0.7, said: 0.1 });

  test('are the nearest of those that words find, where the model agrees with words', () => {
    expect(feedbackRanking(compare(byWords, byVector), 1).ids).toEqual(['both', 'said']);
  });

  test('are the best by words where it does not', () => {
    expect(feedbackRanking(compare(byWords, byVector), 0.2)).toEqual(byWords);
    expect(feedbackRanking(compare(byWords, NO_RANKING), 1)).toEqual(byWords);
  });
});

describe('The best of the other ranking', () => {
  const five = ranking({ a: 1, b: 0.9, c: 0.8, d: 0.7, e: 0.6 });

  test('has a place among the first, at their end', () => {
    const { ids, scores } = promoteBest(five, ['e'], 3);
    expect(ids).toEqual(['a', 'b', 'e', 'c', 'd']);
    expect(scores).toEqual(scores.toSorted().toReversed());
  });

  test('stays where it stands higher already', () => {
    expect(promoteBest(five, ['b'], 3)).toEqual(five);
    expect(promoteBest(five, ['b', 'e'], 3).ids).toEqual(['a', 'b', 'e', 'c', 'd']);
  });
});
