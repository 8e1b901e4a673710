import { describe, expect, test } from 'vitest';
import { type MarkedPage, markedPages, words } from './marked-pages.ts';
import { pageText } from './pages.ts';

const textOf = ({ html }: MarkedPage) => words(pageText(html));
const pages = markedPages();

describe('the main content of a page', () => {
  test('is tried on more than thirty kinds of pages', () => {
    expect(pages.length).toBeGreaterThan(30);
  });

  test.each(pages)('of a $name is read whole and alone', (page) => {
    const text = textOf(page);
    expect(page.kept.filter((part) => !text.includes(part))).toEqual([]);
    expect(page.dropped.filter((part) => text.includes(part))).toEqual([]);
  });
});
