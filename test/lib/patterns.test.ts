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

  it('takes ranges for letters: all letters, and of the scripts that it may name nothing else', () => {
    const letter = pattern('u', /^\p{L}$/u);
    const known =
      /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
    const written = /[\p{P}\p{S}\p{Z}]|[\p{N}\p{M}]/u;
    const wrong: string[] = [];
    const blocks = [
      [0, 0x1fff],
      [0x3000, 0x9fff],
      [0xac00, 0xd7ff],
      [0xff00, 0xffef],
    ] as const;
    for (const point of blocks.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    )) {
      const character = String.fromCodePoint(point);
      const isLetter = /\p{L}/u.test(character);
      const isOther = !isLetter && known.test(character) && written.test(character);
      if ((isLetter && !letter.test(character)) || (isOther && letter.test(character))) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
    expect(['𠮷', '😀', '€', '؟', '।', '7'].map((character) => letter.test(character))).toEqual([
      ...[true, false, false, false, false, false],
    ]);
    expect(pattern('u', /^[^\p{L}\d]\[\p{L}$/u).test('-[ä')).toBe(true);
  });

  it('takes no white space for a letter: words and the gaps between them would overlap, and time grow with a power of the text', () => {
    const letter = pattern('u', /\p{L}/u);
    const characters = Array.from({ length: 0x1_00_00 }, (_, point) => String.fromCharCode(point));
    expect(characters.filter((character) => /\s/u.test(character) && letter.test(character))).toEqual([]);
  });

  it('is compiled for text beyond Latin-1 in less than half of the time that the letters of Unicode take', () => {
    const words = Array.from({ length: 10 }, (_, at) => `w${at}\\p{L}*`);
    const fastest = (make: (source: string) => RegExp, name: string) =>
      Math.min(
        ...Array.from({ length: 5 }, (_, run) => {
          const made = make(`(?:${words.join('|')})${name}${run}`);
          const begun = performance.now();
          made.test('сколько стоит');
          return performance.now() - begun;
        }),
      );
    const asRanges = fastest((source) => pattern('iu', source), 'ranges');
    expect(asRanges).toBeLessThan(fastest((source) => new RegExp(source, 'iu'), 'unicode') / 2);
  });
});
