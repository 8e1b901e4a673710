/** Normal forms of texts whose letters have more marks than any language writes. */
import { expect, it } from 'vitest';
import { analyseText } from '../../src/text/analysis/analyse.ts';
import { normalForm } from '../../src/text/normal-form.ts';
import { foldedForSearch } from '../../src/text/word-search.ts';
import { expectLinear } from '../support/growth.ts';

/** Marks that no normal form leaves in the order that they have here. */
const UNSORTED = { marks: '\u0345\u0301\u0316\u0327', 'half-width marks': '\uff9e\u0301' };
const withMarks = (marks: string, length: number) => `a${marks.repeat(Math.ceil(length / marks.length))}`;

it('are those of Unicode up to thirty marks of a letter', () => {
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    for (const text of ['Café', 'ﬁne ｶﾞ', 'नमस्ते', withMarks('\u0301\u0316', 30), 'e\u0301'.repeat(100)]) {
      expect(normalForm(text, form)).toBe(text.normalize(form));
    }
  }
});

it('leave out the marks beyond the thirtieth, and nothing behind them', () => {
  expect(normalForm(`${'x\u0301'.repeat(40)}${'\u0301'.repeat(31)}y${'\u0316'.repeat(31)}z`, 'NFD')).toBe(
    `${'x\u0301'.repeat(40)}${'\u0301'.repeat(29)}y${'\u0316'.repeat(30)}z`,
  );
});

it.each(Object.entries(UNSORTED))('take linear time, also in words and searches: %s', (_what, marks) => {
  expectLinear(60_000, (size) => void normalForm(withMarks(marks, size), 'NFKC'));
  expectLinear(60_000, (size) => void analyseText(withMarks(marks, size)));
  expectLinear(60_000, (size) => void foldedForSearch(withMarks(marks, size)));
});
