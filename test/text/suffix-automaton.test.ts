import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SuffixAutomaton } from '../../src/text/suffix-automaton.ts';

const words = fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 25 });

/** Words at the end of `read` that stand in a row in one of the texts, at most. */
function longestRun(texts: readonly (readonly number[])[], read: readonly number[]): number {
  for (let run = read.length; run > 0; run -= 1) {
    const wanted = `,${read.slice(-run).join(',')},`;
    if (texts.some((text) => `,${text.join(',')},`.includes(wanted))) return run;
  }
  return 0;
}

describe('A suffix automaton', () => {
  it('tells after each word the longest run that ends there and stands in one of the texts', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 3 }), words, (texts, read) => {
        const reader = new SuffixAutomaton(texts).reader();
        const runs = read.map((word) => reader.take(word));
        expect(runs).toEqual(read.map((_word, at) => longestRun(texts, read.slice(0, at + 1))));
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps several readers apart', () => {
    const automaton = new SuffixAutomaton([[1, 2, 3]]);
    const [one, other] = [automaton.reader(), automaton.reader()];
    expect([one.take(1), other.take(2), one.take(2), other.take(1)]).toEqual([1, 1, 2, 1]);
  });
});
