import { describe, expect, test } from 'vitest';
import { splitWordBody } from '../../../../src/reading/documents/word/split-word-body.ts';
import { ThreadedReader } from '../../../../src/reading/threads/threaded-reader.ts';
import { docxOf, wordParagraph, wordTable } from '../../../support/files/documents.ts';

const around = (body: string) =>
  `<?xml version="1.0"?>\r\n<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
const inner = (xml: string) => xml.slice(around('').indexOf('</w:body>'), xml.lastIndexOf('</w:body>'));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('the text of a long Word document', () => {
  test('comes whole when it is not long after all', () => {
    const xml = around(wordParagraph('Short'));
    expect(splitWordBody(xml)).toEqual([{ xml, continuesTable: false }]);
  });

  test('is cut between paragraphs, and nothing of it is lost', () => {
    const body = `${numbers(40)
      .map((number) => wordParagraph(`😀 ${number} &amp;`))
      .join('\r\n')}<w:sectPr/>`;
    const parts = splitWordBody(around(body), 300);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.map(({ xml }) => inner(xml)).join('')).toBe(body);
    for (const { xml, continuesTable } of parts) {
      expect(xml).toBe(around(inner(xml)));
      expect(inner(xml)).toMatch(/^(\r\n)?<w:(p|sectPr)\b/);
      expect(continuesTable).toBe(false);
    }
  });

  test('is cut between the rows of a long table, which each part opens and closes', () => {
    const grid = '<w:tblPr><w:tblW w:w="0"/></w:tblPr>';
    const table = wordTable(numbers(30).map((number) => [number, wordTable([['within', number]])]));
    const parts = splitWordBody(around(`${table.replace('<w:tbl>', `<w:tbl>${grid}`)}${wordParagraph('After')}`), 600);
    expect(parts.length).toBeGreaterThan(3);
    for (const { xml } of parts.slice(0, -1)) {
      expect(inner(xml).startsWith(`<w:tbl>${grid}<w:tr>`)).toBe(true);
      expect(inner(xml).endsWith('</w:tr></w:tbl>')).toBe(true);
    }
    const begins = parts.map(({ xml }, index) => index > 0 && inner(xml).startsWith('<w:tbl>'));
    expect(parts.map(({ continuesTable }) => continuesTable)).toEqual(begins);
    const found = parts.flatMap(({ xml }) => [...xml.matchAll(/>(\d+)</g)].map(([, number]) => number));
    expect(found).toEqual(numbers(30).flatMap((number) => [number, number]));
  });

  test('is not cut where a deleted paragraph mark joins two paragraphs, nor in lists before they are very long', () => {
    const deleted = wordParagraph('Half').replace('<w:p>', '<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>');
    expect(splitWordBody(around(deleted.repeat(40)), 300)).toHaveLength(1);
    const item = wordParagraph('Item').replace('<w:p>', '<w:p><w:pPr><w:numPr/></w:pPr>');
    const plain = splitWordBody(around(wordParagraph('Item').repeat(60)), 300).length;
    expect(splitWordBody(around(item.repeat(60)), 300).length).toBeLessThan(plain);
  });

  test('that is broken gives a reason', () => {
    expect(() => splitWordBody(around('<w:p>'.repeat(100)), 300)).toThrow('damaged');
  });

  test('is read with its table in one, within the limits of a reading thread', async () => {
    const reader = new ThreadedReader({ threads: 1, maxHeapMegabytes: 200 });
    try {
      const rows = numbers(2_000).map((number) => [`Anvil ${number}`, 'in stock '.repeat(120).trim(), '99']);
      const body = `${wordParagraph('Prices', 'Heading1')}${wordTable(rows)}${wordParagraph('All with tax.')}`;
      const { signal } = new AbortController();
      const result = await reader.readFile({ fileName: 'a.docx', contentType: '', bytes: docxOf(body), signal });
      expect(result.ok && result.documents[0]?.blocks).toEqual([
        { kind: 'heading', level: 1, text: 'Prices' },
        { kind: 'table', header: null, rows: rows.map((cells) => cells.join(' | ')) },
        { kind: 'paragraph', text: 'All with tax.' },
      ]);
    } finally {
      await reader.close();
    }
  });
});
