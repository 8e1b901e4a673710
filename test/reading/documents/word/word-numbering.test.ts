import { describe, expect, test } from 'vitest';
import { readDocx } from '../../../../src/reading/documents/word/read-docx.ts';
import { documentText } from '../../../../src/text/document.ts';
import { docxOf, wordParagraph } from '../../../support/files/documents.ts';

const level = (place: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${place}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const list = (id: number, levels: string) => `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
const use = (id: number, abstractId: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${more}</w:num>`;
const item = (text: string, id: number, depth = 0) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const textOf = async (body: string, numbering: string) => documentText(await readDocx(docxOf(body, '', numbering)));

describe('the numbers of a Word document', () => {
  test('go on where its list says, and begin where a use of it says', async () => {
    const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>';
    const numbering = list(0, level(0, 'decimal', '%1.')) + use(1, 0) + use(2, 0) + use(3, 0, restart);
    const body = item('One', 1) + item('Two', 1) + wordParagraph('Between') + item('Three', 2) + item('Seven', 3);
    expect(await textOf(body, numbering)).toBe('1. One\n2. Two\n\nBetween\n\n3. Three\n7. Seven');
  });

  test('begin with zero in a level that names no start, as the format has it', async () => {
    const unstarted = level(0, 'decimal', '%1.').replace('<w:start w:val="1"/>', '');
    expect(await textOf(item('Ground floor', 1) + item('Attic', 1), list(0, unstarted) + use(1, 0))).toBe(
      '0. Ground floor\n1. Attic',
    );
  });

  test('are letters, Roman numbers and paragraphs of a contract', async () => {
    const legal =
      level(0, 'upperRoman', '%1.') + level(1, 'decimal', '%1.%2', '<w:isLgl/>') + level(2, 'lowerLetter', '%3)');
    const body =
      item('Scope', 1) +
      item('General', 1, 1) +
      item('first', 1, 2) +
      item('second', 1, 2) +
      item('More', 1, 1) +
      item('Price', 1);
    expect(await textOf(body, list(0, legal) + use(1, 0))).toBe(
      '- I. Scope\n  - 1.1 General\n    - a) first\n    - b) second\n  - 1.2 More\n- II. Price',
    );
  });

  test('stand before headings, and bullets have none', async () => {
    const heading = wordParagraph('Terms', 'Heading1').replace(
      '</w:pPr>',
      '<w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>',
    );
    const numbering = list(0, level(0, 'decimal', '§ %1')) + list(1, level(0, 'bullet', 'o')) + use(1, 0) + use(2, 1);
    expect(await textOf(heading + item('Point', 2) + heading, numbering)).toBe('# § 1 Terms\n\n- Point\n\n# § 2 Terms');
  });

  test('in hostile amounts are read in time', async () => {
    const deep = level(0, 'lowerRoman', '%1%2%3%4%5%6%7%8%9'.repeat(20)).replace('w:val="1"', 'w:val="999999999999"');
    const body = item('x', 1).repeat(500) + '<w:p><w:pPr><w:pPr>'.repeat(50) + '</w:pPr></w:pPr></w:p>'.repeat(50);
    await expect(textOf(body, list(0, deep) + use(1, 0) + use(2, 99))).resolves.toContain('x');
  });
});
