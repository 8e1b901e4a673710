import { describe, expect, test } from 'vitest';
import { prepareBody } from '../../../../src/reading/documents/word/prepare-body.ts';
import { readDocx } from '../../../../src/reading/documents/word/read-docx.ts';
import { SizedParagraphs } from '../../../../src/reading/documents/word/sized-paragraphs.ts';
import { WordStyles } from '../../../../src/reading/documents/word/word-styles.ts';
import { writeTabs } from '../../../../src/reading/documents/word/word-tabs.ts';
import { openTextBoxes } from '../../../../src/reading/documents/word/word-text-boxes.ts';
import { documentText } from '../../../../src/text/document.ts';
import { docxOf, wordParagraph, wordTable } from '../../../support/files/documents.ts';

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const style = (id: string, name: string, more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
const run = (text: string, look = '') => `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (runs: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;
const textOf = async (body: string, styles = '', more: Readonly<Record<string, string>> = {}) =>
  documentText(await readDocx(docxOf(body, '', '', { ...(styles === '' ? {} : stylesPart(styles)), ...more })));
const stylesPart = (styles: string) => ({
  'word/styles.xml': `<?xml version="1.0"?><w:styles ${WORD}>${styles}</w:styles>`,
});

describe('Headings of a Word document', () => {
  test('have the outline level of their style, of one that it is based on, or of the paragraph', async () => {
    const styles =
      style('P1', 'Section', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>') +
      style('P2', 'Corporate', '<w:basedOn w:val="P1"/>') +
      style('P3', 'Text', '<w:basedOn w:val="P1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>');
    const own = paragraph(run('Repairs'), '<w:outlineLvl w:val="2"/>');
    const body =
      wordParagraph('Prices', 'P1') + wordParagraph('Warranty', 'P2') + wordParagraph('Two years', 'P3') + own;
    expect(await textOf(body, styles)).toBe('## Prices\n\n## Warranty\n\nTwo years\n\n### Repairs');
  });

  test.each(['Überschrift 2', 'Titre 2', 'Título 2', 'Заголовок 2', '見出し 2'])(
    'are found by the name %s',
    async (name) => {
      expect(await textOf(wordParagraph('Contact', 'A'), style('A', name))).toBe('## Contact');
    },
  );

  test('are larger than the text where no style names them', async () => {
    const body =
      paragraph(run('Services', '<w:sz w:val="40"/>')) +
      paragraph(run('Tax returns', '<w:sz w:val="30"/>')) +
      paragraph(run('We file your tax return for 120 euros, usually within ten days.', '<w:sz w:val="22"/>')) +
      paragraph(run('Only 19 €', '<w:sz w:val="30"/>')) +
      wordTable([['Large', 'in a table']]);
    expect(await textOf(body)).toBe(
      '# Services\n\n## Tax returns\n\nWe file your tax return for 120 euros, usually within ten days.\n\nOnly 19 €\n\nLarge | in a table',
    );
  });

  test('keep the size of their paragraph in a character style that has none', async () => {
    const styles =
      '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>' +
      style('T', 'Large', '<w:rPr><w:sz w:val="40"/></w:rPr>') +
      '<w:style w:type="character" w:styleId="S"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>';
    const body =
      paragraph(run('Services', '<w:rStyle w:val="S"/>'), '<w:pStyle w:val="T"/>') +
      paragraph(run('We file your tax return for 120 euros, usually within ten days.'));
    expect(await textOf(body, styles)).toMatch(/^# Services\n\n/);
  });

  test('are no headings when they are as long as a clause', async () => {
    const clause = 'The customer pays within a month. '.repeat(9).trim();
    expect(await textOf(wordParagraph(clause, 'Heading1'))).toBe(clause);
  });
});

describe('The text of a Word document', () => {
  test('does not hold what is hidden, by itself or by its style', async () => {
    const styles =
      style('H', 'Internal', '<w:rPr><w:vanish/></w:rPr>') +
      '<w:style w:type="character" w:styleId="C"><w:name w:val="Notes"/><w:rPr><w:vanish/></w:rPr></w:style>';
    const body =
      paragraph(run('Price 10 €') + run(' margin 40 %', '<w:vanish/>') + run(' a piece', '<w:vanish w:val="0"/>')) +
      paragraph(run('Bought at 6 €'), '<w:pStyle w:val="H"/>') +
      paragraph(
        run('Secret', '<w:rStyle w:val="C"/>') + run('Public', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>'),
      );
    expect(await textOf(body, styles)).toBe('Price 10 € a piece\n\nPublic');
  });

  test('holds what stands in fields, in changes of direction, above phonetic guides and in formulas', async () => {
    const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`;
    const fraction = `<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f><m:r/></m:oMath>`;
    const body =
      paragraph(`<w:fldSimple w:instr="DOCPROPERTY Phone">${run('030 99887')}</w:fldSimple>`) +
      paragraph(`<w:bdo w:val="rtl">${run('שלום')}</w:bdo>${run(' and ')}<w:dir w:val="ltr">${run('left')}</w:dir>`) +
      paragraph(ruby + run('に店があります')) +
      paragraph(run('Rate ') + fraction.replace('<m:oMath>', '<m:oMath xmlns:m="m">')) +
      paragraph(`${run('Name')}<w:r><w:ptab/></w:r>${run('Price')}<w:r><w:cr/></w:r>${run('Next line')}`);
    expect(await textOf(body)).toBe(
      '030 99887\n\nשלום and left\n\n東京に店があります\n\nRate a/b\n\nName Price\nNext line',
    );
  });

  test('has tables that its author made with tabs, and no table of contents', async () => {
    const tabs = '<w:tabs><w:tab w:val="left" w:pos="4000"/></w:tabs>';
    const tabbed = (...lines: readonly (readonly string[])[]) =>
      paragraph(
        lines.map((cells) => cells.map((cell) => run(cell)).join('<w:r><w:tab/></w:r>')).join('<w:r><w:br/></w:r>'),
        tabs,
      );
    const body =
      tabbed(['Service', 'Duration', 'Price']) +
      tabbed(['Bridal', '4 hours', '320 €'], ['Trial', '1 hour', '90 €']) +
      wordParagraph('By appointment.') +
      tabbed(['Reception', 'Mara Quist', 'ext. 100']) +
      tabbed(['Porter', 'Sam Idowu', 'ext. 121']) +
      wordParagraph('Contents') +
      tabbed(['1', 'Rooms', '3']) +
      tabbed(['2', 'Meals', '7']) +
      tabbed(['Monday', 'closed']) +
      tabbed(['Dear', 'reader', 'of this letter']);
    expect(await textOf(body)).toBe(
      [
        'Service | Duration | Price\nBridal | 4 hours | 320 €\nTrial | 1 hour | 90 €',
        'By appointment.',
        'Reception | Mara Quist | ext. 100\nPorter | Sam Idowu | ext. 121',
        ...['Contents', '1 Rooms 3', '2 Meals 7', 'Monday closed', 'Dear reader of this letter'],
      ].join('\n\n'),
    );
  });

  test('holds text boxes once, which some programs store as drawings only', async () => {
    const box = (text: string) => `<w:txbxContent>${wordParagraph(text)}</w:txbxContent>`;
    const drawing = (text: string) => `<w:drawing><wps:txbx>${box(text)}</wps:txbx></w:drawing>`;
    const both = (text: string, older: string) =>
      `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${drawing(text)}</mc:Choice><mc:Fallback>${older}</mc:Fallback></mc:AlternateContent>`;
    const body = [
      drawing('Parking costs 9 €.'),
      both('Dogs are free.', '<w:drawing><pic/></w:drawing>'),
      both('Wi-Fi is free.', `<w:pict>${box('Wi-Fi is free.')}</w:pict>`),
    ];
    expect(await textOf(body.map((content) => paragraph(`<w:r>${content}</w:r>`)).join(''))).toBe(
      'Parking costs 9 €.\n\nDogs are free.\n\nWi-Fi is free.',
    );
  });

  test('has its notes below the paragraph that refers to them', async () => {
    const note = `<?xml version="1.0"?><w:footnotes ${WORD}><w:footnote w:id="2">${wordParagraph('Free from 50 €.')}</w:footnote></w:footnotes>`;
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const relations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="r9" Type="${office}/footnotes" Target="footnotes.xml"/></Relationships>`;
    const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const body =
      wordParagraph('Shipping', 'Heading1') +
      paragraph(run('A parcel costs 5 €') + reference + run(' in Germany.') + reference) +
      wordParagraph('Returns', 'Heading1') +
      wordParagraph('Thirty days.');
    const parts = { 'word/footnotes.xml': note, 'word/_rels/document.xml.rels': relations };
    expect(await textOf(body, '', parts)).toBe(
      '# Shipping\n\nA parcel costs 5 € in Germany.\n\nFree from 50 €.\n\n# Returns\n\nThirty days.',
    );
  });
});

describe('A hostile body of a Word document', () => {
  const styles = new WordStyles(null);

  test.each([
    ['unclosed texts', `<w:p><w:r><w:rPr><w:vanish/></w:rPr>${'<w:t>'.repeat(300_000)}`],
    ['unclosed guides', `<w:p>${'<w:rt>'.repeat(300_000)}`],
    ['unclosed properties', `<w:p>${'<w:pPr><w:rPr>'.repeat(150_000)}`],
    ['nested drawings', '<w:drawing><w:txbxContent>'.repeat(100_000)],
    ['open paragraphs with tabs', `<w:p>${'<w:tab/>'.repeat(300_000)}</w:p>`],
    ['long attributes', `<w:p><w:pPr><w:pStyle w:val="${'x'.repeat(2_000_000)}"/></w:pPr></w:p>`],
  ])('is prepared in linear time: %s', (_, xml) => {
    const began = process.cpuUsage();
    prepareBody(writeTabs(openTextBoxes(xml)), styles);
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  });

  test('is refused when its paragraphs are nested without end', () => {
    expect(() => prepareBody('<w:p>'.repeat(1_000), styles)).toThrow('nested too deeply');
  });
});

test('Paragraphs of very many sizes get their levels in linear time', () => {
  const paragraphs = new SizedParagraphs();
  const add = (text: string, size: number, slot: number) => {
    paragraphs.text(`${text}<`, 0, size);
    paragraphs.end(slot, { isHeading: false, isFixed: false });
  };
  for (let slot = 0; slot < 160_000; slot += 1) add('Ab', 200_000 - slot, slot);
  add('text '.repeat(200_000), 20, 160_000);
  const began = process.cpuUsage();
  expect(paragraphs.headings()).toHaveLength(160_000);
  expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
});
