import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readDoc } from '../../../../src/reading/office-legacy/word/read-doc.ts';
import { readStyles } from '../../../../src/reading/office-legacy/word/styles.ts';
import { openWordFile } from '../../../../src/reading/office-legacy/word/word-file.ts';
import { documentText } from '../../../../src/text/document.ts';
import { docOf, IN_TABLE, listItem, oldDocOf, ROW_END } from '../../../support/files/word-binary.ts';

const cell = (text: string) => ({ text, end: '\u0007', modifiers: IN_TABLE });
const rowEnd = { text: '', end: '\u0007', modifiers: ROW_END };

describe('a Word document of 97 to 2003', () => {
  test('is read in pieces, with its headings, whatever their style is called', () => {
    const paragraphs = [
      { text: 'Opening', style: 1 },
      { text: 'We open at nine – every day.' },
      { text: 'Holidays', style: 2 },
      { text: 'Closed.' },
      { text: 'Made from a heading', style: 3 },
      { text: 'Outlined', modifiers: [0x40, 0x26, 2] },
    ];
    expect(readDoc(docOf({ paragraphs })).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'Opening' },
      { kind: 'paragraph', text: 'We open at nine – every day.' },
      { kind: 'heading', level: 2, text: 'Holidays' },
      { kind: 'paragraph', text: 'Closed.' },
      { kind: 'heading', level: 2, text: 'Made from a heading' },
      { kind: 'heading', level: 3, text: 'Outlined' },
    ]);
  });

  test('keeps its tables as rows, and what only arranges the page as paragraphs', () => {
    const paragraphs = [
      { text: 'Before' },
      cell('Anvil'),
      cell('99'),
      rowEnd,
      { text: 'Bell', modifiers: IN_TABLE },
      cell('of brass'),
      cell('5'),
      rowEnd,
      { text: 'Between' },
      cell('Alone'),
      rowEnd,
    ];
    expect(readDoc(docOf({ paragraphs })).blocks).toEqual([
      { kind: 'paragraph', text: 'Before' },
      { kind: 'table', header: null, rows: ['Anvil | 99', 'Bell of brass | 5'] },
      { kind: 'paragraph', text: 'Between' },
      { kind: 'paragraph', text: 'Alone' },
    ]);
  });

  test('has tables that its author made with tabs', () => {
    const lines = ['Service\tTime\tPrice', 'Bridal\t4 hours\t320', 'Trial\t1 hour\t90', 'Monday\tclosed'];
    expect(readDoc(docOf({ paragraphs: lines.map((text) => ({ text })) })).blocks).toEqual([
      { kind: 'table', header: 'Service | Time | Price', rows: ['Bridal | 4 hours | 320', 'Trial | 1 hour | 90'] },
      { kind: 'paragraph', text: 'Monday closed' },
    ]);
  });

  test('says the header of a table when a row is marked as such', () => {
    const header = { ...rowEnd, modifiers: [...ROW_END, 0x04, 0x34, 1] };
    const paragraphs = [cell('Name'), cell('Price'), header, cell('Bell'), cell('5'), rowEnd];
    expect(readDoc(docOf({ paragraphs })).blocks).toEqual([
      { kind: 'table', header: 'Name | Price', rows: ['Bell | 5'] },
    ]);
  });

  test('counts its lists as Word does', () => {
    const item = (text: string, list: number, level = 0) => ({ text, modifiers: listItem(list, level) });
    const paragraphs = [item('One', 1), item('Under', 1, 1), item('Two', 1), item('Under again', 1, 1), item('Dot', 2)];
    const lists = [['number', 'number'], ['bullet']] as const;
    const blocks = readDoc(docOf({ paragraphs, lists })).blocks;
    expect(
      blocks.map((block) => (block.kind === 'list-item' ? `${block.depth} ${block.marker} ${block.text}` : '')),
    ).toEqual(['0 1. One', '1 1. Under', '0 2. Two', '1 1. Under again', '0 - Dot']);
  });

  test('counts in letters, Roman numbers and numbers of several levels', () => {
    const lists = [
      [
        { code: 1, text: '\0.', start: 4 },
        { code: 0, text: '\0.\x01' },
        { code: 4, text: '\x02)' },
      ],
    ];
    const item = (text: string, level: number) => ({ text, modifiers: listItem(1, level) });
    const paragraphs = [item('Scope', 0), item('General', 1), item('first', 2), item('second', 2), item('Price', 0)];
    expect(documentText(readDoc(docOf({ paragraphs, lists })))).toBe(
      '- IV. Scope\n  - IV.1 General\n    - a) first\n    - b) second\n- V. Price',
    );
  });

  test('keeps the numbers of its headings, and of paragraphs in tables', () => {
    const lists = [
      [
        { code: 0, text: '\0' },
        { code: 0, text: '\0.\x01' },
      ],
    ];
    const at = (level: number) => listItem(1, level);
    const paragraphs = [
      { text: 'Terms', style: 1, modifiers: at(0) },
      { text: 'Payment', style: 2, modifiers: at(1) },
      { text: 'Warranty', style: 2, modifiers: at(1) },
      { text: 'Two years', end: '\u0007', modifiers: [...IN_TABLE, ...at(0)] },
      cell('free'),
      rowEnd,
    ];
    expect(documentText(readDoc(docOf({ paragraphs, lists })))).toBe(
      '# 1 Terms\n\n## 1.1 Payment\n\n## 1.2 Warranty\n\n2 Two years | free',
    );
  });

  test('shows what fields result in, not how they are made, and no marks', () => {
    const paragraphs = [
      { text: 'See \u0013 HYPERLINK "http://x" \u0014our \u0013 PAGE \u00147\u0015 pages\u0015 now\u0002\u0001.' },
      { text: '\u0013 INDEX' },
      { text: 'Not lost, co\u001foperate\u001eevenly,\u000bnext line' },
    ];
    expect(readDoc(docOf({ paragraphs })).blocks).toEqual([
      { kind: 'paragraph', text: 'See our 7 pages now.' },
      { kind: 'paragraph', text: 'Not lost, cooperate-evenly,\nnext line' },
    ]);
  });

  test('reads foot notes behind the text', () => {
    const blocks = readDoc(docOf({ paragraphs: [{ text: 'Text' }], footnotes: [{ text: '\u0002 A note' }] })).blocks;
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Text' },
      { kind: 'paragraph', text: 'A note' },
    ]);
  });

  test('reads text boxes of headers behind the text', () => {
    const paragraphs = [{ text: 'Text' }];
    const blocks = readDoc(
      docOf({ paragraphs, footnotes: [{ text: 'A note' }], headerTextBoxes: [{ text: 'Ring twice' }] }),
    );
    expect(blocks.blocks.map((block) => 'text' in block && block.text)).toEqual(['Text', 'Ring twice', 'A note']);
  });

  test('keeps back what was deleted with changes tracked, and what is hidden', () => {
    const paragraphs = [
      { text: 'Kept' },
      { text: 'Deleted', characters: [0x00, 0x08, 1] },
      { text: 'Hidden', characters: [0x3c, 0x08, 1] },
      { text: 'Not hidden', characters: [0x3c, 0x08, 0] },
    ];
    expect(readDoc(docOf({ paragraphs })).blocks).toEqual([
      { kind: 'paragraph', text: 'Kept' },
      { kind: 'paragraph', text: 'Not hidden' },
    ]);
  });

  test('whose style repeats a property has its last value, once', () => {
    const paragraphs = [{ text: 'Heading' }];
    const levels = Array.from({ length: 20_000 }, (_, index) => [0x40, 0x26, index === 19_999 ? 2 : 9]);
    const bytes = docOf({ paragraphs, styleModifiers: levels.flat() });
    expect(readDoc(bytes).blocks).toEqual([{ kind: 'heading', level: 3, text: 'Heading' }]);
    expect(readStyles(openWordFile(bytes))[0]?.modifiers).toEqual([{ property: 'outlineLevel', value: 2 }]);
  });

  test('of more paragraphs than a document may have is refused, also of empty ones', () => {
    expect(() => readDoc(docOf({ paragraphs: [{ text: '' }, { text: '\r'.repeat(1_000_000) }] }))).toThrow(
      'There are more than 1,000,000 paragraphs or rows in it',
    );
  });

  test('with a password says so', () => {
    expect(() => readDoc(docOf({ paragraphs: [{ text: 'Secret' }], encrypted: true }))).toThrow(
      'The document is password-protected',
    );
  });
});

describe('a document of Word 6 or 95', () => {
  test.each([
    ['Western letters', 'windows-1252', 0x0409, 'Café – “Zoë”'],
    ['Cyrillic letters', 'windows-1251', 0x0419, 'Мы открываем в девять'],
    ['Japanese in two bytes', 'cp932', 0x0411, '九時に開店します'],
    ['Chinese in two bytes', 'cp936', 0x0804, '我们九点开门'],
    ['Russian by an English installation', 'windows-1251', 0x0409, 'Мы предлагаем со склада в Москве вина'],
    ['French by an English installation', 'windows-1252', 0x0409, 'À l’été, la forêt s’élève — déjà « là »'],
  ])('is read in %s', (_what, charset, language, text) => {
    const { blocks } = readDoc(oldDocOf(iconv.encode(`${text}\r2\r`, charset), language));
    expect(blocks).toEqual([
      { kind: 'paragraph', text },
      { kind: 'paragraph', text: '2' },
    ]);
  });
});
