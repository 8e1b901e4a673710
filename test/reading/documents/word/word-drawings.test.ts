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
    ['d. mmm', '45000', '2023-03-15'],
    ['h:mm', '0.4375', '10:30'],
    ['#,##0&quot; days&quot;', '45000', '45000'],
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

  test('name categories of several levels from the outermost to the innermost', async () => {
    const levels = `<c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${cached(['Q1', 'Q2', 'Q1', 'Q2'])}</c:lvl><c:lvl><c:pt idx="0"><c:v>2024</c:v></c:pt><c:pt idx="2"><c:v>2025</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`;
    const values = `${cached(['5', '6', '7', '8'])}</c:val></c:ser><c:ser><c:cat>${levels}</c:cat><c:val>`;
    const swapped = chart(values).replace(/<c:cat>.*?<\/c:cat>/, `<c:cat>${levels}</c:cat>`);
    const text = documentText(
      await readDocx(
        docxOf(CHART, '', '', { 'word/_rels/document.xml.rels': relations, 'word/charts/chart1.xml': swapped }),
      ),
    );
    for (const row of ['2024 Q1 | 5', '2024 Q2 | 6', '2025 Q1 | 7', '2025 Q2 | 8']) expect(text).toContain(`\n${row}`);
  });

  test('are read once, however many relationships lead to the same part, and not where they are data sets', async () => {
    const chartsRead = async (bytes: number, times: number) => {
      const ids = Array.from({ length: times }, (_, index) => `r${index}x`);
      const targets = ids.map((id) => `<Relationship Id="${id}" Type="x/chart" Target="charts/chart1.xml"/>`).join('');
      const parts = {
        'word/_rels/document.xml.rels': relations.replace('</Relationships>', `${targets}</Relationships>`),
        'word/charts/chart1.xml': `${chart(cached(['5']))}<!--${'x'.repeat(bytes)}-->`,
      };
      const body = ids.map((id) => drawing(`<c:chart r:id="${id}"/>`)).join('');
      return documentText(await readDocx(docxOf(body, '', '', parts))).match(/Occupancy/g)?.length ?? 0;
    };
    expect(await chartsRead(400_000, 30)).toBe(30);
    expect(await chartsRead(9_000_000, 1)).toBe(0);
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
