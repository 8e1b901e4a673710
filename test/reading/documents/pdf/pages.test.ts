/** Texts that go on from page to page. */
import { describe, expect, test } from 'vitest';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { documentText } from '../../../../src/text/document.ts';
import { itemOf, linesOf, linesOfText, rowOf } from './page-items.ts';

type Items = Parameters<typeof linesOf>[0];
const textOf = (...pages: readonly Items[]) => documentText({ blocks: pdfBlocks(pages.map(linesOf), []) });
const at = (top: number, text: string, more: Parameters<typeof itemOf>[3] = {}) => itemOf(text, 72, top, more);

describe('A sentence that a page divides', () => {
  const begun = at(72, 'Refunds are transferred within five working');
  const rest = at(72, 'days to the account that paid.');
  const whole = 'Refunds are transferred within five working days to the account that paid.';

  test('is one', () => {
    expect(textOf([begun], [rest])).toBe(whole);
  });

  test('is one around a header, a footer and the notes at the foot of the page', () => {
    const pages = [1, 2].map((number) => [
      at(30, 'Seaview Guesthouse'),
      number === 1 ? begun : rest,
      ...[
        at(760, number === 1 ? '1 The agreement of March applies.' : '2 Other banks are slower.', { height: 8 }),
        at(800, `Page ${number}`),
      ],
    ]);
    expect(textOf(...pages).split('\n\n')).toEqual([
      'Seaview Guesthouse',
      'Page 1',
      whole,
      '1 The agreement of March applies.',
      '2 Other banks are slower.',
    ]);
  });

  test('is one in a script without capitals where its line goes to the margin', () => {
    const half = '返金は到着の十四日前までにお申し出いただいた場合に限り、お支払いに使われた口座へ五営業日以内に';
    const other = '振り込まれます。';
    expect(textOf([at(72, half)], [at(72, other)])).toBe(`${half}${other}`);
    expect(textOf([at(30, `${half}${half}`), at(90, half)], [at(72, other)])).toContain(`${half}\n\n${other}`);
  });

  test('is none where the page ends with a label, or the next begins anew', () => {
    expect(textOf([at(72, 'Opening hours')], [at(72, 'daily from nine')])).toContain('hours\n\ndaily');
    expect(textOf([begun], [at(72, 'Refunds abroad take longer.')])).toContain('working\n\nRefunds');
  });
});

test('Rows in small letters at the foot of a page are no notes', () => {
  const size = { height: 8 };
  const row = (top: number, cells: readonly (readonly [number, string])[]) =>
    rowOf(cells, top).map((item) => ({ ...item, ...size }));
  const body = [72, 86, 100].map((top) => at(top, 'The prices of our rooms include breakfast for two.'));
  const rows = [
    row(130, [
      [72, '34 m and more'],
      [300, '79 €'],
    ]),
    row(142, [
      [72, '22 m and more'],
      [300, '64 €'],
    ]),
    row(154, [
      [72, '14 m and more'],
      [300, '49 €'],
    ]),
  ].flat();
  expect(textOf([...body, ...rows])).toContain('34 m and more | 79 €\n22 m and more | 64 €');
});

describe('The mark of a list item', () => {
  test('is found beside its text when it is drawn after all the texts of the page', () => {
    const texts = [at(72, 'Dogs must be kept on a leash.'), at(90, 'Cats are not permitted.')];
    const marks = [itemOf('•', 60, 72, { width: 4 }), itemOf('•', 60, 90, { width: 4 })];
    expect(textOf([...texts, ...marks])).toBe('- Dogs must be kept on a leash.\n- Cats are not permitted.');
  });

  test('is no part of a line to the right of it that was written before', () => {
    const texts = [at(72, 'Dogs must be kept on a leash.'), itemOf('Bookings may be', 300, 72, { hasEOL: false })];
    const text = textOf([...texts, itemOf('•', 60, 72, { width: 4 })]);
    expect(text).toBe('- Dogs must be kept on a leash. Bookings may be');
  });

  test('is kept where no text stands beside it', () => {
    expect(textOf([at(72, 'Nothing here.'), itemOf('•', 60, 300, { width: 4 })])).toContain('•');
  });
});

test('Lines of a narrow justified column are no table', () => {
  const words = (top: number, texts: readonly string[], gap: number) => {
    let left = 72;
    return rowOf(
      texts.map((text): readonly [number, string] => {
        const cell = [left, text] as const;
        left += 6 * text.length + gap;
        return cell;
      }),
      top,
    ).map((item) => (item.str === ' ' ? { ...item, width: gap } : item));
  };
  const lines = [
    words(72, ['Dogs', 'are', 'welcome', 'in', 'the'], 12),
    words(86, ['garden', 'flats', 'for', '12'], 22),
  ];
  expect(textOf(lines.flat())).not.toContain(' | ');
  const long = [words(72, ['Breakfasts', 'and', 'the'], 18), words(86, ['accommodation', 'costs'], 24)];
  expect(textOf(long.flat())).not.toContain(' | ');
});

test('Pages of very many marks are read in linear time', () => {
  const lines = linesOf(
    Array.from({ length: 20_000 }, (_, place) => itemOf('•x'.charAt(place % 2), 60 + (place % 50), 72, { width: 1 })),
  );
  const began = process.cpuUsage();
  pdfBlocks([lines, linesOfText('Text')], []);
  expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
});
