import { describe, expect, test } from 'vitest';
import { withCellRows } from '../../../../src/reading/documents/pdf/cell-rows.ts';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { readPdf } from '../../../../src/reading/documents/pdf/read-pdf.ts';
import { inColumnOrder } from '../../../../src/reading/documents/pdf/text-columns.ts';
import { lineJoiner } from '../../../../src/reading/documents/pdf/wrapped-lines.ts';
import { documentText } from '../../../../src/text/document.ts';
import { pdfOfObjects } from '../../../support/files/documents.ts';
import { itemOf, linesOf, linesOfText, rowOf } from './page-items.ts';

type Row = ReturnType<typeof rowOf>;
const textOf = (...rows: readonly Row[]) => documentText({ blocks: pdfBlocks([linesOf(rows.flat())], []) });
const LEFT = [
  'We open at nine in the morning',
  'and close at six in the evening',
  'on all days of the working week',
  'but for the days of every June.',
];
const RIGHT = [
  'A parcel costs four euros when',
  'it stays in the country, and is',
  'free of charge if what you have',
  'ordered costs a hundred or so.',
];
const titled = (str: string, left: number, top: number) => itemOf(str, left, top, { height: 18, fontName: 'bold' });

describe('Columns of a page that is written line by line', () => {
  const sideBySide = LEFT.map(
    (left, at): Row =>
      rowOf(
        [
          [72, left],
          [330, RIGHT[at] ?? ''],
        ],
        60 + 14 * at,
      ),
  );

  test('are read one after the other', () => {
    expect(textOf(...sideBySide)).toBe(`${LEFT.join(' ')}\n\n${RIGHT.join(' ')}`);
  });

  test('have their titles above them', () => {
    const titles = [
      { ...titled('Hours', 72, 30), hasEOL: false },
      itemOf(' ', 320, 30, { hasEOL: false }),
      titled('Shipping', 330, 30),
    ];
    expect(textOf(titles, ...sideBySide)).toBe(`# Hours\n\n${LEFT.join(' ')}\n\n# Shipping\n\n${RIGHT.join(' ')}`);
  });

  test('may hold names with prices', () => {
    const titles = [
      { ...titled('Pizza', 72, 30), hasEOL: false },
      itemOf(' ', 320, 30, { hasEOL: false }),
      titled('Drinks', 330, 30),
    ];
    const row = (top: number, ...texts: readonly [string, string, string, string]) =>
      rowOf(
        [
          [72, texts[0]],
          [240, texts[1]],
          [330, texts[2]],
          [480, texts[3]],
        ],
        top,
      );
    const rows = [
      row(60, 'Margherita', '8.50', 'Cola', '2.80'),
      row(76, 'Funghi', '9.50', 'Water', '2.20'),
      row(92, 'Tonno', '9.90', 'Beer', '3.90'),
    ];
    expect(textOf(titles, ...rows)).toBe(
      '# Pizza\n\nMargherita | 8.50\nFunghi | 9.50\nTonno | 9.90\n\n# Drinks\n\nCola | 2.80\nWater | 2.20\nBeer | 3.90',
    );
  });

  test('are not the columns of a table', () => {
    const rows = ['Deep massage of the back', 'Facial', 'Pedicure with a bath of herbs', 'Wax'].map((name, at) =>
      rowOf(
        [
          [72, name],
          [330, 'a text that explains what it is'],
        ],
        60 + 14 * at,
      ),
    );
    expect(inColumnOrder(linesOf(rows.flat()))).toEqual(linesOf(rows.flat()));
  });
});

