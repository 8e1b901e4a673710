import { describe, expect, it } from 'vitest';
import { oneOf, pattern, sequence } from '../../src/lib/patterns.ts';

describe('A pattern that is written in parts', () => {
  it('matches the parts one after the other, and of alternatives any', () => {
    const asks = pattern('iu', /^\W*/u, oneOf(/where|when/u, sequence(/how /u, oneOf(/much/u, /many/u))), /(?!\p{L})/u);
    expect(['Where?', '¿when', 'How many'].map((question) => asks.test(question))).toEqual([true, true, true]);
    expect(['Wherever', 'how', 'somewhere'].map((question) => asks.test(question))).toEqual([false, false, false]);
  });

  it('has the flags that are given, not those of its parts', () => {
    expect(pattern('g', oneOf(/a/iu, /b/u)).flags).toBe('g');
    expect(pattern('', oneOf(/a/i)).test('A')).toBe(false);
  });
});
