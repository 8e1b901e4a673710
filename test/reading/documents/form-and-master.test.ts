import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../src/reading/documents/pdf/read-pdf.ts';
import { readPptx } from '../../../src/reading/documents/powerpoint/read-pptx.ts';
import { documentText } from '../../../src/text/document.ts';
import { pdfOfObjects } from '../../support/files/documents.ts';
import { pptxOf, shape, textParagraph, titleShape } from '../../support/files/presentation.ts';

/** A page of one line with a form of the given fields. */
function formOf(fields: readonly string[]): Uint8Array {
  const stream = 'BT /F1 12 Tf 72 760 Td (Registration) Tj ET';
  const references = fields.map((_, index) => `${6 + index} 0 R`).join(' ');
  return pdfOfObjects([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] >> >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots [${references}] >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ...fields.map((field) => `<< /Type /Annot /Subtype /Widget /Rect [0 0 90 20] /P 4 0 R ${field} >>`),
  ]);
}

describe('a form in a PDF', () => {
  test('gives what was filled in, and not what was left empty or is secret', async () => {
    const states = '/AP << /N << /Yes 5 0 R /Off 5 0 R >> >>';
    const content = await readPdf(
      formOf([
        '/FT /Tx /T (FirstName) /V (Ada Moreno)',
        '/FT /Tx /T (Street) /V ()',
        '/FT /Tx /T (Pin) /Ff 8192 /V (1234)',
        `/FT /Btn /T (Vegetarian_meal) /V /Yes /AS /Yes ${states}`,
        `/FT /Btn /T (Newsletter) /V /Off /AS /Off ${states}`,
        '/FT /Ch /T (Room) /Ff 131072 /Opt [(Single) (Double)] /V (Double)',
      ]),
    );
    expect(documentText(content)).toBe('Registration\n\n- First Name: Ada Moreno\n- Vegetarian meal\n- Room: Double');
  });
});

describe('the background of slides', () => {
  test('gives the text that a person wrote on it, once, and no prompts', () => {
    const layout = (text: string) =>
      `<p:sldLayout xmlns:a="a" xmlns:p="p"><p:cSld><p:spTree>${titleShape('Click to edit the title')}${shape(textParagraph(text))}</p:spTree></p:cSld></p:sldLayout>`;
    const parts = {
      own: { type: 'slideLayout', name: 'slideLayouts/own.xml', markup: layout('Open daily from 9 to 5') },
    };
    const bytes = pptxOf([
      { shapes: titleShape('One'), parts },
      { shapes: titleShape('Two'), parts },
    ]);
    const text = documentText(readPptx(bytes));
    expect(text).toBe('# One\n\nOpen daily from 9 to 5\n\n# Two');
  });
});