describe('A table that is written cell by cell', () => {
  const header = rowOf(
    [
      [72, 'Treatment'],
      [200, 'What it is'],
      [420, 'Price'],
    ],
    30,
    'bold',
  );

  test('has the lines of each cell in its row', () => {
    const rows = [
      header,
      rowOf([[72, 'Deep tissue']], 60),
      rowOf([[72, 'massage']], 73),
      rowOf([[200, 'For tense muscles of the']], 60),
      rowOf([[200, 'shoul-']], 73),
      rowOf([[200, 'ders']], 86),
      rowOf([[420, '75 €']], 60),
      rowOf(
        [
          [72, 'Facial'],
          [200, 'A mask that suits your'],
        ],
        110,
      ),
      rowOf([[200, 'skin']], 123),
      rowOf([[420, '90 €']], 110),
    ];
    expect(textOf(...rows)).toBe(
      'Treatment | What it is | Price\nDeep tissue massage | For tense muscles of the shoulders | 75 €\nFacial | A mask that suits your skin | 90 €',
    );
  });

  test('may have its cells centred in the height of the row', () => {
    const rows = [
      header,
      rowOf([[72, 'Massage']], 73),
      rowOf([[200, 'For tense muscles']], 60),
      rowOf([[200, 'of back and']], 73),
      rowOf([[200, 'shoulders']], 86),
      rowOf([[420, '75 €']], 73),
      rowOf(
        [
          [72, 'Facial'],
          [200, 'A mask'],
          [420, '90 €'],
        ],
        110,
      ),
    ];
    expect(textOf(...rows)).toContain(
      'Massage | For tense muscles of back and shoulders | 75 €\nFacial | A mask | 90 €',
    );
  });

  test('is not made of columns of text, nor across headings', () => {
    const column = (left: number, texts: readonly string[]) =>
      texts.map((text, at) => rowOf([[left, text]], 60 + 14 * at));
    const lines = linesOf([...column(72, LEFT), ...column(330, RIGHT)].flat());
    expect(withCellRows(lines, () => false, lineJoiner([]))).toEqual(lines);
    const rows = linesOf(
      [
        header,
        rowOf([[72, 'Wax']], 60),
        rowOf(
          [
            [200, 'For the'],
            [420, '9 €'],
          ],
          60,
        ),
      ].flat(),
    );
    expect(withCellRows(rows, ({ text }) => text === 'Wax', lineJoiner([]))).toHaveLength(3);
  });
});

describe('Lines of a narrow paragraph beside wider text', () => {
  const wide = rowOf(
    [[72, 'This line is as wide as the page and stands above everything else that follows below it.']],
    30,
  );
  const narrow = (texts: readonly string[]) =>
    textOf(wide, ...texts.map((text, at): Row => rowOf([[72, text]], 80 + 14 * at)));

  test('are one text', () => {
    expect(narrow(LEFT)).toContain(LEFT.join(' '));
  });

  test('stay apart when each begins anew, as opening hours do', () => {
    const hours = ['Monday 9 to 18', 'Tuesday 9 to 18', 'Thursday 9 to 18', 'Friday 9 to 17'];
    expect(narrow(hours)).toContain(hours.join('\n'));
  });
});

test('A title in spaced letters is a word', () => {
  expect(linesOf([itemOf('O P E N I N G', 72, 30)])[0]?.text).toBe('OPENING');
  expect(linesOf([itemOf('A or B', 72, 30)])[0]?.text).toBe('A or B');
});

test.each([
  ['the open-', 'ing hours', 'the opening hours'],
  ['a warm Damen-', 'Mantel', 'a warm Damen-Mantel'],
  ['from 10-', '12 o’clock', 'from 10-12 o’clock'],
  ['Vor-', 'und Nachteile', 'Vor- und Nachteile'],
  ['com\u2010', 'munity', 'community'],
  ['twenty-', 'four months', 'twenty-four months'],
  ['4-', 'piperidyl', '4-piperidyl'],
  ['営業時間は', '九時から', '営業時間は九時から'],
])('%s and %s are joined', (before, line, joined) => {
  expect(lineJoiner([])(before, line)).toBe(joined);
});

