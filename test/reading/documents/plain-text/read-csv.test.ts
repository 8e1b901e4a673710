import { describe, expect, test, vi } from 'vitest';
import { readCsv } from '../../../../src/reading/documents/plain-text/read-csv.ts';

const tableOf = (text: string | Uint8Array) => {
  const [block] = readCsv(typeof text === 'string' ? Buffer.from(text) : text).blocks;
  return block?.kind === 'table' ? [block.header, ...block.rows] : null;
};

describe('a CSV file', () => {
  test('is not read when one of its rows is longer than any row', () => {
    expect(() => tableOf(`a,b\n1,2\n${'xx,'.repeat(2_500_000)}`)).toThrow('One of its rows is too long to be read');
  });

  test('whose quote never closes keeps its rows, however many follow', () => {
    const rows = tableOf(`a,b\n"1,2\n${'33,44\n'.repeat(800_000)}`);
    expect(rows).toHaveLength(800_002);
    expect(rows?.slice(0, 3)).toEqual(['a | b', '"1 | 2', '33 | 44']);
  });

  test('of rows of all lengths is read without stack traces, which would cost more than the rows', () => {
    const limits: number[] = [];
    const { captureStackTrace, stackTraceLimit } = Error;
    const traced = vi.spyOn(Error, 'captureStackTrace').mockImplementation((...given) => {
      limits.push(Error.stackTraceLimit);
      captureStackTrace(...given);
    });
    expect(tableOf(`a,b\n${'1\n1,2,3\n'.repeat(100)}`)).toHaveLength(201);
    traced.mockRestore();
    expect([...new Set(limits), Error.stackTraceLimit]).toEqual([0, stackTraceLimit]);
  });

  test('of more rows than a document may have is refused', () => {
    expect(() => tableOf(`a\n${'1\n'.repeat(1_100_000)}`)).toThrow(
      'There are more than 1,000,000 paragraphs or rows in it',
    );
  });

  test.each([
    ['commas', 'a,b,c\n1,2,3\n'],
    ['semicolons', 'a;b;c\n1;2;3\n'],
    ['tabs', 'a\tb\tc\n1\t2\t3\n'],
    ['bars', 'a|b|c\n1|2|3\n'],
    ['CRLF', 'a,b,c\r\n1,2,3\r\n'],
    ['CR', 'a,b,c\r1,2,3\r'],
    ['a byte order mark', '\ufeffa,b,c\n1,2,3'],
    ["Excel's own line", 'sep=;\r\na;b;c\r\n1;2;3'],
    ['empty lines', '\n\na,b,c\n\n1,2,3\n\n'],
  ])('with %s is a header and rows', (_what, text) => {
    expect(tableOf(text)).toEqual(['a | b | c', '1 | 2 | 3']);
  });

  test('with decimal commas is divided at semicolons', () => {
    expect(tableOf('name;price\nAnvil, big;99,50\nBell;5,00\n')).toEqual([
      'name | price',
      'Anvil, big | 99,50',
      'Bell | 5,00',
    ]);
  });

  test('with quoted delimiters, quotes and line breaks keeps cells whole', () => {
    expect(tableOf('a,b\n"1, one","say ""hi""\nthere"\n')).toEqual(['a | b', '1, one | say "hi" there']);
  });

  test('with quotes that mean inches, or that never close, loses nothing', () => {
    expect(tableOf('size,name\n5" pipe,Pipe\n"6"" rod",Rod\n')).toEqual([
      'size | name',
      '5" pipe | Pipe',
      '6" rod | Rod',
    ]);
    const broken = tableOf('size,name\n"5 pipe,Pipe\n6 rod,Rod\n');
    expect(broken?.join(' ')).toContain('5 pipe');
    expect(broken?.join(' ')).toContain('Rod');
  });

  test('with rows of different lengths keeps them all', () => {
    expect(tableOf('a,b\n1\n1,2,3\n,,\n')).toEqual(['a | b', '1', '1 | 2 | 3']);
  });

  test('with very many columns names each cell, since its header is too long to be repeated', () => {
    const names = Array.from({ length: 100 }, (_, index) => `column ${index}`);
    const cells = names.map((_, index) => (index % 2 === 0 ? `value ${index}` : ''));
    const [header, row] = tableOf(`${names.join(',')}\n${cells.join(',')}\n`) ?? [];
    expect(header).toBeNull();
    expect(row?.startsWith('column 0: value 0 | column 2: value 2 | ')).toBe(true);
  });

  test('of one column, or of one row, is a table as well', () => {
    expect(tableOf('name\nAnvil\nBell\n')).toEqual(['name', 'Anvil', 'Bell']);
    expect(tableOf('name,price')).toEqual(['name | price']);
  });

  test.each([
    ['prices', 'Oak table,249.90,3 weeks\nPine chair,59.00,5 days\n', 'Oak table | 249.90 | 3 weeks'],
    ['currencies', 'Espresso;2,20 €\nMocha;3,90 €\n', 'Espresso | 2,20 €'],
    ['addresses', 'Anna,anna@site.example\nBen,ben@site.example\n', 'Anna | anna@site.example'],
    ['telephone numbers', 'Anna,030 5550 12\nBen,030 5550 13\n', 'Anna | 030 5550 12'],
  ])('without a header has its first record as a row: %s', (_what, text, first) => {
    expect(tableOf(text)?.slice(0, 2)).toEqual([null, first]);
  });

  test.each([
    ['years', 'Model,2024,2025\nBike,350,420\n'],
    ['sizes', 'Size,36,38\nChest,84,88\n'],
    ['units', 'Room,Price (€),from 1.5\nAttic,49 €,2.5\n'],
    ['times in even steps', 'Stop,08:00,08:30,09:00\nStation,08:05,08:35,09:05\n'],
    ['ranges in even steps', 'EU size,36-37,38-39,40-41\nFoot in cm,23-24,24-25,25-26\n'],
    ['an empty corner', ',08:00,17:00\nMonday,08:15,16:45\n'],
  ])('with %s in its header keeps it', (_what, text) => {
    expect(tableOf(text)?.[0]).not.toBeNull();
  });

  test.each([
    [
      'of hours',
      'Monday,09:00-12:00; 14:00-18:00\nTuesday,10:00-12:00; 14:00-17:00\n',
      'Monday | 09:00-12:00; 14:00-18:00',
    ],
    ['of choices', 'Shirt,19.90,S|M\nHat,9.90,M|L\n', 'Shirt | 19.90 | S|M'],
  ])('is divided by its commas, also with other marks in the cells: %s', (_what, text, first) => {
    expect(tableOf(text)?.[1]).toBe(first);
  });

  test.each([
    ['figures alone', '1,5;2,5;3,5\n2,5;3,5;4,5\n', '1,5 | 2,5 | 3,5'],
    ['several prices', 'Tea;2,20;0,3 l;1,10\nMocha;2,50;0,2 l;1,20\n', 'Tea | 2,20 | 0,3 l | 1,10'],
  ])('with decimal commas is divided by its semicolons: %s', (_what, text, first) => {
    expect(tableOf(text)?.[1]).toBe(first);
  });

  test('of whole numbers between commas is divided by them', () => {
    expect(tableOf('1,2,3\n4,5,6;\n')).toEqual(['1 | 2 | 3', '4 | 5 | 6;']);
  });

  test('has the titles above its header as text', () => {
    const { blocks } = readCsv(Buffer.from('Prices 2026;;\r\n;;\r\nArticle;Price;Stock\r\nChair;12 €;4\r\n'));
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Prices 2026' },
      { kind: 'table', header: 'Article | Price | Stock', rows: ['Chair | 12 € | 4'] },
    ]);
  });
});
