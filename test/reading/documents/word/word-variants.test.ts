import { expect, test } from 'vitest';
import { readDocument } from '../../../../src/reading/documents/read-document.ts';
import { docxOf, wordParagraph } from '../../../support/files/documents.ts';

const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';

test.each([
  'application/vnd.ms-word.document.macroEnabled.main+xml',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
])('A Word document that was saved as %s and renamed is read', async (type) => {
  const types = `<?xml version="1.0"?><Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`;
  const bytes = docxOf(wordParagraph('We open at nine.'), '', '', { '[Content_Types].xml': types });
  expect((await readDocument('hours.docx', bytes)).blocks).toEqual([{ kind: 'paragraph', text: 'We open at nine.' }]);
});
