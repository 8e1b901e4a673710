import { describe, expect, it } from 'vitest';
import { isLong, shortened, shortenedAlike } from '../../../../console/pages/history/long-values.ts';

const letters = (letter: string, count = 1_000) => letter.repeat(count);

describe('A long value', () => {
  it('is cut after four hundred characters, and never within one of them', () => {
    expect([isLong(letters('a', 400)), isLong(letters('a', 401))]).toEqual([false, true]);
    expect(shortened(letters('a'))).toBe(`${letters('a', 400)}…`);
    expect(shortened(`${letters('a', 399)}\u{1f600}${letters('b')}`).isWellFormed()).toBe(true);
  });

  it.each([
    ['in its middle', 'a', 'x', 'b'],
    ['at its begin', '', 'x', 'b'],
    ['at its end', 'a', 'x', ''],
  ])('that changed %s is shown around that place', (_where, first, changed, last) => {
    const whole = (middle: string) => `${letters(first)}${middle}${letters(last)}`;
    const around = (middle: string) =>
      `${first && '…'}${letters(first, 80)}${middle}${letters(last, 80)}${last && '…'}`;
    expect(shortenedAlike(whole('old'), whole(changed))).toEqual([around('old'), around(changed)]);
  });

  it('that was repeated, emptied or written anew is shown from where it differs', () => {
    expect(shortenedAlike(letters('a', 500), letters('a', 501))).toEqual([
      `…${letters('a', 80)}`,
      `…${letters('a', 81)}`,
    ]);
    expect(shortenedAlike('none', letters('a'))).toEqual(['none', `${letters('a', 400)}…`]);
    expect(shortenedAlike(letters('a'), letters('b'))).toEqual([`${letters('a', 400)}…`, `${letters('b', 400)}…`]);
  });
});
