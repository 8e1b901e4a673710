import { expect, test } from 'vitest';
import { textLength } from '../../src/lib/text-length.ts';

test('the length of texts is told at any depth, and nothing else counts', () => {
  const value = { id: 'abc', place: 7, shown: { content: 'four', sources: [{ title: 'ab' }, 'c'], feedback: null } };
  expect(textLength(value)).toBe(3 + 4 + 2 + 1);
  expect([textLength('text'), textLength(null), textLength(undefined), textLength(12)]).toEqual([4, 0, 0, 0]);
});
