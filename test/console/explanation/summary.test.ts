import { describe, expect, it } from 'vitest';
import { quotesNothing, summaryOf } from '../../../console/explanation/summary.ts';
import type { Explanation } from '../../../console/explanation/types.ts';

const passage = (score: number) => ({ score }) as Explanation['passages'][number];
const timing = { condenseMs: null, retrievalMs: null, firstTokenMs: 40, totalMs: 1_240 };
const parts = { outcome: 'complete', model: 'extractive', passages: [], citations: [], answer: 'Yes.', timing };
const explanationOf = (changes: Partial<Explanation>) => ({ ...parts, ...changes }) as unknown as Explanation;
const firstOf = (changes: Partial<Explanation>) => summaryOf(explanationOf(changes))[0];

describe('The summary of an explanation', () => {
  const passages = [passage(0.9), passage(0.2), passage(0)];
  const cited = { number: 1, source: 1, uncited: false };

  it('says that an answer is quoted, what it cites, and how long it took', () => {
    expect(summaryOf(explanationOf({ passages, citations: [cited] }))).toEqual([
      'The answer is quoted from your content: 2 passages fit the question. No language model was asked.',
      'Cited: 1 of 2.',
      'It took 1.2 s; the first word came after 40 ms.',
    ]);
    const traced = { number: 2, source: 2, uncited: true };
    const [origin, citing] = summaryOf(explanationOf({ model: 'gpt-4o', passages, citations: [cited, traced] }));
    expect(origin).toBe('gpt-4o wrote the answer from 2 passages of your content.');
    expect(citing).toBe('Cited: 1 of 2. Repeated without citing: 1.');
  });

  it('does not call an answer quoted that quotes nothing', () => {
    expect(firstOf({ passages })).toBe('Nothing is quoted: 2 passages came near, and none answers this question.');
    expect(firstOf({ passages: [passage(0.1)] })).toContain('one passage came near');
    expect(quotesNothing(explanationOf({ passages }))).toBe(true);
    for (const changes of [{ citations: [cited] }, { model: 'gpt-4o' }, { outcome: 'partial' } as const]) {
      expect(quotesNothing(explanationOf({ passages, ...changes }))).toBe(false);
    }
  });

  it('says that nothing was found, or that the model failed', () => {
    expect(firstOf({})).toBe('Nothing in your content fits this question, and the answer says so.');
    expect(firstOf({ outcome: 'failed' })).toContain('The model did not answer');
  });
});
