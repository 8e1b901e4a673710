import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readPptx } from '../../../../src/reading/documents/powerpoint/read-pptx.ts';
import { encryptedDocx } from '../../../support/files/documents.ts';
import { placeholder, pptxOf, shape, textParagraph, titleShape } from '../../../support/files/presentation.ts';

const frame = (content: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;
const blocksOf = (shapes: string, more: object = {}) => readPptx(pptxOf([{ shapes, ...more }])).blocks;

describe('a presentation of PowerPoint 2007 and later', () => {
  test('is read in the order in which it is shown, without what layouts prompt', () => {
    const slides = ['One', 'Two', 'Three'].map((text) => ({ shapes: titleShape(text) }));
    expect(readPptx(pptxOf(slides, [2, 0, 1])).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'Three' },
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'heading', level: 1, text: 'Two' },
    ]);
  });

  test('leaves out slides that the show hides, but for a presentation of nothing else', () => {
    const slides = [{ shapes: titleShape('Prices') }, { shapes: titleShape('Last year'), isHidden: true }];
    const heading = (text: string) => ({ kind: 'heading', level: 1, text });
    expect(readPptx(pptxOf(slides)).blocks).toEqual([heading('Prices')]);
    expect(readPptx(pptxOf(slides.slice(1))).blocks).toEqual([heading('Last year')]);
  });

  test('has its points as lists, groups opened, numbers of slides left out', () => {
    const points =
      textParagraph('At nine') +
      textParagraph('On Sundays', '<a:pPr lvl="1"/>') +
      textParagraph('Plain', '<a:pPr><a:buNone/></a:pPr>');
    const shapes = `${shape(points, '<p:ph idx="1"/>')}<p:grpSp><p:grpSp>${shape('<a:p><a:r><a:t>Two</a:t></a:r><a:br/><a:r><a:t>lines</a:t></a:r></a:p>')}</p:grpSp></p:grpSp>${shape(textParagraph('7'), placeholder('sldNum'))}${titleShape('Opening')}`;
    expect(blocksOf(shapes)).toEqual([
      { kind: 'heading', level: 1, text: 'Opening' },
      { kind: 'list-item', depth: 0, marker: '-', text: 'At nine' },
      { kind: 'list-item', depth: 1, marker: '-', text: 'On Sundays' },
      { kind: 'paragraph', text: 'Plain' },
      { kind: 'paragraph', text: 'Two\nlines' },
    ]);
  });

  test('keeps the notes of its speaker with their slide', () => {
    const notes =
      shape(textParagraph('Say hello'), placeholder('body')) + shape(textParagraph('3'), placeholder('sldNum'));
    expect(blocksOf(titleShape('One'), { notes })).toEqual([
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'heading', level: 2, text: 'Notes' },
      { kind: 'paragraph', text: 'Say hello' },
    ]);
  });

  test('keeps tables as rows', () => {
    const row = (...cells: string[]) =>
      `<a:tr>${cells.map((text) => `<a:tc><a:txBody>${textParagraph(text)}</a:txBody></a:tc>`).join('')}</a:tr>`;
    const table = `<a:tbl><a:tblPr firstRow="1"/>${row('Name', 'Price')}${row('Anvil', '99')}</a:tbl>`;
    expect(blocksOf(titleShape('Prices') + frame(table)).slice(1)).toEqual([
      { kind: 'table', header: 'Name | Price', rows: ['Anvil | 99'] },
    ]);
  });

  test('repeats cells that span rows or columns', () => {
    const cell = (text: string, spans = '') => `<a:tc${spans}><a:txBody>${textParagraph(text)}</a:txBody></a:tc>`;
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('Course')}${cell('Day')}${cell('Time')}</a:tr><a:tr>${cell('Kids', ' rowSpan="2"')}${cell('Saturday')}${cell('10:00')}</a:tr><a:tr>${cell('', ' vMerge="1"')}${cell('On request', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr></a:tbl>`;
    expect(blocksOf(titleShape('Courses') + frame(table)).slice(1)).toEqual([
      {
        kind: 'table',
        header: 'Course | Day | Time',
        rows: ['Kids | Saturday | 10:00', 'Kids | On request | On request'],
      },
    ]);
  });

  const box = (text: string, [left, top, width, height]: readonly number[], size = 1800) =>
    shape(`<a:p><a:r><a:rPr sz="${size}"/><a:t>${text}</a:t></a:r></a:p>`).replace(
      '</p:nvSpPr>',
      `</p:nvSpPr><p:spPr><a:xfrm><a:off x="${left}" y="${top}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm></p:spPr>`,
    );
  const linesOf = (shapes: string) => blocksOf(shapes).map((block) => ('text' in block ? block.text : ''));

  test('is read in rows and columns of text boxes, in whatever order they were drawn', () => {
    const cards = [
      box('Call us', [0, 900, 900, 60]),
      box('Shop', [500, 300, 400, 60]) + box('Shoes', [500, 370, 400, 100]),
      box('Open daily', [0, 370, 400, 100]) + box('Café', [0, 300, 400, 60]),
      box('On site', [0, 0, 900, 100], 3200),
    ];
    expect(linesOf(cards.join(''))).toEqual(['On site', 'Café', 'Open daily', 'Shop', 'Shoes', 'Call us']);
    const hours = ['Monday', 'Tuesday'].map((day, at) => [
      box(day, [0, 300 + 200 * at, 200, 60]),
      box(`from ${8 + at}`, [210, 300 + 200 * at, 200, 60]),
    ]);
    expect(
      linesOf(titleShape('Hours') + hours.map(([, from]) => from).join('') + hours.map(([day]) => day).join('')),
    ).toEqual(['Hours', 'Monday', 'from 8', 'Tuesday', 'from 9']);
  });

  test('has a title in larger letters where a design tool named none', () => {
    const [title] = blocksOf(box('Open daily', [0, 300, 400, 60]) + box('Café', [0, 0, 400, 100], 3200));
    expect(title).toEqual({ kind: 'heading', level: 1, text: 'Café' });
    const points = shape(textParagraph('Point'), '<p:ph idx="1"/>');
    expect(blocksOf(points + box('Small print', [0, 900, 400, 60], 1200))[0]).toMatchObject({ text: 'Slide 1' });
  });

  test('is read fast with very many text boxes', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => box(`Box ${at}`, [at, at, 1, 1])).join('');
    const few = Array.from({ length: 200 }, (_, at) => box(`Box ${at}`, [900 - 3 * at, at, 2, 900])).join('');
    expect(blocksOf(many)).toHaveLength(20_001);
    expect(linesOf(few).slice(1, 3)).toEqual(['Box 199', 'Box 198']);
  });

  test('reads diagrams and charts from the parts that draw them', () => {
    const point = (type: string, text: string) =>
      `<d:pt ${type}><d:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></d:t></d:pt>`;
    const diagram = `<d:dataModel xmlns:d="d" xmlns:a="a"><d:ptLst>${point('', 'Plan')}${point('type="node"', 'Build')}${point('type="pres"', 'No')}</d:ptLst></d:dataModel>`;
    const cached = (...values: string[]) =>
      values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:tx></c:title><c:ser><c:tx>${cached('Anvils')}</c:tx><c:cat>${cached('May', 'June')}</c:cat><c:val>${cached('5', '8')}</c:val></c:ser></c:chart></c:chartSpace>`;
    const shapes = `${titleShape('Drawn')}${frame('<x:relIds xmlns:x="x" r:dm="rIdD"/>')}${frame('<c:chart xmlns:c="c" r:id="rIdC"/>')}`;
    const parts = {
      rIdD: { type: 'diagramData', name: 'diagrams/data1.xml', markup: diagram },
      rIdC: { type: 'chart', name: 'charts/chart1.xml', markup: chart },
    };
    expect(blocksOf(shapes, { parts }).slice(1)).toEqual([
      { kind: 'list-item', depth: 0, marker: '-', text: 'Plan' },
      { kind: 'list-item', depth: 0, marker: '-', text: 'Build' },
      { kind: 'paragraph', text: 'Sales' },
      { kind: 'table', header: ' | Anvils', rows: ['May | 5', 'June | 8'] },
    ]);
  });

  test('reads one form of what is there in two', () => {
    const formula = `<a:p><mc:AlternateContent><mc:Choice><m:oMath><m:t>a²</m:t></m:oMath></mc:Choice><mc:Fallback><a:r><a:t>picture</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>`;
    expect(blocksOf(titleShape('Formula') + shape(formula)).slice(1)).toEqual([{ kind: 'paragraph', text: 'a²' }]);
  });

  const edited = (name: string, edit: (markup: string) => string) => {
    const parts = unzipSync(pptxOf([{ shapes: titleShape('One') }]));
    return zipSync({ ...parts, [name]: strToU8(edit(strFromU8(parts[name] ?? new Uint8Array()))) });
  };
  const slide = 'ppt/slides/slide0.xml';

  test.each([
    ['with a password', encryptedDocx(), 'The document is password-protected'],
    [
      'that would load something from outside',
      edited(slide, (markup) => markup.replace('?>', '?><!DOCTYPE x SYSTEM "file:///etc/passwd">')),
      'The document is damaged: one of its parts declares a document type',
    ],
    [
      'with a part that is cut off',
      edited(slide, (markup) => markup.slice(0, -40)),
      'The document is damaged: one of its parts is not well-formed',
    ],
    [
      'that names a slide it has not',
      edited('ppt/_rels/presentation.xml.rels', (markup) => markup.replace('slide0', 'slide9')),
      'The document is damaged: a slide is missing',
    ],
    [
      'nested without end',
      edited(slide, (markup) => markup.replace('<p:spTree>', `<p:spTree>${'<p:grpSp>'.repeat(100_000)}`)),
      'The document is damaged: its parts are nested too deeply',
    ],
    ['without a presentation', zipSync({ 'a.txt': strToU8('x') }), 'The document is damaged: it holds no presentation'],
  ])('%s says so', (_what, bytes, reason) => {
    expect(() => readPptx(bytes)).toThrow(reason);
  });
});
