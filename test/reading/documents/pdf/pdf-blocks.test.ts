import { describe, expect, test } from 'vitest';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { documentText } from '../../../../src/text/document.ts';
import { itemOf, linesOf, linesOfText } from './page-items.ts';

const full = 'This line of the paragraph goes all the way from margin to margin';
const textOf = (pages: readonly string[], bookmarks: Parameters<typeof pdfBlocks>[1] = []) =>
  documentText({ blocks: pdfBlocks(pages.map(linesOfText), bookmarks) });

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
    expect(pdfBlocks([linesOfText('1. One\n'.repeat(200_000))], [])).toHaveLength(200_000);
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

  test('that stand apart from a list are no part of its last item', () => {
    const item = [itemOf('• Fill the tank.', 72, 72), itemOf('The first cup is weak.', 72, 104)];
    const text = [itemOf(full, 72, 140), itemOf(full, 72, 154), itemOf(full, 72, 168)];
    expect(documentText({ blocks: pdfBlocks([linesOf([...item, ...text])], []) })).toMatch(
      /^- Fill the tank\.\n\nThe first cup is weak\.\n\n/,
    );
  });

  test('at the same place of both pages are said once', () => {
    const page = (number: number) => linesOfText(`Manual, page ${number}\nWhat page ${'ab'[number]} says.`);
    const text = documentText({ blocks: pdfBlocks([page(0), page(1)], []) });
    expect(text.match(/Manual/g)).toHaveLength(1);
    expect(text).toContain('What page b says.');
  });
});

describe('lines in larger letters', () => {
  const large = (str: string, top: number, height = 18) => itemOf(str, 72, top, { height });
  const blocksOf = (...pages: readonly (readonly ReturnType<typeof itemOf>[])[]) => pdfBlocks(pages.map(linesOf), []);
  const body = (top: number) => [itemOf(full, 72, top), itemOf(full, 72, top + 14), itemOf(full, 72, top + 28)];

  test('are headings, the larger above the smaller, also of two lines', () => {
    const items = [large('Care and', 40, 20), large('cleaning', 62, 20), large('2. Descaling', 90, 15), ...body(110)];
    expect(blocksOf(items).slice(0, 2)).toEqual([
      { kind: 'heading', level: 1, text: 'Care and cleaning' },
      { kind: 'heading', level: 2, text: '2. Descaling' },
    ]);
  });

  test('are text when they are a sentence, or most of the document', () => {
    const kinds = (items: readonly ReturnType<typeof itemOf>[]) => blocksOf(items).map(({ kind }) => kind);
    expect(kinds([large('Coffee for everybody, made by the cup.', 40), ...body(80)])).not.toContain('heading');
    expect(
      kinds([large('Menu', 40), large('Soup of the day', 70), large('Cake', 100), itemOf('Enjoy', 72, 130)]),
    ).not.toContain('heading');
  });

  test('are no headings when pages repeat them at their edge with other numbers', () => {
    const pages = [1, 2, 3].map((number) => [
      ...[large(`Part ${number}`, 20), large(`Chapter about ${'abc'[number - 1]}`, 60)],
      ...body(90),
      ...body(150),
    ]);
    const headings = blocksOf(...pages).flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
    expect(headings).toEqual(['Chapter about a', 'Chapter about b', 'Chapter about c']);
  });
});
