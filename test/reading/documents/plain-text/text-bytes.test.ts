import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../../src/reading/decoding/decode-text.ts';
import { readDocument } from '../../../../src/reading/documents/read-document.ts';
import { documentText } from '../../../../src/text/document.ts';
import { compoundFileOf } from '../../../support/files/compound-file.ts';
import { docOf } from '../../../support/files/word-binary.ts';

const textOf = async (fileName: string, bytes: Buffer) => documentText(await readDocument(fileName, bytes));
const line = 'The shop is open from nine to five, and on Sundays by appointment.\n';

describe('a file of text', () => {
  test('with stray zero bytes is read without them', async () => {
    for (const places of [[5], [5, 66, 131, 200, 333]]) {
      const bytes = Buffer.from(line.repeat(20));
      for (const place of places) bytes[place] = 0;
      const text = await textOf('a.txt', bytes);
      expect(text).toContain('on Sundays by appointment.');
      expect(text).not.toContain('\0');
    }
  });

  test('in UTF-8 stays UTF-8 when it holds replacement characters', () => {
    const text = 'Größe: 5\ufffd cm \ufffd';
    expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' });
    expect(decodeText(iconv.encode('Größe und Länge', 'windows-1252')).encoding).toBe('windows-1252');
  });

  test.each([
    ['numbers of four bytes', Buffer.from(Int32Array.from({ length: 2_000 }, (_, index) => index * 7 + 0x4241).buffer)],
    ['bytes of high values', Buffer.from(Uint8Array.from({ length: 4_000 }, (_, at) => 0x80 | ((at * 7919) >> 3)))],
    ['samples of sound', Buffer.from(Int16Array.from({ length: 4_000 }, (_, at) => 8_000 * Math.sin(at / 9)).buffer)],
  ])('is not taken for a table when its bytes are %s', async (_what, bytes) => {
    await expect(readDocument('a.csv', bytes)).rejects.toThrow(/damaged|not a \.csv file/);
  });
});

describe('a file that is called .doc', () => {
  test.each([
    ['an RTF document', Buffer.from('{\\rtf1\\ansi Hello}')],
    ['a web page', Buffer.from('<html><body>Hello</body></html>')],
    ['a WordPerfect document', Buffer.from('\u00ffWPC\u0010\0\0\0 hello', 'latin1')],
    ['an Excel workbook', compoundFileOf({ Book: Buffer.alloc(5_000) })],
  ])('and is %s is refused by that name', async (kind, bytes) => {
    await expect(readDocument('a.doc', bytes)).rejects.toThrow(`it is ${kind}, not a .doc file`);
  });

  test('and is older than Word 6 is not called damaged', async () => {
    const old = Buffer.alloc(5_000);
    old.writeUInt16LE(0xa5db, 0);
    const reason = 'Word documents older than Word 6 cannot be read: save it as .docx';
    await expect(readDocument('a.doc', old)).rejects.toThrow(reason);
    await expect(readDocument('a.doc', compoundFileOf({ WordDocument: old }))).rejects.toThrow(reason);
    const ofMacintosh = Buffer.concat([Buffer.from([0xfe, 0x37, 0, 0x23]), Buffer.alloc(5_000)]);
    await expect(readDocument('a.doc', ofMacintosh)).rejects.toThrow(reason);
  });

  test('and whose text is noise is called damaged', async () => {
    const noise = Array.from({ length: 400 }, (_, at) => String.fromCharCode(0xe100 + ((at * 37) % 0x700))).join('');
    const bytes = docOf({ paragraphs: [{ text: `Hours ${noise}` }] });
    await expect(readDocument('a.doc', bytes)).rejects.toThrow('The document is damaged: its text cannot be read');
  });
});
