/** Facts of visitors that pages tell in few words or in places of their own. */
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../support/growth.ts';
import { pageText } from './pages.ts';

const PROSE = '<p>The rooms are above the harbour, each with a bathroom of its own and a view of the boats.</p>';
const page = (body: string) => pageText(`<main><h1>Rooms</h1>${PROSE}${body}</main>`);
const pageWithData = (data: unknown) =>
  pageText(
    `<title>Page</title><script type="application/ld+json">${JSON.stringify(data)}</script><main><h1>Page</h1>${PROSE.repeat(3)}</main>`,
  );

describe('A page', () => {
  test('keeps words that lie over a picture, and loses windows that lie over the page', () => {
    const text = page(
      `<div class="card"><img src="a.jpg"><div class="card-img-overlay"><h5>Attic</h5><p>£95 a night</p></div></div>
       <div class="popup-overlay"><p>Sign up for our letter.</p></div><div class="js-lightbox-gallery"><p>Towels are £5.</p></div>`,
    );
    expect(text).toContain('£95');
    expect(text).toContain('Towels are £5.');
    expect(text).not.toContain('Sign up');
  });

  test('keeps what stands in a hero above its main part', () => {
    const text = pageText(
      `<div class="hero"><div class="hero-inner"><h2>Sailing every day</h2><p>From 1 April to 31 October, dogs travel free of charge.</p></div></div>
       <main><h1>Ferry</h1>${PROSE}</main>`,
    );
    expect(text).toContain('dogs travel free');
  });

  test('is about its comments when its main part holds little else', () => {
    const said =
      '<div class="match-comment"><p>60’ – a corner, which the keeper catches without an effort.</p></div>'.repeat(6);
    const text = pageText(
      `<nav><a href="/">Home</a></nav><div>${PROSE.repeat(8)}</div><main><h1>Live</h1><div class="live-comments">${said}</div></main>`,
    );
    expect(text).toContain('60’');
  });

  test('has a table whose columns begin with the headings of plans', () => {
    const text = page(
      `<table><thead><tr><td></td><th><h3>Starter</h3><p>€9 a month</p></th><th><h3>Team</h3><p>€29 a month</p></th></tr></thead>
       <tbody><tr><th>Storage</th><td>5 GB</td><td>100 GB</td></tr></tbody></table>`,
    );
    expect(text).toContain(' | Starter €9 a month | Team €29 a month\nStorage | 5 GB | 100 GB');
  });

  test('has a definition of several items in one line with its term', () => {
    const text = page(
      '<dl><dt>Output</dt><dd>9 kW</dd><dt>Sizes</dt><dd><ul><li>Indoor 60 × 70 cm</li><li>Outdoor 110 × 90 cm</li></ul></dd></dl>',
    );
    expect(text).toContain('- Output: 9 kW\n- Sizes: Indoor 60 × 70 cm; Outdoor 110 × 90 cm');
  });

  test('has prices in the digits of its script', () => {
    const dish = (name: string, price: string) => `<li class="dish"><span>${name}</span><p>${price}</p></li>`;
    expect(page(`<ul>${dish('قهوة عربية', '١٥ ر.س')}${dish('كنافة', '٢٥٫٥٠ ر.س')}</ul>`)).toContain(
      'كنافة – ٢٥٫٥٠ ر.س',
    );
  });

  test('has times apart that a style parts', () => {
    expect(page('<p>Monday <time>09:00</time><time>18:00</time></p>')).toContain('Monday 09:00 18:00');
  });

  test('of Word has items where Word draws marks', () => {
    const mark = (sign: string) =>
      `<span style='font-family:Symbol'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>`;
    const text = page(
      `<p class=MsoListParagraphCxSpFirst>${mark('·')}Juniors pay half.</p><p class=MsoListParagraphCxSpLast>${mark('a')}b of it.</p>`,
    );
    expect(text).toContain('- Juniors pay half.\n\na');
  });

  test('that Google Docs publishes has no banner', () => {
    const text = pageText(
      `<div id="banners"><div id="publish-banner">Published using Google Docs</div><div id="title-banner"><div id="title">Rules</div></div></div><div id="contents">${PROSE}</div>`,
    );
    expect(text).not.toMatch(/Published|Rules/);
  });

  test('has the lead that its data mark, beside the article that they mark', () => {
    const text = pageText(
      `<meta property="og:type" content="article"><h3 itemprop="headline">News of the house</h3><div class="teaser-text" itemprop="description"><ul><li>The lift is closed from 3 to 9 May for repairs by the maker.</li></ul></div>
       <div itemprop="articleBody">${PROSE.repeat(12)}</div>`,
    );
    expect(text).toContain('3 to 9 May');
    expect(text).toContain('News of the house');
  });
});

