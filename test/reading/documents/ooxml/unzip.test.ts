import { expect, test } from 'vitest';
import { unzipWanted } from '../../../../src/reading/documents/ooxml/unzip.ts';
import { docxOf } from '../../../support/files/documents.ts';

test('An office file of a long and uniform table, which unpacks to over 100 times its size, is no zip bomb', () => {
  const cell = (n: number) =>
    `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p w:rsidR="00A77427"><w:r><w:t>${n % 10}</w:t></w:r></w:p></w:tc>`;
  const rows = Array.from({ length: 60_000 }, (_, n) => `<w:tr>${[n, n + 1, n + 2, n + 3].map(cell).join('')}</w:tr>`);
  const bytes = docxOf(`<w:tbl>${rows.join('')}</w:tbl>`);
  const unpacked = unzipWanted(bytes, () => true)['word/document.xml']?.byteLength ?? 0;
  expect(unpacked / bytes.byteLength).toBeGreaterThan(100);
});
