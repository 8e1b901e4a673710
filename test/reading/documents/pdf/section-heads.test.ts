import { describe, expect, test } from 'vitest';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { documentText } from '../../../../src/text/document.ts';
import { itemOf, linesOf, rowOf } from './page-items.ts';

type Items = Parameters<typeof linesOf>[0];
const BOOKMARKS = ['Fares', 'Piers'].map((title) => ({ title, items: [] }));
const read = (pages: readonly Items[]) => documentText({ blocks: pdfBlocks(pages.map(linesOf), BOOKMARKS) });
const at = (top: number, text: string) => itemOf(text, 72, top);

/** Pages of two chapters, the name of each above its pages but the first. */
const book = (headOf: (chapter: string, page: number) => Items, length = 5) =>
  ['Fares', 'Piers'].flatMap((chapter, part) =>
    Array.from({ length }, (_, page) => [
      ...(page === 0 ? [at(90, chapter)] : headOf(chapter, part * length + page + 1)),
      at(120, `is told in part ${page} of the text and goes on to the end of what this page has to`),
    ]),
  );

const textOfChapter = (chapter: string, text: string) => text.split(`# ${chapter}\n\n`)[1]?.split('\n\n#')[0];

describe('The name of a chapter above its pages', () => {
  test('is no heading within its sentences', () => {
    const text = read(book((chapter) => [at(40, chapter)]));
    expect(text.match(/# Fares/g)).toHaveLength(1);
    expect(text.match(/# Piers/g)).toHaveLength(1);
    expect(textOfChapter('Fares', text)).toContain('this page has to is told in part 4');
  });

  test('is left out with the number of the page beside it, on every second page', () => {
    const left = (chapter: string, page: number) =>
      rowOf(
        [
          [72, `${page}`],
          [400, chapter],
        ],
        40,
      );
    const right = (page: number) =>
      rowOf(
        [
          [72, `Part ${'abcdefghi'[page]}`],
          [500, `${page}`],
        ],
        40,
      );
    const text = read(book((chapter, page) => (page % 2 === 0 ? left(chapter, page) : right(page)), 9));
    expect(text.match(/Fares/g)).toHaveLength(1);
  });

  test('is kept once where nothing else says it', () => {
    const text = read(book((chapter) => [at(40, `Guide to ${chapter}`)]));
    expect(text.match(/Guide to Fares/g)).toHaveLength(1);
  });
});

test.each([
  ['stand close to the text', 106],
  ['differ in their numbers', 40],
])('First lines of pages are text where they %s', (which, top) => {
  const first = (page: number) => (which.startsWith('differ') ? `Single room ${page}0 euros` : 'Single room 50 euros');
  const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => [
    at(top, page < 4 ? first(page) : `Opening hours of house ${'abcdefghi'[page]}`),
    at(120, `Breakfast is served in house ${page} from seven.`),
  ]);
  expect(read(pages).match(/Single room/g)).toHaveLength(3);
});

test('An item of a list is no heading, though a bookmark has its words', () => {
  const text = read([
    [at(60, 'Contents of this part'), at(90, '• Fares'), at(104, '• Piers')],
    [at(60, 'Fares'), at(90, 'An adult pays 2.40.')],
  ]);
  expect(text).toContain('- Fares\n- Piers');
  expect(text.match(/# Fares/g)).toHaveLength(1);
});