describe('Structured data', () => {
  const recipe = {
    '@type': 'Recipe',
    name: 'Pancakes',
    recipeYield: ['4', '4 servings'],
    totalTime: 'PT1H30M',
    recipeIngredient: ['250 g flour', '2 eggs'],
    recipeInstructions: [
      {
        '@type': 'HowToSection',
        name: 'Batter',
        itemListElement: [{ '@type': 'HowToStep', text: 'Rest it for 15 minutes.' }],
      },
      'Fry two minutes a side.',
    ],
  };

  test('tells a recipe that the page does not show', () => {
    const text = pageWithData(recipe);
    expect(text).toContain('Yield: 4 servings\n\nTotal time: 1 h 30 min\n\n- 250 g flour\n- 2 eggs');
    expect(text).toContain('Batter\n\nRest it for 15 minutes.\n\nFry two minutes a side.');
  });

  test('tells no ingredients again of which the page words one otherwise', () => {
    const data = `<script type="application/ld+json">${JSON.stringify(recipe)}</script>`;
    const text = pageText(
      `${data}<main><h1>Pancakes</h1>${PROSE.repeat(3)}<ul><li>250g flour</li><li>two eggs</li></ul></main>`,
    );
    expect(text).not.toContain('2 eggs');
  });

  test('tells steps whose directions are nested', () => {
    const step = {
      '@type': 'HowToStep',
      name: 'Press the button',
      itemListElement: { text: 'Hold it for five seconds.' },
    };
    expect(pageWithData({ '@type': 'HowTo', name: 'Reset', step: [step] })).toContain('Hold it for five seconds.');
  });

  test('tells the properties of a product, the pay of a job and the hours of any kind of place', () => {
    const text = pageWithData([
      {
        '@type': 'Product',
        name: 'Shoe',
        sku: 'TX3-42',
        additionalProperty: [{ name: 'Drop', value: 6, unitText: 'mm' }],
      },
      {
        '@type': 'JobPosting',
        title: 'Baker',
        hiringOrganization: { name: 'Mill' },
        validThrough: '2026-05-01T00:00',
        employmentType: 'PART_TIME',
        baseSalary: { currency: 'EUR', value: { minValue: 18, maxValue: 21, unitText: 'HOUR' } },
        jobLocation: { address: { addressLocality: 'Hull' } },
      },
      { '@type': 'Bakery', name: 'Mill', openingHours: 'Mo-Fr 06:00-18:00' },
    ]);
    expect(text).toContain('Article number: TX3-42\n\nProperties: Drop: 6 mm');
    expect(text).toContain(
      'Salary: 18 to 21 EUR per hour\n\nEmployment: Part time\n\nPlace of work: Hull\n\nApply until: 2026-05-01',
    );
    expect(text).toContain('Opening hours: Mo-Fr 06:00-18:00');
  });

  test('tells the whole article of which the page shows the beginning', () => {
    const rest = 'It closes at ten, and the last boat leaves a quarter of an hour later. '.repeat(20);
    expect(pageWithData({ '@type': 'NewsArticle', articleBody: rest })).toContain('the last boat');
    expect(pageWithData({ '@type': 'NewsArticle', articleBody: 'Another beginning.' })).not.toContain('Another');
  });

  test('that nests steps without end or in any shape is survived', () => {
    let step: unknown = 'end';
    for (let depth = 0; depth < 1_000; depth += 1) step = { itemListElement: [step, null, 5] };
    expect(pageWithData({ '@type': 'HowTo', name: 5, step, supply: [null, 7, {}] })).toContain('harbour');
  });

  test('in the markup tells prices and telephone numbers that only search engines see', () => {
    const meta = (name: string, value: string) => `<meta itemprop="${name}" content="${value}">`;
    expect(page(`<div>Lamp ${meta('price', '89.00')}${meta('priceCurrency', 'GBP')}</div>`)).toContain(
      'Price: 89.00 GBP',
    );
    expect(page(`<div>Lamp £89 ${meta('price', '89.00')}</div>`)).not.toContain('Price:');
    expect(page(`<div>Office ${meta('telephone', '+44 1482 496001')}</div>`)).toContain('Telephone: +44 1482 496001');
    expect(page(`<div>Call (01482) 496001 ${meta('telephone', '+44 1482 496001')}</div>`)).not.toContain('Telephone:');
  });
});

describe('A notice above a site', () => {
  const html = (notice: string) => `${notice}<main><h1>Bakery</h1>${PROSE}</main>`;
  const notice = '<aside class="notice-bar"><p>Closed on Good Friday. <button>Close</button></p></aside>';

  test('is told with its home page alone', () => {
    expect(pageText(html(notice), 'https://site.example/')).toContain('Closed on Good Friday.');
    expect(pageText(html(notice))).not.toContain('Good Friday');
  });

  test('is left out when it asks for consent or tells the result of a form', () => {
    const others =
      '<div class="notice-bar"><p>We use cookies.</p></div><div class="alert-message error">The code is wrong.</div>';
    expect(pageText(html(others), 'https://site.example/')).not.toMatch(/cookies|wrong/);
  });
});

test('A date with very many lines of letters T is read in linear time', () => {
  expectLinear(40_000, (count) => {
    pageWithData({
      '@type': 'JobPosting',
      hiringOrganization: { name: 'Mill' },
      validThrough: `${'T'.repeat(count)}\n.`,
    });
  });
});

test.each([
  ['notices', '<div class="notice-bar">some words of a notice', 1_500],
  ['marks of lists', '<p class="MsoListParagraph"><span style="font-family:Symbol">·</span>a', 8_000],
  ['marked prices', '<div><meta itemprop="price" content="1">a', 1_500],
  ['headings of plans', '<table><tr><th><h3>a</h3><th><h3>b</h3>', 400],
])('Very many %s are read in linear time', (_, part, most) => {
  expectLinear(most, (count) => {
    pageText(`<body>${part.repeat(count)}</body>`, 'https://site.example/');
  });
});
