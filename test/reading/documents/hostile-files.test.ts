import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../src/reading/documents/read-document.ts';
import { CompoundFile } from '../../../src/reading/office-legacy/compound-file/compound-file.ts';
import { Unreadable } from '../../../src/reading/unreadable.ts';
import { contentLength } from '../../../src/text/document.ts';
import { compoundFileOf } from '../../support/files/compound-file.ts';
import { docxOf, wordParagraph } from '../../support/files/documents.ts';
import { pptOf } from '../../support/files/powerpoint-binary.ts';
import { placeholder, pptxOf, shape, textParagraph, titleShape } from '../../support/files/presentation.ts';
import { docOf, IN_TABLE, listItem, ROW_END } from '../../support/files/word-binary.ts';

const doc = docOf({
  paragraphs: [
    { text: 'Heading', style: 1 },
    { text: 'A \u0013 LINK \u0014link\u0015 in some text – that is long enough. '.repeat(20) },
    { text: 'Item', modifiers: listItem(1, 0) },
    { text: 'Cell', end: '\u0007', modifiers: IN_TABLE },
    { text: '', end: '\u0007', modifiers: ROW_END },
    { text: 'Hidden', characters: [0x3c, 0x08, 1] },
  ],
  footnotes: [{ text: 'A note' }],
  lists: [['number', 'bullet']],
});
const ppt = pptOf([
  {
    shapes: [
      { kind: 0, text: '#0' },
      { kind: 1, text: 'One\rTwo\rТри' },
    ],
    table: [{ kind: 4, text: 'Cell', at: [0, 0] }],
    outline: [{ kind: 0, text: 'Title' }],
    notes: 'Say hello',
    foot: 'Foot',
  },
  { shapes: [{ kind: 4, text: 'Text' }] },
]);
const pptx = pptxOf([
  {
    shapes: titleShape('One') + shape(textParagraph('Text')),
    notes: shape(textParagraph('Note'), placeholder('body')),
  },
]);
const docx = docxOf(wordParagraph('Heading', 'Heading1') + wordParagraph('Text'));

/** Far more than any of these small files takes to read, and far less than what runs away. */
const MOST_MS = 2_000;

/** Edits that lie about lengths, places and counts. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc.constantFrom(
      [0xff, 0xff, 0xff, 0xff],
      [0xff, 0xff, 0xff, 0x7f],
      [0, 0, 0, 0x80],
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [0xfe, 0xff, 0xff, 0xff],
    ),
  ),
});

function edited(
  bytes: Uint8Array,
  edits: readonly { at: number; bytes: ArrayLike<number> }[],
  cut: number,
): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const { at, bytes: put } of edits) {
    const start = Math.floor(at * copy.length);
    for (let index = 0; index < put.length && start + index < copy.length; index += 1)
      copy[start + index] = put[index] ?? 0;
  }
  return copy.subarray(0, Math.ceil(copy.length * cut));
}

describe('a file that lies about itself', () => {
  test.each([
    ['a.doc', doc],
    ['a.ppt', ppt],
    ['a.pptx', pptx],
    ['a.docx', docx],
  ])('is read in part or gives a reason, whatever the lie: %s', async (name, bytes) => {
    await expect(readDocument(name, bytes)).resolves.toMatchObject({ title: 'a' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
        async (edits, cut) => {
          const began = performance.now();
          try {
            const document = await readDocument(name, edited(bytes, edits, cut));
            // The text is never many times longer than the file could hold.
            expect(contentLength(document)).toBeLessThan(bytes.length * 4);
          } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
            expect(error.message).not.toBe('');
          }
          expect(performance.now() - began).toBeLessThan(MOST_MS);
        },
      ),
      {
        numRuns: name === 'a.docx' ? 100 : 600,
        // A zip whose first entry has junk behind its compressed stream.
        examples: [[[{ at: 0.0089179548156956, bytes: [0xff, 0xff, 0xff, 0xff] }], 1]],
      },
    );
  });
});

describe('a container', () => {
  const content = Buffer.alloc(20_000, 'content ');
  const whole = Buffer.from(compoundFileOf({ Big: content, Small: Buffer.from('a small stream') }));
  const fatAt = (whole.readUInt32LE(76) + 1) * 512;
  const directoryAt = (whole.readUInt32LE(48) + 1) * 512;
  const lying = (lie: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole);
    lie(bytes);
    return bytes;
  };

  test('gives its streams, large and small, by name', () => {
    const file = new CompoundFile(whole);
    expect(file.stream('big')?.equals(content)).toBe(true);
    expect(file.stream('Small')?.toString()).toBe('a small stream');
    expect(file.stream('Other')).toBeNull();
  });

  test('whose sectors are chained in circles gives no more than its size', () => {
    const file = new CompoundFile(
      lying((bytes) => {
        for (let sector = 0; sector < 128; sector += 1) bytes.writeUInt32LE(sector, fatAt + sector * 4);
      }),
    );
    expect(file.stream('Big')?.length ?? 0).toBeLessThanOrEqual(content.length);
  });

  test('whose entries claim to be endless gives no more than there is', () => {
    const file = new CompoundFile(
      lying((bytes) => {
        for (let entry = 1; entry < 4; entry += 1) bytes.writeUInt32LE(0xffffffff, directoryAt + entry * 128 + 120);
      }),
    );
    expect(file.stream('Big')?.length ?? 0).toBeLessThanOrEqual(whole.length);
  });

  test('whose entries point at one another in circles ends', () => {
    const file = new CompoundFile(
      lying((bytes) => {
        for (let entry = 0; entry < 4; entry += 1) {
          for (const link of [68, 72, 76]) bytes.writeUInt32LE(1, directoryAt + entry * 128 + link);
        }
      }),
    );
    expect(file.stream('Other')).toBeNull();
  });

  test('whose list of tables is a circle ends', () => {
    expect(() => {
      new CompoundFile(
        lying((bytes) => {
          bytes.writeUInt32LE(0, 68);
          bytes.writeUInt32LE(1_000_000, 72);
          bytes.writeUInt32LE(0, 512 + 508);
        }),
      );
    }).not.toThrow(RangeError);
  });
});
