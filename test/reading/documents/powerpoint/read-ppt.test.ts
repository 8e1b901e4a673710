import { describe, expect, test } from 'vitest';
import { readPpt } from '../../../../src/reading/office-legacy/powerpoint/read-ppt.ts';
import { compoundFileOf } from '../../../support/files/compound-file.ts';
import { pptOf } from '../../../support/files/powerpoint-binary.ts';

const title = (text: string) => ({ kind: 0, text });
const body = (text: string) => ({ kind: 1, text });
const other = (text: string) => ({ kind: 4, text });

describe('a presentation of PowerPoint 97 to 2003', () => {
  test('is read slide by slide: titles as headings, points as lists, text boxes as paragraphs', () => {
    const slides = [
      {
        shapes: [
          other('A box before'),
          title('Opening\u000bhours'),
          body('At nine\rУтром'),
          other('A box\u000bof two lines'),
        ],
      },
      { shapes: [title('#0'), body('#1')], outline: [title('Outlined'), body('A single point')] },
      { shapes: [other('Without a title')] },
    ];
    expect(readPpt(pptOf(slides)).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'Opening hours' },
      { kind: 'paragraph', text: 'A box before' },
      { kind: 'list-item', depth: 0, marker: '-', text: 'At nine' },
      { kind: 'list-item', depth: 0, marker: '-', text: 'Утром' },
      { kind: 'paragraph', text: 'A box\nof two lines' },
      { kind: 'heading', level: 1, text: 'Outlined' },
      { kind: 'paragraph', text: 'A single point' },
      { kind: 'heading', level: 1, text: 'Slide 3' },
      { kind: 'paragraph', text: 'Without a title' },
    ]);
  });

  test('keeps the notes of its speaker with their slide, and leaves out numbers of slides', () => {
    const slides = [
      { shapes: [title('One'), { kind: 4, text: '1', placeholder: 8 }], notes: 'Say hello\rSmile' },
      { shapes: [title('Two')] },
      { shapes: [title('Three')], notes: 'Say goodbye' },
    ];
    expect(readPpt(pptOf(slides)).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'heading', level: 2, text: 'Notes' },
      { kind: 'paragraph', text: 'Say hello' },
      { kind: 'paragraph', text: 'Smile' },
      { kind: 'heading', level: 1, text: 'Two' },
      { kind: 'heading', level: 1, text: 'Three' },
      { kind: 'heading', level: 2, text: 'Notes' },
      { kind: 'paragraph', text: 'Say goodbye' },
    ]);
  });

  test('leaves out slides that the show hides, but for a presentation of nothing else', () => {
    const slides = [{ shapes: [title('Prices')] }, { shapes: [title('Last year')], isHidden: true }];
    const heading = (text: string) => ({ kind: 'heading', level: 1, text });
    expect(readPpt(pptOf(slides)).blocks).toEqual([heading('Prices')]);
    expect(readPpt(pptOf(slides.slice(1))).blocks).toEqual([heading('Last year')]);
  });

  test('keeps tables as rows, by where their cells stand', () => {
    const cell = (text: string, left: number, top: number) => ({ kind: 4, text, at: [left, top] as const });
    const table = [cell('99', 50, 0), cell('Anvil', 0, 0), cell('Bell', 0, 20), cell('5', 50, 20)];
    expect(readPpt(pptOf([{ shapes: [title('Prices')], table }])).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'Prices' },
      { kind: 'table', header: null, rows: ['Anvil | 99', 'Bell | 5'] },
    ]);
  });

  test('says a foot once, where it first appears', () => {
    const slides = ['One', 'Two'].map((text) => ({ shapes: [title(text)], foot: 'Anvils Ltd' }));
    expect(readPpt(pptOf(slides)).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'paragraph', text: 'Anvils Ltd' },
      { kind: 'heading', level: 1, text: 'Two' },
    ]);
  });

  test('gives a slide once that its list names by many numbers', () => {
    const again = Array.from({ length: 500 }, () => ({ shapes: [], isSameRecord: true }));
    expect(readPpt(pptOf([{ shapes: [title('One'), other('Text')] }, ...again])).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'paragraph', text: 'Text' },
    ]);
  });

  test('of a table in one row costs as much more as it has more cells', () => {
    const cpuOf = (cells: number) => {
      const table = Array.from({ length: cells }, (_, left) => ({ kind: 4, text: 'c', at: [left, 0] as const }));
      const bytes = pptOf([{ shapes: [], table }]);
      const began = process.cpuUsage();
      readPpt(bytes);
      return process.cpuUsage(began).user;
    };
    const few = Math.min(...[1, 2, 3].map(() => cpuOf(10_000)));
    // Were the row copied for each cell, it would be forty times.
    expect(cpuOf(60_000) / few).toBeLessThan(20);
  });

  test.each([
    ['with a password', pptOf([{ shapes: [title('x')] }], { encrypted: true }), 'The document is password-protected'],
    [
      'of an older version',
      compoundFileOf({ PP40: Buffer.alloc(5_000) }),
      'Presentations older than PowerPoint 97 cannot be read: save it as .pptx',
    ],
    [
      'of PowerPoint 95',
      compoundFileOf({ 'PowerPoint Document': Buffer.alloc(5_000), 'Current User': Buffer.from('\x03\0\0\0Ann') }),
      'Presentations older than PowerPoint 97 cannot be read: save it as .pptx',
    ],
    [
      'that is a Word document',
      compoundFileOf({ WordDocument: Buffer.alloc(5_000) }),
      'The content of the file is not what its name says: it is not a .ppt file',
    ],
    [
      'without its saves',
      compoundFileOf({ 'PowerPoint Document': Buffer.alloc(5_000) }),
      'The document is damaged: its last save cannot be found',
    ],
  ])('%s says so', (_what, bytes, reason) => {
    expect(() => readPpt(bytes)).toThrow(reason);
  });
});