test.each([
  ['four-digit', 'of a compound', ['the four-', 'digit code']],
  ['lactose-free', 'of a compound', ['has lactose-', 'free milk']],
  ['air-dried', 'that the word has elsewhere, too', ['only air-', 'dried ham', 'our air-dried ham']],
  ['accommodation', 'of a word that the document has whole', ['the accom-', 'modation', 'your accommodation']],
  ['stone-ground', 'between two words of the document', ['the stone-', 'ground flour', 'from ground to stone']],
  [
    'guest-house',
    'of the keyboard where a program divides words with another',
    ['a guest-', 'house is', 'lug\u2010', 'gage'],
  ],
  ['eighteen', 'of a number below twenty', ['for eight-', 'een pounds']],
  ['wood-fired', 'of a typesetting program in a compound', ['a wood\u2010', 'fired oven', 'wood-fired']],
  ['luggage', 'that is soft', ['lug\u00ad', 'gage']],
])('%s is read where a line ends with a hyphen %s', (word, _kind, [before = '', line = '', ...more]) => {
  expect(lineJoiner(linesOfText([before, line, ...more].join('\n')))(before, line)).toContain(word);
});

test('Text boxes of a slide that are written in any order stay apart', () => {
  const boxes = [
    [itemOf('Questions? Call 0113 496 0018', 72, 500)],
    [itemOf('Rental shop', 374, 200), itemOf('Shoes and ropes', 374, 216)],
    [itemOf('Open from 11 to 22', 72, 200)],
  ];
  expect(textOf(...boxes).split('\n\n')).toEqual([
    'Questions? Call 0113 496 0018',
    'Rental shop\nShoes and ropes',
    'Open from 11 to 22',
  ]);
});

test('Justified lines of few words in a narrow column are one paragraph', () => {
  const lines = ['rainwater barrels of any', 'description, and all', 'of it with', 'a functioning tap.'];
  const widths = [150, 150, 150, 140];
  const justified = lines.map((text, at) => {
    const words = text.split(' ');
    const free = (widths[at] ?? 0) - 6 * words.join('').length;
    let left = 72;
    return words.flatMap((word, index) => {
      const items = [
        ...(index === 0 ? [] : [itemOf(' ', left, 72 + 14 * at, { height: 0, hasEOL: false })]),
        itemOf(word, left + (index === 0 ? 0 : free / (words.length - 1)), 72 + 14 * at, {
          hasEOL: index === words.length - 1,
        }),
      ];
      left += 6 * word.length + (index === 0 ? 0 : free / (words.length - 1));
      return items;
    });
  });
  expect(textOf(...justified)).toBe(lines.join(' '));
});

test('A page of letters that are drawn says so, and what to do', async () => {
  const letter = '10 10 m 20 30 l 15 10 l h f\n';
  const pageOf = (stream: string) =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]);
  await expect(readPdf(pageOf(letter.repeat(60)))).rejects.toThrow(
    'export it with its fonts, or have its text recognised',
  );
  await expect(readPdf(pageOf(letter))).rejects.toThrow('The document is empty');
});

test.each([
  [
    'lines of two cells',
    (at: number) =>
      rowOf(
        [
          [72, `one side of line ${at} is long`],
          [330, `and so is side ${at} the other`],
        ],
        14 * at,
      ),
  ],
  [
    'cells that jump up',
    (at: number) =>
      rowOf(
        [
          [72 + 30 * (at % 12), 'x'],
          [80 + 30 * (at % 12), 'y'],
        ],
        14 * (at % 7),
      ),
  ],
  ['cells of one row', (at: number) => rowOf([[72 + 9 * at, 'x']], 60)],
])('A page of very many %s is put in order in linear time', (_, rowAt) => {
  const lines = linesOf(Array.from({ length: 20_000 }, (_, at) => rowAt(at)).flat());
  const began = process.cpuUsage();
  withCellRows(inColumnOrder(lines), () => false, lineJoiner([]));
  expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
});
