import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../support/growth.ts';
import { pageText } from './pages.ts';

const PROSE =
  '<p>The table is made of solid oak, oiled by hand, and seats eight people. It costs £1,250 with delivery.</p>';
const LINKS = ['Beech bench', 'Walnut stool', 'Ash sideboard'].map(
  (name) => `<li><a href="/p/${name}">${name}</a> £320</li>`,
);

describe('A section of links to other pages', () => {
  test.each([
    'You may also like',
    'Related products:',
    'Das könnte Sie auch interessieren …',
    'Meistkommentierte Artikel',
    'Weitere Artikel zum Thema',
    'Empfehlungen aus der Redaktion',
    'More on this story',
    'Te recomendamos',
    'Vous aimerez aussi',
    'También te puede interesar',
    'Читайте также',
    'おすすめ商品',
    '相关产品',
    'منتجات ذات صلة',
  ])('is left out by its heading: %s', (heading) => {
    const text = pageText(
      `<main><h1>Table</h1>${PROSE}<div><h2>${heading}</h2><ul>${LINKS.join('')}</ul></div></main>`,
    );
    expect(text).toContain('£1,250');
    expect(text).not.toMatch(/stool/);
    expect(text).not.toContain(heading);
  });

  test('is left out where nothing but the next heading ends it', () => {
    const text = pageText(
      `<main><h1>Table</h1>${PROSE}<h2>Related</h2><ul>${LINKS.join('')}</ul><h2>Care</h2><p>Oil it twice a year.</p></main>`,
    );
    expect(text).not.toMatch(/stool|Related/);
    expect(text).toContain('## Care\n\nOil it twice a year.');
  });

  test('is left out though its teasers are marked as articles', () => {
    const teasers = LINKS.map((link) => `<article>${link}</article>`).join('');
    const text = pageText(
      `<main><article><h1>Table</h1>${PROSE}</article><div class="related-posts">${teasers}</div></main>`,
    );
    expect(text).not.toContain('stool');
  });

  test('stays when it answers, and when its heading says more', () => {
    const answer =
      '<p>Wax needs to be renewed every year, and we do that in the workshop for £40 within two weeks of your call.</p>';
    expect(pageText(`<main><h1>Table</h1>${PROSE}<h2>Related topics</h2>${answer}</main>`)).toContain('£40');
    expect(pageText(`<main><h1>Table</h1>${PROSE}<h2>Related costs</h2><ul>${LINKS.join('')}</ul></main>`)).toContain(
      'stool',
    );
  });

  test('stays when the page is about it', () => {
    expect(pageText(`<body><h1>Table</h1><p>Oak.</p><h2>Similar products</h2><ul>${LINKS.join('')}</ul>`)).toContain(
      'stool',
    );
  });
});

test('Links to the page before and the page after are left out', () => {
  const link = (side: string, name: string) => `<a href="/${name}"><span>${side}</span><span>${name}</span></a>`;
  const text = pageText(
    `<main><h1>Limits</h1>${PROSE}<div>${link('Previous', 'Quickstart')}${link('Next', 'Errors')}</div>
     <div>${link('Older models', 'Mark I')} ${link('Parts', 'Legs')}</div></main>`,
  );
  expect(text).not.toMatch(/Quickstart|Errors/);
  expect(text).toContain('Mark I');
});

test.each([
  ['headings', '<h2>Related</h2><a href="/x">a</a>', 8_000],
  ['nested sections', '<div><h2>Related</h2><a href="/x">a</a>', 1_500],
  ['pairs of links', '<div><a href="/a">Previous</a><a href="/b">Next</a>', 1_500],
])('Very many %s are read in linear time', (_, part, most) => {
  expectLinear(most, (count) => {
    pageText(`<body>${part.repeat(count)}</body>`);
  });
});
