import { describe, expect, test } from 'vitest';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { documentText } from '../../../../src/text/document.ts';

const full = 'This line of the paragraph goes all the way from margin to margin';
const textOf = (pages: readonly string[], bookmarks: Parameters<typeof pdfBlocks>[1] = []) =>
  documentText({ blocks: pdfBlocks(pages, bookmarks) });

describe('the lines of a PDF', () => {
  test('that go from margin to margin become a paragraph, and words divided at the end of a line one word', () => {
    expect(textOf([`${full}\n${full} exam-\nple of\nshort end.\n${full}`])).toBe(
      `${full} ${full} example of\nshort end.\n\n${full}`,
    );
  });

  test('that bookmarks name become headings of their level', () => {
    const bookmarks = [{ title: '1 Shipping', items: [{ title: '1.1  Abroad', items: [] }] }];
    expect(textOf([`1 Shipping\n${full}\n1.1 Abroad\n${full}`], bookmarks)).toBe(
      `# 1 Shipping\n\n${full}\n\n## 1.1 Abroad\n\n${full}`,
    );
  });

  test('are all kept on a page of very many', () => {
    expect(pdfBlocks(['1. One\n'.repeat(200_000)], [])).toHaveLength(200_000);
  });

  test('that begin with a mark or a number become list items', () => {
    expect(textOf(['• One\n• Two\n3. Three'])).toBe('- One\n- Two\n3. Three');
  });

  test('that repeat on most pages are said once, page numbers never', () => {
    const pages = Array.from(
      { length: 6 },
      (_, index) => `Annual report 2026\nWhat page ${'abcdef'[index]} says.\n${index + 1}`,
    );
    const text = textOf(pages);
    expect(text.match(/Annual report/g)).toHaveLength(1);
    expect(text).toContain('What page a says.');
    expect(text).toContain('What page f says.');
    expect(text).not.toMatch(/\n6$/);
  });

  test('lose ligatures, shapes of letters and control characters', () => {
    expect(textOf(['e\ufb03cient\u0000 ﻋﺮﺑﻲ'])).toBe('efficient عربي');
  });
});
