import { describe, expect, test } from 'vitest';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { documentText } from '../../../../src/text/document.ts';
import { itemOf, linesOf, linesOfText, rowOf } from './page-items.ts';

const full = 'This line of the paragraph goes all the way from margin to margin';
const textOf = (pages: readonly string[], bookmarks: Parameters<typeof pdfBlocks>[1] = []) =>
  documentText({ blocks: pdfBlocks(pages.map(linesOfText), bookmarks) });

describe('the lines of a PDF', () => {
  test('that go from margin to margin become a paragraph, and words divided at the end of a line one word', () => {
    expect(textOf([`${full}\n${full} exam-\nple of\nshort end.\n${full}`])).toBe(
      `${full} ${full} example of\nshort end.\n\n${full}`,
    );
  });

  test('that end although the next word would have fitted keep their end', () => {
    const short = 'This line of the paragraph ends here, with an ad';
    expect(textOf([`${full}\n${short}\ndress in it and goes on to the\n${full}`])).toContain(`${short}\ndress`);
    const justFull = `${full.slice(0, -4)}`;
    expect(textOf([`${justFull}\nextraordinarily long words follow\n${full}`])).toContain(
      `${justFull} extraordinarily`,
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

  test('that begin with a letter of a symbol font become list items', () => {
    const itemAt = (mark: string, text: string, top: number) =>
      rowOf(
        [
          [72, mark],
          [100, text],
        ],
        top,
      );
    const items = [
      ...itemAt('\uf0b7', 'Dogs are welcome', 72),
      ...itemAt('o', 'Puppies, too', 86),
      ...itemAt('\uf0a7', 'No cats', 100),
    ];
    expect(documentText({ blocks: pdfBlocks([linesOf(items)], []) })).toBe(
      '- Dogs are welcome\n- Puppies, too\n- No cats',
    );
  });

  test('keep small raised digits apart from the number or word before them', () => {
    const lineOf = (...parts: readonly (readonly [string, number, number])[]) => {
      let left = 72;
      const items = parts.map(([str, height, top], at) => {
        const item = itemOf(str, left, top, { height, width: 6 * str.length, hasEOL: at === parts.length - 1 });
        left += 6 * str.length;
        return item;
      });
      return documentText({ blocks: pdfBlocks([linesOf(items)], []) });
    };
    expect(lineOf(['Late check-out costs £15', 12, 72], ['1', 7, 67], [' a night', 12, 72])).toContain('£15¹ a night');
    expect(lineOf(['Per bottle € 19', 12, 72], ['99', 7, 67])).toBe('Per bottle € 19.99');
    expect(lineOf(['Only 19', 12, 72], ['99', 7, 67], [' €', 12, 72])).toBe('Only 19.99 €');
    expect(lineOf(['Water is H', 12, 72], ['2', 7, 74], ['O', 12, 72])).toBe('Water is H2O');
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

  test('that differ in what they say by a number are all kept at the edges of pages', () => {
    const flats = [85, 79, 120, 64, 91, 88];
    const text = textOf(
      flats.map((price, at) => `Our flats, page ${at + 1}\nA flat ${at}.\nPrice: ${price} € a night`),
    );
    expect(text.match(/Our flats/g)).toHaveLength(1);
    expect(text.match(/\d+ € a night/g)).toEqual(flats.map((price) => `${price} € a night`));
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

describe('short lines in another font of the same size', () => {
  const bold = (str: string, top: number, left = 72) => itemOf(str, left, top, { fontName: 'bold' });
  const body = (top: number, left = 72) =>
    [0, 14, 28].map((below) => itemOf(`${full}${below === 28 ? '.' : ''}`, left, top + below));
  const headingsOf = (...pages: readonly (readonly ReturnType<typeof itemOf>[])[]) =>
    pdfBlocks(pages.map(linesOf), []).flatMap((block) =>
      block.kind === 'heading' ? [`${block.level} ${block.text}`] : [],
    );

  test('are headings of the text below, and so is a title above the first', () => {
    const items = [
      ...[bold('TERMS OF SALE', 40), bold('1. Delivery', 62), ...body(76)],
      ...[bold('2. Payment', 126), ...body(140), bold('In the middle', 190, 200), ...body(204)],
    ];
    expect(headingsOf(items)).toEqual(['1 TERMS OF SALE', '1 1. Delivery', '1 2. Payment', '1 In the middle']);
  });

  test('are below those in larger letters', () => {
    const title = itemOf('Terms', 72, 30, { height: 20, fontName: 'bold' });
    expect(headingsOf([title, bold('Delivery', 62), ...body(76)])).toEqual(['1 Terms', '2 Delivery']);
  });

  test('are text within a paragraph, as a sentence, an amount or a caption, and in a font of the text', () => {
    const broken = [itemOf(full, 72, 76), itemOf(full, 72, 90), bold('very important words', 104), ...body(118)];
    expect(headingsOf(broken)).toEqual([]);
    for (const text of ['We are closed on Sundays.', 'Total 120 €', 'Call 0113 496 0018', 'Figure 3: The boiler'])
      expect(headingsOf([bold(text, 62), ...body(76)]), text).toEqual([]);
    const list = [40, 54, 68, 82, 96, 110].map((top) => bold(`Name ${top}`, top));
    expect(headingsOf([...list, ...body(140), ...body(190)])).toEqual([]);
  });
});

describe('lines that run from right to left', () => {
  const letter = (str: string, left: number, top: number) => itemOf(str, left, top, { width: 6, hasEOL: false });
  const end = (top: number) => itemOf('', 0, top, { width: 0, height: 0 });

  test('are read so, in whichever direction their letters were written, and numbers in their own', () => {
    const letters = ['م', 'و', 'ي', ' ', '3', '0', ' ', 'ل', 'ا', 'خ'];
    const written = letters.map((str, at) => letter(str, 72 + 6 * at, 72));
    for (const items of [written, written.toReversed()])
      expect(documentText({ blocks: pdfBlocks([linesOf([...items, end(72)])], []) })).toBe('خال 30 يوم');
  });

  test('have few letters of their own beside an address', () => {
    const arabic = 'المكتبة مفتوحة من الأحد إلى الخميس من الساعة التاسعة';
    const address = { ...itemOf('info@alnoor.example للتواصل', 72, 86), dir: 'ltr' };
    const lines = linesOf([itemOf(arabic, 72, 72), address]);
    expect(lines.map(({ text }) => text)).toEqual([arabic, 'للتواصل info@alnoor.example']);
  });

  test('have the letters of a ligature in their order', () => {
    expect(linesOf([itemOf('من األحد إلى االثنين', 72, 72)])[0]?.text).toBe('من الأحد إلى الاثنين');
  });

  test('are rows of a table whose first column is at the right', () => {
    const row = (name: string, price: string, top: number) => [
      itemOf(name, 300, top, { width: 60, hasEOL: false }),
      itemOf(price, 200, top, { width: 40 }),
    ];
    const rows = [
      row('الخدمة', 'السعر', 72),
      row('بطاقة العضوية', '25 دينار', 90),
      row('غرفة الدراسة', '10 دنانير', 108),
    ];
    expect(documentText({ blocks: pdfBlocks([linesOf(rows.flat())], []) })).toBe(
      'الخدمة | السعر\nبطاقة العضوية | 25 دينار\nغرفة الدراسة | 10 دنانير',
    );
  });

  test('keep cells that stand apart', () => {
    const words = [
      letter('سعر', 72, 72),
      itemOf(' ', 78, 72, { width: 222, height: 0, hasEOL: false }),
      letter('شاي', 300, 72),
    ];
    const [line] = linesOf([...words, end(72)]);
    expect(line?.cells.map(({ text, left }) => [text, left])).toEqual([
      ['شاي', 300],
      ['سعر', 72],
    ]);
  });
});
