import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentReader, ReadFileResult, ReadPageResult } from '../../src/ports/content/document-reader.ts';
import { docxOf, encryptedDocx, pdfOf, wordParagraph, wordTable } from '../support/files/documents.ts';
import { overlappingZip } from '../support/files/overlapping-zip.ts';
import { pptOf } from '../support/files/powerpoint-binary.ts';
import { pptxOf, shape, textParagraph, titleShape } from '../support/files/presentation.ts';
import { docOf } from '../support/files/word-binary.ts';

/** Contract of every document reader. `open` returns a new one, which is closed at the end. */
export function describeDocumentReaderContract(name: string, open: () => DocumentReader): void {
  describe(`${name} as a document reader`, () => {
    let reader: DocumentReader;
    beforeAll(() => {
      reader = open();
    });
    afterAll(() => reader.close());

    const { signal } = new AbortController();
    const read = (fileName: string, bytes: Uint8Array | string): Promise<ReadFileResult> =>
      reader.readFile({ fileName, contentType: '', bytes: typeof bytes === 'string' ? strToU8(bytes) : bytes, signal });
    const readPage = (html: string): Promise<ReadPageResult> =>
      reader.readPage({ url: 'https://example.com/a/', contentType: 'text/html', bytes: strToU8(html), signal });

    test('reads text with its headings and lists', async () => {
      expect(
        await read('Opening hours.txt', '# Shop\n\nWe open at nine.\nWe close at five.\n\n- Monday\n- Friday'),
      ).toEqual({
        ok: true,
        documents: [
          {
            title: 'Opening hours',
            url: null,
            language: null,
            blocks: [
              { kind: 'heading', level: 1, text: 'Shop' },
              { kind: 'paragraph', text: 'We open at nine.\nWe close at five.' },
              { kind: 'list-item', depth: 0, marker: '-', text: 'Monday' },
              { kind: 'list-item', depth: 0, marker: '-', text: 'Friday' },
            ],
          },
        ],
      });
    });

    test('reads a CSV as one table', async () => {
      const result = await read('prices.CSV', 'name;price\n"Anvil; big";99,50\nBell;5\n');
      expect(result.ok && result.documents[0]?.blocks).toEqual([
        { kind: 'table', header: 'name | price', rows: ['Anvil; big | 99,50', 'Bell | 5'] },
      ]);
    });

    test('reads a PDF page by page', async () => {
      const result = await read('guide.pdf', pdfOf([['First page.'], ['Second page.']], { title: 'The guide' }));
      expect(result).toMatchObject({ ok: true, documents: [{ title: 'The guide', url: null, language: 'en-GB' }] });
      expect(result.ok && result.documents[0]?.blocks).toEqual([
        { kind: 'paragraph', text: 'First page.' },
        { kind: 'paragraph', text: 'Second page.' },
      ]);
    });

    test('reads documents of older and newer Office alike', async () => {
      const texts = await Promise.all([
        read('a.doc', docOf({ paragraphs: [{ text: 'Hours', style: 1 }, { text: 'At nine.' }] })),
        read(
          'a.ppt',
          pptOf([
            {
              shapes: [
                { kind: 0, text: 'Hours' },
                { kind: 4, text: 'At nine.' },
              ],
            },
          ]),
        ),
        read('a.pptx', pptxOf([{ shapes: titleShape('Hours') + shape(textParagraph('At nine.')) }])),
      ]);
      for (const result of texts) {
        expect(result.ok && result.documents).toMatchObject([
          {
            title: 'a',
            blocks: [
              { kind: 'heading', level: 1, text: 'Hours' },
              { kind: 'paragraph', text: 'At nine.' },
            ],
          },
        ]);
      }
    });

    test('reads a Word document with headings and tables', async () => {
      const body = `${wordParagraph('Prices', 'Heading1')}${wordParagraph('All prices with tax.')}${wordTable([
        ['Anvil', '99'],
        ['Bell', '5'],
      ])}`;
      const result = await read('prices.docx', docxOf(body, 'Price list'));
      expect(result).toMatchObject({ ok: true, documents: [{ title: 'Price list' }] });
      expect(result.ok && result.documents[0]?.blocks).toEqual([
        { kind: 'heading', level: 1, text: 'Prices' },
        { kind: 'paragraph', text: 'All prices with tax.' },
        { kind: 'table', header: null, rows: ['Anvil | 99', 'Bell | 5'] },
      ]);
    });

    test('reads a page with the links and directives that a crawler needs', async () => {
      const result = await readPage(
        '<html lang="de"><head><title>Preise</title><link rel="canonical" href="/a"></head><body><nav><a href="/menu">Menu</a></nav><main><h1>Preise</h1><p>Alles mit <a href="b#c">Steuer</a>.</p></main></body></html>',
      );
      expect(result).toEqual({
        ok: true,
        page: {
          document: {
            title: 'Preise',
            url: 'https://example.com/a/',
            language: 'de',
            blocks: [
              { kind: 'heading', level: 1, text: 'Preise' },
              { kind: 'paragraph', text: 'Alles mit Steuer.' },
            ],
          },
          links: ['https://example.com/menu', 'https://example.com/a/b'],
          canonicalUrl: 'https://example.com/a',
          robots: { index: true, follow: true },
          refreshUrl: null,
          kind: 'static',
        },
      });
    });

    test('returns a table of very many rows whole', async () => {
      const rows = Array.from({ length: 25_000 }, (_, index) => `${index},row ${index}`);
      const result = await read('many.csv', `id,text\n${rows.join('\n')}`);
      const [table] = result.ok ? (result.documents[0]?.blocks ?? []) : [];
      expect(table?.kind === 'table' && table.rows).toEqual(rows.map((row) => row.replace(',', ' | ')));
    });

    test.each<[string, string, Uint8Array | string, string]>([
      ['an empty file', 'a.txt', '', 'The document is empty'],
      ['a text of nothing but space', 'a.txt', ' \n\n ', 'The document is empty'],
      ['a CSV without a cell', 'a.csv', '\n\n', 'The document is empty'],
      ['a PDF without text', 'a.pdf', pdfOf([[]]), 'The document is empty'],
      ['a Word document without text', 'a.docx', docxOf(''), 'The document is empty'],
      [
        'a PDF with a password',
        'a.pdf',
        pdfOf([['Secret']], { encrypted: true }),
        'The document is password-protected',
      ],
      ['a Word document with a password', 'a.docx', encryptedDocx(), 'The document is password-protected'],
      [
        'a PDF that is cut off',
        'a.pdf',
        pdfOf([['Text']]).slice(0, 60),
        'The document is damaged: its structure is broken',
      ],
      [
        'a Word document that is cut off',
        'a.docx',
        docxOf(wordParagraph('x')).slice(0, 900),
        'The document is damaged: it cannot be unpacked',
      ],
      [
        'a zip that is no Word document',
        'a.docx',
        zipSync({ 'a.txt': strToU8('x') }),
        'The document is damaged: it holds no Word text',
      ],
      ['a file without an extension', 'README', 'x', 'This kind of file cannot be read: README'],
      [
        'an encrypted newer PowerPoint called an older one',
        'a.ppt',
        encryptedDocx(),
        'The document is password-protected',
      ],
      ['a program', 'a.exe', 'MZ', 'This kind of file cannot be read: .exe'],
    ])('says of %s why it cannot be read', async (_what, fileName, bytes, reason) => {
      expect(await read(fileName, bytes)).toEqual({ ok: false, reason });
    });

    test.each<[string, string, Uint8Array | string]>([
      ['a PDF called text', 'a.txt', pdfOf([['x']])],
      [
        'a picture called text',
        'a.txt',
        new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 1, 2, 3, 4, 5, 6, 0, 0]),
      ],
      ['a Word document called CSV', 'a.csv', docxOf(wordParagraph('x'))],
      ['text called PDF', 'a.pdf', 'Only text.'],
      ['a PDF called Word', 'a.docx', pdfOf([['x']])],
      ['text called older Word', 'a.doc', 'Only text.'],
      ['older PowerPoint called older Word', 'a.doc', pptOf([])],
      ['older Word called PowerPoint', 'a.pptx', docOf({ paragraphs: [] })],
      ['newer Word called older PowerPoint', 'a.ppt', docxOf(wordParagraph('x'))],
      ['HTML called Word', 'a.docx', '<html><body>x</body></html>'],
    ])('refuses %s', async (_what, fileName, bytes) => {
      const extension = fileName.slice(1);
      expect(await read(fileName, bytes)).toEqual({
        ok: false,
        reason: `The content of the file is not what its name says: it is not a ${extension} file`,
      });
    });

    test('refuses a zip that unpacks to more than any document', async () => {
      const bomb = overlappingZip(() => 'word/document.xml', 1, 100 * 1024 * 1024);
      expect(await read('bomb.docx', bomb)).toEqual({
        ok: false,
        reason: 'The document is too large to be read once unpacked',
      });
    });

    test('does not resolve external references of a document', async () => {
      const parts = unzipSync(docxOf(wordParagraph('Before &outside; after.')));
      const markup = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
      const declared = '<!DOCTYPE w [<!ENTITY outside SYSTEM "file:///etc/passwd">]><w:document';
      const evil = zipSync({ ...parts, 'word/document.xml': strToU8(markup.replace('<w:document', declared)) });
      expect(JSON.stringify(await read('a.docx', evil))).not.toContain('root:');
      const page = await readPage(
        '<p>Text</p><iframe src="file:///etc/passwd"></iframe><object data="http://127.0.0.1/"></object>',
      );
      expect(page.ok && page.page.document.blocks).toEqual([{ kind: 'paragraph', text: 'Text' }]);
    });

    test('rejects with the reason of its signal', async () => {
      const stopped = AbortSignal.abort(new Error('stopped'));
      const file = { fileName: 'a.txt', contentType: '', bytes: strToU8('x'), signal: stopped };
      await expect(reader.readFile(file)).rejects.toThrow('stopped');
    });
  });
}
