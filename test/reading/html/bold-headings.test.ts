import { describe, expect, test } from 'vitest';
import { readDocx } from '../../../src/reading/documents/word/read-docx.ts';
import { documentText } from '../../../src/text/document.ts';
import { docxOf, wordParagraph, wordTable } from '../../support/files/documents.ts';
import { FILLER, pageText } from './pages.ts';

const textOf = (body: string) => pageText(`<main><h1>Boilers</h1><p>${FILLER}</p>${body}</main>`);
const headingsOf = (body: string) =>
  textOf(body)
    .match(/^#+ .*$/gm)
    ?.slice(1) ?? [];

describe('a paragraph in bold letters', () => {
  test('is the heading of what follows', () => {
    expect(
      textOf(`<h2>Service</h2><p><strong>Opening hours:</strong></p><p>Nine to five.</p>
      <p><span><b>What does a repair of my old boiler cost when it is out of guarantee?</b></span></p><p>&nbsp;</p><ul><li>Eighty an hour.</li></ul>`),
    ).toContain(
      '## Service\n\n### Opening hours:\n\nNine to five.\n\n### What does a repair of my old boiler cost when it is out of guarantee?\n\n- Eighty an hour.',
    );
  });

  test('is the heading of the lines below it in the same paragraph', () => {
    expect(
      textOf(`<p><strong>Do you take dogs?</strong><br>Yes, for ten euros.<br>Two at most.<br><br><b>Lift</b><br>None.</p>
      <p><b>Note</b> that we close at six.<br>Except on <b>Fridays</b>.</p><p><b>Bold</b><br><b>to the end</b></p>`),
    ).toContain(
      '## Do you take dogs?\n\nYes, for ten euros.\nTwo at most.\n\n## Lift\n\nNone.\n\nNote that we close at six.\nExcept on Fridays.\n\nBold\nto the end',
    );
  });

  test('is no heading when it is a sentence, a price, a link, or followed by nothing', () => {
    for (const bold of [
      'We are closed on Sundays.',
      'We are closed on all Sundays and on Monday mornings',
      'Only £15.00',
      'Call 0113 496 0018',
      '<a href="/b">Read more</a>',
    ])
      expect(headingsOf(`<p><b>${bold}</b></p><p>Then more.</p>`), bold).toEqual([]);
    expect(headingsOf('<p><b>Then nothing</b></p>')).toEqual([]);
    expect(headingsOf('<p><b>Above a heading</b></p><h2>Next</h2><p>Text.</p>')).toEqual(['## Next']);
  });

  test('is no heading among others, when all of the text is bold', () => {
    expect(headingsOf('<p><b>One</b></p><p><b>Two</b></p><p><b>Three</b></p>')).toEqual([]);
  });

  test('is no heading in a list', () => {
    expect(headingsOf('<ul><li><p><b>Filter</b></p><p>Each month.</p></li></ul>')).toEqual([]);
  });

  test('is a heading in a Word file, too', async () => {
    const bold = (text: string) => wordParagraph(text).replace('<w:r>', '<w:r><w:rPr><w:b/></w:rPr>');
    const body =
      bold('Intervals') +
      wordTable([
        ['Boiler', 'annual'],
        ['Chimney', '3 years'],
      ]) +
      bold('Notice') +
      wordParagraph('Four weeks.');
    expect(documentText(await readDocx(docxOf(body)))).toBe(
      '## Intervals\n\nBoiler | annual\nChimney | 3 years\n\n## Notice\n\nFour weeks.',
    );
  });
});
