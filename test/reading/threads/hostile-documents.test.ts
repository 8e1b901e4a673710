import { deflateSync } from 'node:zlib';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cpuLimitMs } from '../../../src/reading/threads/reading-limits.ts';
import { ThreadedReader } from '../../../src/reading/threads/threaded-reader.ts';
import { docxOf, pdfOfObjects, wordParagraph } from '../../support/files/documents.ts';
import { overlappingZip } from '../../support/files/overlapping-zip.ts';
import { pptxOf, titleShape } from '../../support/files/presentation.ts';

let reader: ThreadedReader;
beforeAll(() => {
  // A document that takes longer has another outcome. On a busy machine it may take several times as long as it should.
  reader = new ThreadedReader({ threads: 1, maxHeapMegabytes: 160, fileTimeoutMs: 20_000, pageTimeoutMs: 3_000 });
});
afterAll(() => reader.close());

const { signal } = new AbortController();

/** The beginning of what was read, or why nothing was. */
async function outcomeOf(fileName: string, bytes: Uint8Array, by = reader): Promise<string> {
  const page = { url: 'http://example.com/', contentType: 'text/html', bytes, signal };
  const result = fileName.endsWith('.html')
    ? await by.readPage(page)
    : await by.readFile({ fileName, contentType: '', bytes, signal });
  if (!result.ok) return result.reason;
  const [document] = 'page' in result ? [result.page.document] : result.documents;
  const [first] = document?.blocks ?? [];
  const text = first?.kind === 'table' ? (first.rows[0] ?? first.header ?? '') : (first?.text ?? '');
  return `read: ${text.slice(0, 12)}`;
}

const edited = (zip: Uint8Array, part: string, edit: (xml: string) => string): Uint8Array => {
  const parts = unzipSync(zip);
  return zipSync({ ...parts, [part]: strToU8(edit(strFromU8(parts[part] ?? new Uint8Array()))) });
};

const laughs = `<!DOCTYPE w [<!ENTITY a "ha">${[...'bcdefghij'].map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`).join('')}]>`;

/** Objects 1 to 5 are the catalogue, the pages, a font, a page that says Hello, and its content. */
function pdf(
  pages: string,
  more: { catalogue?: string; content?: Buffer; objects?: readonly string[] } = {},
): Uint8Array {
  const content = more.content ?? Buffer.from('BT /F1 12 Tf 72 700 Td (Hello) Tj ET');
  const filter = more.content === undefined ? '' : '/Filter /FlateDecode';
  return pdfOfObjects([
    `<< /Type /Catalog /Pages 2 0 R ${more.catalogue ?? ''} >>`,
    `<< /Type /Pages ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< ${filter} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
    ...(more.objects ?? []),
  ]);
}
const onePage = '/Kids [4 0 R] /Count 1';
const circle = [
  '<< /First 7 0 R >>',
  '<< /Title (One) /First 7 0 R /Next 8 0 R >>',
  '<< /Title (Two) /First 6 0 R /Next 7 0 R >>',
];

/** Proves as much as the whole limit, and costs the tests less. */
const anEighthOfTheCpu: typeof cpuLimitMs = (kind, bytes) => cpuLimitMs(kind, bytes) / 8;

