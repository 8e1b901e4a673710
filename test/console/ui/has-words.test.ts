import { describe, expect, it } from 'vitest';
import { hasWords } from '../../../console/ui/lists/has-words.ts';
import { expectLinear } from '../../support/growth.ts';

describe('The words of a search in a list', () => {
  it('are found without case and accents, also within other words', () => {
    expect(hasWords('Café Zürich', 'CAFE rich')).toBe(true);
    expect(hasWords('Café Zürich', 'cafe rome')).toBe(false);
    expect(hasWords('ガイド', 'ｶﾞ')).toBe(true);
  });

  it('are looked for in time that grows with the text, whatever a visitor gave as a name', () => {
    expectLinear(60_000, (length) => hasWords(`a${'\u0345\u0301\uff9e'.repeat(length / 3)}`, 'b'));
  });
});
