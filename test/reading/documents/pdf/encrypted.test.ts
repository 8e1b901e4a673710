import { expect, test } from 'vitest';
import { readPdf } from '../../../../src/reading/documents/pdf/read-pdf.ts';
import { documentText } from '../../../../src/text/document.ts';
import { pdfOfObjects } from '../../../support/files/documents.ts';

const stream = 'BT /F1 12 Tf 72 760 Td (Minutes) Tj ET';
const objects = (last: string) => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
  `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  last,
];
const RECIPIENTS = '/Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s4 /V 1 /Recipients [<00>]';

test('A PDF that is encrypted for the holders of certificates says so', async () => {
  const bytes = pdfOfObjects(objects(`<< ${RECIPIENTS} >>`), '/Encrypt 6 0 R /ID [<00> <00>]');
  await expect(readPdf(bytes)).rejects.toThrow('encrypted for the holders of certain certificates');
});

test('A PDF that only names such an encryption, or is signed, is read', async () => {
  for (const last of [`<< ${RECIPIENTS} >>`, '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.sha1 >>'])
    expect(documentText(await readPdf(pdfOfObjects(objects(last))))).toBe('Minutes');
});
