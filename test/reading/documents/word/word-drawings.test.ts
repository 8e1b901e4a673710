import { describe, expect, test } from 'vitest';
import { readDocx } from '../../../../src/reading/documents/word/read-docx.ts';
import { documentText } from '../../../../src/text/document.ts';
import { docxOf, wordParagraph } from '../../../support/files/documents.ts';

const cached = (values: readonly string[], format = '') =>
  `${format === '' ? '' : `<c:formatCode>${format}</c:formatCode>`}${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}`;
const titled = (text: string) => `<c:title><c:tx><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:tx></c:title>`;
const chart = (values: string) =>
  `<?xml version="1.0"?><c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart>${titled('Occupancy')}<c:plotArea><c:barChart><c:ser><c:tx>${cached(['Rooms &amp; suites'])}</c:tx><c:cat>${cached(['May', 'June'])}</c:cat><c:val>${values}</c:val></c:ser></c:barChart><c:catAx>${titled('Month')}</c:catAx><c:valAx>${titled('Share of nights')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
const point = (text: string) => `<d:pt><d:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></d:t></d:pt>`;
const diagram = `<?xml version="1.0"?><d:dataModel xmlns:d="d" xmlns:a="a"><d:ptLst>${point('Plan')}${point('Build')}<d:pt type="pres"/></d:ptLst></d:dataModel>`;
const relations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="x/styles" Target="styles.xml"/><Relationship Id="rC" Type="x/chart" Target="charts/chart1.xml"/><Relationship Id="rD" Type="x/diagramData" Target="diagrams/data1.xml"/></Relationships>`;

const drawing = (content: string) =>
  `<w:p xmlns:c="c" xmlns:dgm="d" xmlns:r="r"><w:r><w:drawing>${content}</w:drawing></w:r></w:p>`;
const CHART = drawing('<c:chart r:id="rC"/>');
const DIAGRAM = drawing('<dgm:relIds r:dm="rD" r:lo="rX"/>');

const textOf = async (body: string, values: string) =>
  documentText(
    await readDocx(
      docxOf(wordParagraph('Before') + body + wordParagraph('After'), '', '', {
        'word/_rels/document.xml.rels': relations,
        'word/charts/chart1.xml': chart(values),
        'word/diagrams/data1.xml': diagram,
      }),
    ),
  );

describe('Drawings of a Word document', () => {
  test('are read where they stand: charts as a table with its unit, SmartArt as paragraphs', async () => {
    expect(await textOf(CHART + DIAGRAM, cached(['5', '8.100000000000001'], 'General'))).toBe(
      'Before\n\nOccupancy\n\nShare of nights\n\nMonth | Rooms & suites\nMay | 5\nJune | 8.1\n\nPlan\n\nBuild\n\nAfter',
    );
  });

  test.each([
    ['0.0%', '0.425', '42.5%'],
    ['[$-409]d\\-mmm\\-yy;@', '45000', '2023-03-15'],
    ['#,##0&quot; yards&quot;', '45000', '45000'],
    ['#,##0.0_ ;-#,##0.0', '56.309121925793896', '56.3'],
    ['0', '4.4000000000000004', '4'],
    ['#,##0,', '45512', '45512'],
    ['General', '', ''],
  ])('show values in the format %s', async (format, value, shown) => {
    expect(await textOf(CHART, cached([value], format))).toContain(`\nMay | ${shown}\n`);
  });

  test('are left out where their part is missing or damaged', async () => {
    expect(await textOf(drawing('<c:chart r:id="rNone"/>'), '')).toBe('Before\n\nAfter');
    expect(await textOf(CHART + DIAGRAM, '<c:pt')).toBe('Before\n\nPlan\n\nBuild\n\nAfter');
  });

  test('do not fill the memory where a hostile body shows one chart without end', async () => {
    const long = cached(
      Array.from({ length: 200 }, () => '7'.repeat(2_000)),
      '@',
    );
    const text = await textOf(CHART.repeat(200), long);
    expect(text.length).toBeLessThan(2_000_000);
    expect(text).toContain('After');
  });
});
