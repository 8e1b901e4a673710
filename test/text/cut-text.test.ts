import { describe, expect, it } from 'vitest';
import { cutText } from '../../src/text/cut-text.ts';

describe('A text that is cut', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abc', 2, 'ab'],
    ['a🐝b', 2, 'a'],
    ['a🐝b', 3, 'a🐝'],
    ['🐝', 1, ''],
    ['', 5, ''],
  ])('ends between characters: %j after %i', (text, length, expected) => {
    expect(cutText(text, length)).toBe(expected);
  });
});
