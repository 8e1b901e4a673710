import { describe, expect, test } from 'vitest';
import type { Block } from '../../../src/text/document.ts';
import { FILLER, mainText, readPage } from './pages.ts';

const blocksOf = (html: string): readonly Block[] =>
  readPage(`<main><h1>Page</h1><p>${FILLER}</p>${html}</main>`).document.blocks.slice(2);

describe('A table of a page', () => {
  test('names each column by all rows of its header', () => {
    const html = `<table>
      <thead><tr><th rowspan="2">Season</th><th colspan="2">Mainland</th><th>Island</th></tr>
      <tr><th>First</th><th>Last</th><th>First</th></tr></thead>
      <tbody><tr><td>Winter</td><td>8:00</td><td>18:00</td><td>8:45</td></tr></tbody></table>`;
    expect(blocksOf(html)).toEqual([
      {
        kind: 'table',
        header: 'Season | Mainland First | Mainland Last | Island First',
        rows: ['Winter | 8:00 | 18:00 | 8:45'],
      },
    ]);
  });

  test('has a header whose corner is empty', () => {
    const html = `<table><tr><td></td><th>Regular</th><th>Reduced</th></tr>
      <tr><th>Museum</th><td>€9</td><td>€6</td></tr></table>`;
    expect(blocksOf(html)).toEqual([{ kind: 'table', header: ' | Regular | Reduced', rows: ['Museum | €9 | €6'] }]);
  });

  test('has a header in bold letters, where no other row is', () => {
    const rows = '<tr><td>Up to 2 years</td><td>1 month</td></tr><tr><td>2 to 5 years</td><td>2 months</td></tr>';
    const header = '<tr><td><p><strong>Service</strong></p></td><td><b>Notice</b></td></tr>';
    expect(blocksOf(`<table>${header}${rows}</table>`)).toEqual([
      { kind: 'table', header: 'Service | Notice', rows: ['Up to 2 years | 1 month', '2 to 5 years | 2 months'] },
    ]);
    const names = '<tr><td><b>Low</b></td><td>£80</td></tr><tr><td><b>High</b></td><td>£99</td></tr>';
    expect(blocksOf(`<table>${names}</table>`)).toMatchObject([{ header: null }]);
    const bold = '<tr><td><b>Low</b></td><td><b>£80</b></td></tr>';
    expect(blocksOf(`<table>${bold}${bold}</table>`)).toMatchObject([{ header: null }]);
  });

  test('may hold a small table in a cell, and is no table when it arranges others', () => {
    const inner = (words: string) => `<table><tr><td>Hall</td>\n<td>${words}</td></tr></table>`;
    const row = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const head = '<tr><th>Group</th><th>Day</th><th>Time</th></tr>';
    const courses = row('Children', 'Monday', '16 to 17') + row('Volleyball', 'Friday', `20 to 22${inner('North')}`);
    expect(blocksOf(`<table>${head}${courses}</table>`)).toEqual([
      {
        kind: 'table',
        header: 'Group | Day | Time',
        rows: ['Children | Monday | 16 to 17', 'Volleyball | Friday | 20 to 22 Hall North'],
      },
    ]);
    const arranged = row('Menu', inner('North ')) + row('Left', inner('South'));
    expect(blocksOf(`<table>${arranged}</table>`)).toContainEqual({ kind: 'paragraph', text: 'Menu' });
    const long = row('a', 'b', 'c') + row('a', 'b', inner('long text '.repeat(40)));
    expect(blocksOf(`<table>${long}</table>`)).not.toHaveLength(1);
  });

  test('repeats a cell in each row and column that it spans', () => {
    const html = `<table><tr><th>Day</th><th>Pool</th><th>Sauna</th></tr>
      <tr><td>Monday</td><td colspan="2">closed</td></tr>
      <tr><td></td><td></td><td></td></tr>
      <tr><td rowspan="2">Tuesday</td><td>8-12</td><td rowspan="0">16-21</td></tr>
      <tr><td>14-20</td></tr></table>`;
    expect(blocksOf(html)).toEqual([
      {
        kind: 'table',
        header: 'Day | Pool | Sauna',
        rows: ['Monday | closed | closed', 'Tuesday | 8-12 | 16-21', 'Tuesday | 14-20 | 16-21'],
      },
    ]);
  });

  test('has its title above it, and parts that are named in a row of their own', () => {
    const html = `<table><tr><th colspan="2">Menu</th></tr><tr><th>Dish</th><th>Price</th></tr>
      <tr><td colspan="2">Soups</td></tr><tr><td>Lentil</td><td>€6</td></tr></table>`;
    expect(blocksOf(html)).toEqual([
      { kind: 'paragraph', text: 'Menu' },
      { kind: 'table', header: 'Dish | Price', rows: ['Soups', 'Lentil | €6'] },
    ]);
  });

  test('has one row as its header where all cells are header cells', () => {
    const html = '<table><tr><th>Name</th><th>Ann</th></tr><tr><th>Town</th><th>Kiel</th></tr></table>';
    expect(blocksOf(html)).toEqual([{ kind: 'table', header: 'Name | Ann', rows: ['Town | Kiel'] }]);
  });

  test.each([
    ['of many columns', '<tr><td colspan="1000">x</td><td>y</td></tr>'.repeat(5_000)],
    ['of many rows', '<tr><td rowspan="65534">x</td><td>y</td></tr>'.repeat(5_000)],
    ['of both', '<tr><td rowspan="65534" colspan="1000">x</td><td>y</td></tr>'.repeat(5_000)],
    ['of long cells', `<tr><td rowspan="100">${'x'.repeat(99)}</td><td>z</td></tr><tr><td>y</td></tr>`.repeat(2_000)],
    ['of no number', '<tr><td rowspan="-3" colspan="many">x</td><td>y</td></tr>'],
  ])('is not multiplied by spans %s', (_, rows) => {
    const [table] = blocksOf(`<table>${rows}</table>`);
    const text = table?.kind === 'table' ? table.rows.join('\n') : '';
    expect(text).toContain('y');
    expect(text.length).toBeLessThan(2 * rows.length + 50_000);
  });

  test('are read from a CSS grid with header cells, as Javadoc has them', () => {
    const cell = (name: string, text: string) => `<div class="${name} even-row-color"><code>${text}</code></div>`;
    const header =
      '<div class="table-header col-first">Field</div><div class="table-header col-last">Description</div>';
    const cells = `${cell('col-first', 'MAX')}${cell('col-last', 'The most lines.')}${cell('col-first', 'MIN')}${cell('col-last', '')}`;
    expect(mainText(`<div class="summary-table">${header}${cells}</div>`)).toBe(
      'Field | Description\nMAX | The most lines.\nMIN |',
    );
    // Not a cell for each column.
    expect(mainText(`<div>${header}${cell('col-first', 'MAX')}</div>`)).not.toContain('|');
    const row = `<div class="table-row">${cell('col-first', 'MAX')}${cell('col-last', 'The most lines.')}</div>`;
    expect(mainText(`<div>${header}${row}${row}</div>`)).not.toContain('MAX The most lines. | MAX');
  });
});
