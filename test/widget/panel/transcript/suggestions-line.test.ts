import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAnswer, visiblePart } from '../../../../widget/panel/transcript/suggestions-line.ts';

describe('The line of suggestions', () => {
  it.each([
    ['Yes.\n\n[SUGGESTIONS] a? | b? | c?', 'Yes.', ['a?', 'b?', 'c?']],
    ['[SUGGESTIONS] a?|b?', '', ['a?', 'b?']],
    ['Yes [SUGGESTIONS] stays here', 'Yes [SUGGESTIONS] stays here', []],
    ['Yes.\n[SUGGESTIONS]  | a? || b? | c? | d?', 'Yes.', ['a?', 'b?', 'c?']],
    ['[link](https://example.com)', '[link](https://example.com)', []],
  ])('of %j leaves %j and offers %j', (answer, text, suggestions) => {
    expect(splitAnswer(answer)).toEqual({ text, suggestions });
  });

  it('shows nothing of itself at any moment, and all of the text in the end', () => {
    const word = fc.constantFrom('Yes', ' ', '\n', '[', '[S', '[link](x)', '東京', '**b**');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join('');
        const answer = `${text}\n[SUGGESTIONS] a? | b? | c?`;
        for (let end = 0; end <= answer.length; end++) {
          const shown = visiblePart(answer.slice(0, end));
          expect(text.startsWith(shown)).toBe(true);
        }
        expect(visiblePart(answer)).toBe(text.trimEnd());
      }),
    );
  });
});
