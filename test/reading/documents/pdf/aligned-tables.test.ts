import { describe, expect, test } from 'vitest';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { documentText } from '../../../../src/text/document.ts';
import { itemOf, linesOf, rowOf } from './page-items.ts';

describe('lines whose cells are aligned', () => {
  const tableOf = (...rows: readonly ReturnType<typeof rowOf>[]) => pdfBlocks([linesOf(rows.flat())], []);

  test('are a table, below the row in another font its header', () => {
    const table = tableOf(
      rowOf(
        [
          [72, 'Article'],
          [200, 'Price'],
        ],
        40,
        'bold',
      ),
      rowOf(
        [
          [72, 'Milk hose'],
          [200, '£6.50'],
        ],
        60,
      ),
      rowOf(
        [
          [72, 'Drip tray'],
          [200, '£14.50'],
        ],
        80,
      ),
    );
    expect(table).toEqual([
      { kind: 'table', header: 'Article | Price', rows: ['Milk hose | £6.50', 'Drip tray | £14.50'] },
    ]);
  });

  test('repeat a name that spans rows, but not beyond a row with gaps, such as a total', () => {
    const lefts = [72, 200, 320, 400];
    const row = (top: number, texts: readonly string[], font = 'body') =>
      rowOf(
        texts.flatMap((text, at): [number, string][] => (text === '' ? [] : [[lefts[at] ?? 0, text]])),
        top,
        font,
      );
    const table = tableOf(
      row(40, ['Group', 'Treatment', 'Time', 'Price'], 'bold'),
      row(60, ['Toning', 'Gloss', '1 h', '35 €']),
      row(80, ['', 'Root shadow', '2 h', '49 €']),
      row(100, ['', 'Both', '', '84 €']),
      row(120, ['', 'Cut', '1 h', '42 €']),
    );
    const rows = [
      'Toning | Gloss | 1 h | 35 €',
      'Toning | Root shadow | 2 h | 49 €',
      ' | Both |  | 84 €',
      ' | Cut | 1 h | 42 €',
    ];
    expect(table).toEqual([{ kind: 'table', header: 'Group | Treatment | Time | Price', rows }]);
  });

  test('have cells as near to each other as words, where these begin at a column', () => {
    const near = (top: number, name: string, work: string, price: string) => [
      itemOf(name, 72, top, { hasEOL: false }),
      itemOf(' ', 110, top, { height: 0, hasEOL: false }),
      itemOf(work, 140, top, { width: 96, hasEOL: false }),
      itemOf(' ', 236, top, { height: 0, hasEOL: false }),
      itemOf(price, 240, top),
    ];
    const rows = [...near(60, 'Brakes', 'Change the pads', '25 €'), ...near(80, 'Gears', 'Adjustment', '20 €')];
    const header = rowOf(
      [
        [76, 'Part'],
        [170, 'Work'],
        [240, 'Price'],
      ],
      40,
      'bold',
    );
    expect(pdfBlocks([linesOf([...header, ...rows])], [])).toEqual([
      {
        ...{ kind: 'table', header: 'Part | Work | Price' },
        rows: ['Brakes | Change the pads | 25 €', 'Gears | Adjustment | 20 €'],
      },
    ]);
  });

  test('keep empty cells, wrapped cells, and columns aligned at their right', () => {
    const table = tableOf(
      rowOf(
        [
          [200, 'Low'],
          [300, 'High'],
        ],
        40,
      ),
      rowOf(
        [
          [72, 'Tent'],
          [206, '18'],
          [312, '26'],
        ],
        60,
      ),
      rowOf(
        [
          [72, 'Pod with'],
          [200, '155'],
          [306, '175'],
        ],
        80,
      ),
      rowOf([[72, 'terrace']], 93),
      rowOf(
        [
          [72, 'Chalet'],
          [306, '210'],
        ],
        113,
      ),
    );
    expect(table).toEqual([
      {
        ...{ kind: 'table', header: null },
        rows: [' | Low | High', 'Tent | 18 | 26', 'Pod with terrace | 155 | 175', 'Chalet |  | 210'],
      },
    ]);
  });

  test('may have a centred header, names of groups, and names that begin above their row', () => {
    const table = tableOf(
      rowOf(
        [
          [100, 'Cut'],
          [206, 'Price'],
        ],
        40,
        'bold',
      ),
      rowOf(
        [
          [72, 'Short'],
          [200, 'from 38'],
        ],
        60,
      ),
      rowOf([[72, 'Long, with']], 80),
      rowOf(
        [
          [72, 'a wash'],
          [200, 'from 48'],
        ],
        93,
      ),
      rowOf([[72, 'Children']], 113),
      rowOf(
        [
          [72, 'Boys'],
          [200, 'from 20'],
        ],
        133,
      ),
    );
    expect(table).toEqual([
      {
        ...{ kind: 'table', header: 'Cut | Price' },
        rows: ['Short | from 38', 'Long, with a wash | from 48', 'Children | ', 'Boys | from 20'],
      },
    ]);
  });

  test('go on in the table of the page before', () => {
    const page = (...rows: readonly ReturnType<typeof rowOf>[]) => linesOf(rows.flat());
    const row = (name: string, top: number, font = 'body') =>
      rowOf(
        [
          [72, name],
          [200, 'x'],
          [300, 'y'],
        ],
        top,
        font,
      );
    const first = page(row('Name', 40, 'bold'), row('One', 60));
    for (const header of [[], [row('Name', 20, 'bold')]])
      expect(pdfBlocks([first, page(...header, row('Two', 40), row('Three', 60))], [])).toEqual([
        { kind: 'table', header: 'Name | x | y', rows: ['One | x | y', 'Two | x | y', 'Three | x | y'] },
      ]);
  });

  test('are text when the gaps of justified lines are aligned by chance', () => {
    const blocks = tableOf(
      rowOf(
        [
          [72, 'Administration'],
          [200, 'of'],
        ],
        40,
      ),
      rowOf(
        [
          [72, 'the'],
          [140, 'Controlled'],
          [260, 'Sub-'],
        ],
        54,
      ),
      rowOf(
        [
          [72, 'stances and'],
          [172, 'others'],
        ],
        68,
      ),
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
  });

  test('are list items when the first cell is a mark, and text when columns of a page alternate', () => {
    const items = tableOf(
      rowOf(
        [
          [72, '•'],
          [92, 'One'],
        ],
        40,
      ),
      rowOf(
        [
          [72, '•'],
          [92, 'Two'],
        ],
        60,
      ),
      rowOf(
        [
          [72, '•'],
          [92, 'Three'],
        ],
        80,
      ),
    );
    expect(items.map(({ kind }) => kind)).toEqual(['list-item', 'list-item', 'list-item']);
    const long = 'A line of a column that is long enough';
    const columns = tableOf(
      ...[40, 54, 68].map((top) =>
        rowOf(
          [
            [72, long],
            [360, long],
          ],
          top,
        ),
      ),
    );
    expect(columns.map(({ kind }) => kind)).not.toContain('table');
  });

  test('take what is written below a dish in smaller letters, and end before the next heading', () => {
    const dish = (name: string, price: string, top: number) =>
      rowOf(
        [
          [72, name],
          [300, price],
        ],
        top,
      );
    const note = (text: string, top: number) => [itemOf(text, 72, top, { height: 8 })];
    const blocks = tableOf(
      ...[dish('Carbonara', '12,50', 40), note('egg and cheese', 52), dish('Amatriciana', '11,80', 75)],
      ...[note('tomato', 87), dish('Pesto', '10,90', 110), note('basil', 122)],
      ...[[itemOf('Pizza', 72, 150, { height: 18 })], dish('Margherita', '9,50', 175), dish('Diavola', '12,00', 189)],
    );
    expect(documentText({ blocks })).toBe(
      'Carbonara – egg and cheese | 12,50\nAmatriciana – tomato | 11,80\nPesto – basil | 10,90\n\n# Pizza\n\nMargherita 9,50\nDiavola 12,00',
    );
  });
});