const tooManyElements = 'A part of the document holds too many elements to be read';
const tooLarge = 'The document is too large to be read once unpacked';
const damagedText = 'The document is damaged: its text cannot be read';
const cells = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`).join(',');

describe('a file made to do harm', () => {
  test.each<[string, string, () => Uint8Array, string]>([
    [
      'a zip whose parts share their bytes',
      'a.docx',
      () => overlappingZip((n) => `word/${n}.xml`, 900, 1_000_000),
      tooLarge,
    ],
    [
      'slides that share their bytes',
      'a.pptx',
      () => overlappingZip((n) => `ppt/slides/${n}.xml`, 900, 1_000_000),
      tooLarge,
    ],
    [
      'a zip of very many parts',
      'a.docx',
      () => overlappingZip((n) => `word/${n}.xml`, 20_000, 1),
      'The document holds too many parts to be read',
    ],
    [
      'a zip within a zip',
      'a.docx',
      () => zipSync({ 'word/document.xml': zipSync({ a: new Uint8Array(9_000_000) }) }),
      damagedText,
    ],
    [
      'a paragraph of very many runs',
      'a.docx',
      () => docxOf(`<w:p>${'<w:r/>'.repeat(1_500_000)}</w:p>`),
      tooManyElements,
    ],
    [
      'footnotes of very many elements',
      'a.docx',
      () =>
        zipSync({
          ...unzipSync(docxOf(wordParagraph('a'))),
          'word/footnotes.xml': strToU8(`<a>${'<a/>'.repeat(2_000_000)}</a>`),
        }),
      tooManyElements,
    ],
    ['a slide of very many elements', 'a.pptx', () => pptxOf([{ shapes: '<a/>'.repeat(2_000_000) }]), tooManyElements],
    [
      'entities that grow, in Word',
      'a.docx',
      () =>
        edited(docxOf(wordParagraph('&j;')), 'word/document.xml', (xml) =>
          xml.replace('<w:document', `${laughs}<w:document`),
        ),
      damagedText,
    ],
    [
      'entities that grow, in PowerPoint',
      'a.pptx',
      () =>
        edited(pptxOf([{ shapes: titleShape('&j;') }]), 'ppt/slides/slide0.xml', (xml) =>
          xml.replace('<p:sld', `${laughs}<p:sld`),
        ),
      'The document is damaged: one of its parts declares a document type',
    ],
    [
      'styles that are each based on the other',
      'a.docx',
      () =>
        edited(docxOf(wordParagraph('Text', 'A')), 'word/styles.xml', (xml) =>
          xml.replace(
            '</w:styles>',
            '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style></w:styles>',
          ),
        ),
      'read: Text',
    ],
    [
      'a slide that is its own notes',
      'a.pptx',
      () =>
        edited(
          pptxOf([{ shapes: titleShape('Title') }]),
          'ppt/slides/_rels/slide0.xml.rels',
          () =>
            '<Relationships><Relationship Id="r1" Type="x/notesSlide" Target="slide0.xml"/><Relationship Id="r2" Type="x/slide" Target="../presentation.xml"/></Relationships>',
        ),
      'read: Title',
    ],
    ['a PDF of two billion pages, as it says', 'a.pdf', () => pdf('/Kids [4 0 R] /Count 2000000000'), 'read: Hello'],
    [
      'a PDF whose pages are their own parent',
      'a.pdf',
      () => pdf('/Kids [2 0 R 4 0 R] /Count 3'),
      'The document is damaged: its pages cannot be read',
    ],
    [
      'a PDF whose bookmarks go in circles',
      'a.pdf',
      () => pdf(onePage, { catalogue: '/Outlines 6 0 R', objects: circle }),
      'read: Hello',
    ],
    [
      'a CSV of 100,000 columns',
      'a.csv',
      () => strToU8(`${cells('c', 100_000)}\n${cells('v', 100_000)}`),
      'read: c0: v0 | c1:',
    ],
    [
      'a CSV that names a column at length in each of very many rows',
      'a.csv',
      () => strToU8(`${'n'.repeat(1_000_000)},b\n${'a,b\n'.repeat(250_000)}`),
      'The document holds more text than can be read',
    ],
    ['a CSV of one line', 'a.csv', () => new Uint8Array(Buffer.alloc(4_000_000, 'word ')), 'read: word word wo'],
    ['a text of one line', 'a.txt', () => new Uint8Array(Buffer.alloc(25_000_000, 'word ')), 'read: word word wo'],
    [
      'a text of very many paragraphs',
      'a.txt',
      () => new Uint8Array(Buffer.alloc(3_600_000, 'a\n\n')),
      'There are more than 1,000,000 paragraphs or rows in it',
    ],
    [
      'a text in UTF-16 that does not say so',
      'a.txt',
      () => Buffer.from('Магазин открыт с девяти.\n'.repeat(50), 'utf16le'),
      'read: Магазин откр',
    ],
    ['a page nested 100,000 deep', 'a.html', () => strToU8('<div>'.repeat(100_000)), 'The page is nested too deeply'],
    [
      'a page of 1,000,000 attributes',
      'a.html',
      () => strToU8(`<p ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}`).join(' ')}>x`),
      'read: x',
    ],
  ])('ends in time, in memory and in words: %s', async (_what, fileName, bytes, outcome) => {
    expect(await outcomeOf(fileName, bytes())).toBe(outcome.startsWith('read: ') ? outcome.slice(0, 18) : outcome);
  });

  test('ends when a PDF unpacks to one word without end', async () => {
    const bytes = pdf(onePage, { content: deflateSync(Buffer.alloc(50_000_000, '(')) });
    // Time enough, also on a busy machine, for memory to be what ends it.
    const patient = new ThreadedReader({ threads: 1, maxHeapMegabytes: 160, fileTimeoutMs: 30_000 });
    onTestFinished(() => patient.close());
    const result = await patient.readFile({ fileName: 'a.pdf', contentType: '', bytes, signal });
    expect(result).toEqual({ ok: false, reason: 'The document needs too much memory to be read' });
  });

  test.each([
    [
      'warnings that the converter compares with each other at each depth',
      () => {
        const unknown = Array.from({ length: 6_000 }, (_, n) => `<w:unknown${n.toString(36)}/>`).join('');
        return docxOf(`<w:p>${'<w:ins>'.repeat(200)}${unknown}${'</w:ins>'.repeat(200)}</w:p>${wordParagraph('Text')}`);
      },
    ],
    ['rows', () => docxOf(`<w:tbl>${`<w:tr>${'<w:tc><w:p/></w:tc>'.repeat(20)}</w:tr>`.repeat(30_000)}</w:tbl>`)],
  ])('of few bytes costs little of the CPU: a docx of very many %s', async (_what, docx) => {
    const bytes = docx();
    expect(bytes.byteLength).toBeLessThan(80 * 1024);
    // Only the CPU's limit can end it.
    const patient = new ThreadedReader({ threads: 1, fileTimeoutMs: 600_000, cpuLimitMs: anEighthOfTheCpu });
    onTestFinished(() => patient.close());
    const result = await patient.readFile({ fileName: 'a.docx', contentType: '', bytes, signal });
    expect(result).toEqual({ ok: false, reason: 'The document takes too long to read' });
  });

  test.each([
    ['widths', '/W [0 16000000 500]', '1 beginbfchar <0041> <0041> endbfchar'],
    ['characters', '', '1 beginbfrange <000000> <fffffe> <0041> endbfrange'],
  ])('of few bytes gets little memory: a PDF with a range of millions of %s', async (_what, widths, characters) => {
    const content = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${characters} endcmap`;
    const bytes = pdf('/Kids [9 0 R] /Count 1', {
      objects: [
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>',
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 10 0 R ${widths} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 6 0 R >> >> /Contents 5 0 R >>',
        '<< /Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
      ],
    });
    // All of the heavy thread's memory would be enough.
    const ample = new ThreadedReader({
      threads: 1,
      maxHeapMegabytes: 2_000,
      fileTimeoutMs: 600_000,
      cpuLimitMs: () => 1e9,
    });
    onTestFinished(() => ample.close());
    const result = await ample.readFile({ fileName: 'a.pdf', contentType: '', bytes, signal });
    expect(result).toEqual({ ok: false, reason: 'The document needs too much memory to be read' });
  });

  test('is refused unread when it unpacks to 200 times its size and more', async () => {
    const bytes = docxOf(wordParagraph('a').repeat(700_000));
    expect(await outcomeOf('a.docx', bytes)).toBe('The document is too large to be read once unpacked');
  });
});
