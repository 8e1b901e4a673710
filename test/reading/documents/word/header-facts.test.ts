import { describe, expect, test } from 'vitest';
import { readDocx } from '../../../../src/reading/documents/word/read-docx.ts';
import { documentText } from '../../../../src/text/document.ts';
import { docxOf, wordParagraph } from '../../../support/files/documents.ts';

const NAMESPACES = 'xmlns:w="w" xmlns:mc="mc" xmlns:wps="wps" xmlns:v="v"';
const box = (content: string) => `<w:txbxContent>${content}</w:txbxContent>`;
const header = (content: string) => `<?xml version="1.0"?><w:hdr ${NAMESPACES}>${content}</w:hdr>`;
const letterhead = header(
  `${wordParagraph('Page 3')}<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${box(
    wordParagraph('Office hours: Monday to Thursday') + wordParagraph('7'),
  )}</wps:txbx></mc:Choice><mc:Fallback><v:textbox>${box(wordParagraph('Office hours: Monday to Thursday'))}</v:textbox></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
);
const textOf = async (headers: Readonly<Record<string, string>>) =>
  documentText(await readDocx(docxOf(wordParagraph('Dear reader'), '', '', headers)));

describe('Text boxes in headers of a Word document', () => {
  test('are read once, behind the text, without what else stands in the header', async () => {
    const text = await textOf({
      'word/header1.xml': letterhead,
      'word/header2.xml': letterhead,
      'word/footer1.xml': letterhead,
    });
    expect(text).toBe('Dear reader\n\nOffice hours: Monday to Thursday');
  });

  test('are read with the lines of a letterhead, without its page number', async () => {
    const page = '<w:p><w:r><w:t>Page </w:t></w:r><w:r><w:instrText> PAGE </w:instrText></w:r></w:p>';
    const footer = header(
      `${wordParagraph('Salon Mayer, Ring 5')}<w:p><w:r><w:t>Tel. 0341 998877</w:t><w:tab/><w:t>info@salon.example</w:t></w:r></w:p>${page}`,
    );
    expect(await textOf({ 'word/footer1.xml': footer, 'word/footer2.xml': footer })).toBe(
      'Dear reader\n\nSalon Mayer, Ring 5\n\nTel. 0341 998877 info@salon.example',
    );
  });

  test('are left out when the header is damaged or hostile', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "Bomb">]>${header(box(wordParagraph('&a;')))}`;
    const deep = header('<w:p>'.repeat(5_000));
    expect(
      await textOf({ 'word/header1.xml': '<w:hdr><w:p>', 'word/header2.xml': bomb, 'word/header3.xml': deep }),
    ).toBe('Dear reader');
  });
});
