import { describe, expect, test } from 'vitest';
import { textBlocks } from '../../../../src/reading/documents/plain-text/text-blocks.ts';
import { documentText } from '../../../../src/text/document.ts';

describe('plain text', () => {
  test('is divided into paragraphs at blank lines, whatever ends its lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(textBlocks(`One${end}still one${end}${end}${end}Two${end}`)).toEqual([
        { kind: 'paragraph', text: 'One\nstill one' },
        { kind: 'paragraph', text: 'Two' },
      ]);
    }
  });

  test('written the Markdown way keeps its structure', () => {
    const text = `# Guide

Intro.

## Steps ##
1. First
   goes on
2. Second
  - Nested

| Name | Price |
|------|------:|
| Bell | 5 |

\`\`\`
# not a heading
- not an item
\`\`\`
After.`;
    expect(textBlocks(text)).toEqual([
      { kind: 'heading', level: 1, text: 'Guide' },
      { kind: 'paragraph', text: 'Intro.' },
      { kind: 'heading', level: 2, text: 'Steps' },
      { kind: 'list-item', depth: 0, marker: '1.', text: 'First\ngoes on' },
      { kind: 'list-item', depth: 0, marker: '2.', text: 'Second' },
      { kind: 'list-item', depth: 1, marker: '-', text: 'Nested' },
      { kind: 'table', header: 'Name | Price', rows: ['Bell | 5'] },
      { kind: 'code', text: '# not a heading\n- not an item' },
      { kind: 'paragraph', text: 'After.' },
    ]);
  });

  test('without marks has headings in capitals or underlined, and rows whose dots lead to a value', () => {
    const text = `Riverside Campsite
==================
PRICES PER NIGHT:
Adults .......... 7.50 EUR
Dogs . . . . . . 3.00 EUR

Rules
-----
Quiet from 10 pm.

THE SOFTWARE IS PROVIDED AS IT IS
AND WITHOUT ANY WARRANTY

Introduction ........ 12
PDF AND TXT FILES ARE READ.

LAST LINE`;
    expect(textBlocks(text)).toEqual([
      { kind: 'heading', level: 1, text: 'Riverside Campsite' },
      { kind: 'heading', level: 2, text: 'PRICES PER NIGHT' },
      { kind: 'list-item', depth: 0, marker: '-', text: 'Adults: 7.50 EUR' },
      { kind: 'list-item', depth: 0, marker: '-', text: 'Dogs: 3.00 EUR' },
      { kind: 'heading', level: 2, text: 'Rules' },
      { kind: 'paragraph', text: 'Quiet from 10 pm.' },
      { kind: 'paragraph', text: 'THE SOFTWARE IS PROVIDED AS IT IS\nAND WITHOUT ANY WARRANTY' },
      { kind: 'paragraph', text: 'Introduction ........ 12\nPDF AND TXT FILES ARE READ.' },
      { kind: 'heading', level: 2, text: 'LAST LINE' },
    ]);
  });

  test('has numbered headings, beside numbered lists, tables of contents, quantities and times', () => {
    const text = `1. SAFETY
2. MAKING COFFEE
2.1 Espresso
2.2 Milk foam

1. SAFETY
Unplug before cleaning.

2. MAKING COFFEE
2.1 Espresso
Press the small cup.
1. Grind
2. Brew

2.2 Milk foam

Use cold milk.

1.5 Litres of water
9.30 Welcome
10.15 Talks`;
    expect(textBlocks(text)).toEqual([
      { kind: 'list-item', depth: 0, marker: '1.', text: 'SAFETY' },
      { kind: 'list-item', depth: 0, marker: '2.', text: 'MAKING COFFEE' },
      { kind: 'paragraph', text: '2.1 Espresso\n2.2 Milk foam' },
      { kind: 'heading', level: 2, text: '1. SAFETY' },
      { kind: 'paragraph', text: 'Unplug before cleaning.' },
      { kind: 'heading', level: 2, text: '2. MAKING COFFEE' },
      { kind: 'heading', level: 3, text: '2.1 Espresso' },
      { kind: 'paragraph', text: 'Press the small cup.' },
      { kind: 'list-item', depth: 0, marker: '1.', text: 'Grind' },
      { kind: 'list-item', depth: 0, marker: '2.', text: 'Brew' },
      { kind: 'heading', level: 3, text: '2.2 Milk foam' },
      { kind: 'paragraph', text: 'Use cold milk.' },
      { kind: 'paragraph', text: '1.5 Litres of water\n9.30 Welcome\n10.15 Talks' },
    ]);
  });

  test('is read before the time limit of a test, whatever its dots lead to', () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, at) => `x${['.', '_', '. '][at % 3]?.repeat(850)}${'a'.repeat(150)}`,
    );
    expect(textBlocks(lines.join('\n'))).toHaveLength(1);
  });

  test('loses nothing to a fence that never closes, or to marks that mean something else', () => {
    expect(documentText({ blocks: textBlocks('```\nkept') })).toBe('kept');
    expect(documentText({ blocks: textBlocks('#hashtag\n-5 degrees\n*') })).toBe('#hashtag\n-5 degrees\n*');
  });

  test('keeps every line of a fence that never closes, however many they are', () => {
    const lines = 'x\n'.repeat(900_000);
    expect(textBlocks(`\`\`\`\n${lines}`)).toEqual([{ kind: 'paragraph', text: lines.trimEnd() }]);
  });

  test('keeps a fence that closes as it stands, also beyond what is put together at once', () => {
    const code = Array.from({ length: 9_000 }, (_, line) => `${'  '.repeat(line % 3)}line ${line}`).join('\n');
    expect(textBlocks(`\`\`\`\n${code}\n\`\`\``)).toEqual([{ kind: 'code', text: code }]);
  });

  test('is one line again where it was only wrapped, and stays apart where it was broken on purpose', () => {
    const wrapped = 'An append answers once its commit is on disk; everything else is derived';
    expect(textBlocks(`${wrapped}\nfrom the log.`)).toEqual([{ kind: 'paragraph', text: `${wrapped} from the log.` }]);
    expect(textBlocks('12 High Street\nSpringfield')).toEqual([
      { kind: 'paragraph', text: '12 High Street\nSpringfield' },
    ]);
    const chinese = '中'.repeat(60);
    expect(textBlocks(`${chinese}\n文`)).toEqual([{ kind: 'paragraph', text: `${chinese}文` }]);
  });

  test('whose sections are numbered has their titles as headings, and steps of instructions as a list', () => {
    const section = (title: string) =>
      `${title}\n\n${'The hall may be hired by anyone who lives in the parish. '.repeat(3)}`;
    const headings = (text: string) =>
      textBlocks(text).flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
    const titles = ['1. The rooms', '2. How to book', '3. Is there parking?'];
    expect(headings(titles.map(section).join('\n\n'))).toEqual(titles);
    expect(headings(['1. The rooms', '3. How to book'].map(section).join('\n\n'))).toEqual([]);
    expect(headings('1. Grind\n\nTen seconds.\n\n2. Brew\n\nHalf a minute.\n\n3. Serve\n\nHot.')).toEqual([]);
  });

  test('has the rows of two columns that spaces set apart as items, however long they are', () => {
    const long = 'Wedding package, the whole building (Friday 4pm to Sunday noon)';
    const text = `Main Hall, per hour\nMonday to Thursday    £18\n${long}  £640\nKitchen:   £20`;
    expect(textBlocks(text)).toEqual([
      { kind: 'paragraph', text: 'Main Hall, per hour' },
      { kind: 'list-item', depth: 0, marker: '-', text: 'Monday to Thursday: £18' },
      { kind: 'list-item', depth: 0, marker: '-', text: `${long}: £640` },
      { kind: 'list-item', depth: 0, marker: '-', text: 'Kitchen: £20' },
    ]);
    const typed = 'It rained.  We left.\nIt cleared.  We stayed.\nIt snowed.  We sang.';
    expect(textBlocks(typed)).toEqual([{ kind: 'paragraph', text: typed }]);
  });

  test('is one line again where the next word, such as an address, was too long for it', () => {
    expect(textBlocks('Please write to Mrs Avery, who keeps the calendar, at\nbookings@hall.example.')).toEqual([
      { kind: 'paragraph', text: 'Please write to Mrs Avery, who keeps the calendar, at bookings@hall.example.' },
    ]);
  });

  test('goes on with a list item where the next line is indented', () => {
    const item = 'Deleting a chatbot deletes its key: what the log holds of it is noise';
    expect(textBlocks(`- ${item}\n  from then on.\n- next`)).toEqual([
      { kind: 'list-item', depth: 0, marker: '-', text: `${item} from then on.` },
      { kind: 'list-item', depth: 0, marker: '-', text: 'next' },
    ]);
  });
});
