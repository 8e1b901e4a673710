import { describe, expect, it } from 'vitest';
import { analyseQuery } from '../../../src/text/analysis/analyse.ts';
import { expansionTerms, feedbackWords, needsExpansion } from '../../../src/text/ranking/query-expansion.ts';

const long = analyseQuery(
  'what is the influence of surface roughness on the transition of the boundary layer at supersonic speed over flat plates',
);
const wordsIn = (text: string) => feedbackWords(analyseQuery(text));
const weighing = (words: ReadonlyMap<string, number>) => [...words.values()].reduce((sum, weight) => sum + weight, 0);

describe('Words related to a question', () => {
  it('are those of its best passages, without stop words', () => {
    const related = expansionTerms(long, [
      { score: 9, words: wordsIn('The laminar flow becomes turbulent. The turbulent layer is thick.') },
    ]);
    expect([...related.keys()]).toContain('=turbulent');
    expect([...related.keys()]).not.toContain('=the');
  });

  it('weigh together about a third of a long question, and a word said again more', () => {
    const related = expansionTerms(long, [
      { score: 9, words: wordsIn('Laminar flow becomes turbulent; turbulent, turbulent flow.') },
    ]);
    expect(weighing(related)).toBeCloseTo(0.35 * long.length);
    expect(related.get('=turbulent')).toBeGreaterThan(related.get('=laminar') ?? 0);
  });

  it('come from a passage the less, the worse it is', () => {
    const related = expansionTerms(long, [
      { score: 10, words: wordsIn('laminar') },
      { score: 8, words: wordsIn('viscous') },
    ]);
    expect(related.get('=laminar')).toBeGreaterThan(5 * (related.get('=viscous') ?? 0));
  });

  it('are sixty at the most, however much the passages say', () => {
    const text = Array.from({ length: 5_000 }, (_, n) => `word${n}x`).join(' ');
    expect(expansionTerms(long, [{ score: 1, words: wordsIn(text) }]).size).toBe(60);
  });

  it('are not looked for with a short question, which they would lead astray', () => {
    const short = analyseQuery('When are you open?');
    expect(needsExpansion(short)).toBe(false);
    expect(expansionTerms(short, [{ score: 9, words: wordsIn('Open from nine to five') }])).toEqual(new Map());
    expect(needsExpansion(long)).toBe(true);
  });

  it('are none when nothing was found', () => {
    expect(expansionTerms(long, [])).toEqual(new Map());
  });
});
