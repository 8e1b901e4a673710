import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { collapsedLength } from '../../../src/reading/html/dom/collapsed-length.ts';
import { pageText } from './pages.ts';

const collapsed = (text: string) => text.replace(/\s+/g, ' ').trim().length;

test('A text has the length that it would have with its white space collapsed, whatever the white space', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    expect(collapsedLength(`a${character}${character}b`), `U+${code.toString(16)}`).toBe(
      collapsed(`a${character}${character}b`),
    );
  }
  const words = fc.array(fc.constantFrom('a', 'words', ' ', '\n', '\t', '\u00a0', '\u3000', '😀'));
  fc.assert(
    fc.property(words, (parts) => {
      expect(collapsedLength(parts.join(''))).toBe(collapsed(parts.join('')));
    }),
  );
});

test('A long text is collapsed to be shown, not each time that it is measured', () => {
  const lines = 'a\n'.repeat(50_000);
  const replace = vi.spyOn(String.prototype, 'replace');
  const texts = () => replace.mock.contexts.filter((text) => String(text).startsWith(lines.trim())).length;
  try {
    pageText(`<body><p>${lines}`);
    expect(texts()).toBeLessThanOrEqual(2);
  } finally {
    replace.mockRestore();
  }
});
