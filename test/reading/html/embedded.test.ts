import { describe, expect, test } from 'vitest';
import { FILLER, pageText, readPage } from './pages.ts';

const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

describe('a page that scripts would write', () => {
  test('is read from the data of Next.js: sentences, their titles and prices, nothing that a program named', () => {
    const text = pageText(
      `<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${json({
        buildId: 'aB3dE5fG7hI9',
        page: '/products/[slug]',
        props: {
          pageProps: {
            _nextI18Next: { initialI18nStore: { en: { common: { cart: 'Your cart is empty at the moment.' } } } },
            product: {
              id: '0f8fad5b-d9cb-469f-a165-70867728950e',
              slug: 'travel-mug',
              title: 'Travel mug',
              image: 'https://cdn.example.com/mugs/travel-mug.jpg',
              price: 24.5,
              currency: 'EUR',
              body: '<p>Keeps tea <b>hot</b> for six hours.</p><ul><li>Fits every cup holder of a car.</li></ul>',
            },
          },
        },
      })}</script></body>`,
    );
    expect(text).toBe(
      '## Travel mug\n\nPrice: 24.5 EUR\n\nKeeps tea hot for six hours.\n\n- Fits every cup holder of a car.',
    );
  });

  test('is read from the rows of the app router, without menus', () => {
    const rows = [
      '2:T1b,Delivery takes three days.\n1:["$","main",null,{"children":[["$","h1",null,{"children":"Delivery"}],["$","p",null,{"children":["$2"," Except ",["$","b",null,{"children":"Sundays"}]]}],["$","$L9",null,{"children":["$","p",null,{"children":"Nine & more countries."}]}]]}]\n',
      '0:[["$","nav",null,{"children":"Menu entry"}],"$L1","$Sreact.suspense"]\n',
    ];
    const pushed = rows.map((row) => `<script>self.__next_f.push([1,${json(row)}])</script>`).join('');
    const text = pageText(`<body><div></div><script src="/_next/static/a.js"></script>${pushed}</body>`);
    expect(text).toBe('# Delivery\n\nDelivery takes three days. Except Sundays\n\nNine & more countries.');
    expect(readPage(`<body>${pushed}<script src="/_next/a.js"></script></body>`).kind).toBe('nextjs');
  });

  test('is read from the payload of Nuxt 3', () => {
    const flat = [
      ['ShallowReactive', 1],
      { data: 2, state: 6 },
      { 'faq-page': 3 },
      { question: 4, answer: 5, self: 3 },
      'When do you open?',
      'We open at nine in the morning.',
      { secret: 7 },
      'A sentence of the state that is not on the page.',
    ];
    const script = `<script type="application/json" id="__NUXT_DATA__">${json(flat)}</script>`;
    expect(pageText(`<body><div id="__nuxt"></div>${script}</body>`)).toBe(
      '## When do you open?\n\nWe open at nine in the morning.',
    );
  });

  test('is read from the script of Nuxt 2, which is never run', () => {
    const script = `window.__NUXT__=(function(a,b){globalThis.hacked=true;return {data:[{title:"Returns",text:"You may return\\u0020everything within 30 days.",c:"btn btn-primary",u:"https://a.example/b"}]}}(1,2))`;
    const text = pageText(`<body><div id="__nuxt"></div><script>${script}</script></body>`);
    expect(text).toBe('You may return everything within 30 days.');
    expect('hacked' in globalThis).toBe(false);
  });

  test('is read from its article for search engines', () => {
    const article = {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'News',
      articleBody: FILLER.trim(),
    };
    const text = pageText(
      `<body><div id="root"></div><script src="/a.js"></script><script type="application/ld+json">${json(article)}</script></body>`,
    );
    expect(text).toBe(`## News\n\n${FILLER.trim()}`);
  });

  test('stays sparse when its data says nothing', () => {
    const data = { props: { pageProps: { ids: ['a1', 'b2'], path: '/a/b', style: 'margin: 0; color: red', n: 4 } } };
    const page = readPage(
      `<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${json(data)}</script></body>`,
    );
    expect(page).toMatchObject({ kind: 'nextjs', document: { blocks: [] } });
    expect(pageText('<body><div id="__next"></div><script id="__NEXT_DATA__">{"broken": </script></body>')).toBe('');
  });
});

describe('any page', () => {
  const questions = {
    '@type': 'FAQPage',
    mainEntity: [
      {
        '@type': 'Question',
        name: 'Do you ship?',
        acceptedAnswer: { '@type': 'Answer', text: '<p>Yes, we do ship.</p>' },
      },
      { '@type': 'Question', name: 'Is it free?', acceptedAnswer: { '@type': 'Answer', text: 'From 50 euros on.' } },
    ],
  };

  test('gets the answers that only its structured data gives', () => {
    const text = pageText(
      `<main><p>${FILLER}</p><p>Is it free? From <b>50</b> euros on!</p></main><script type="application/ld+json">${json({ '@graph': [questions] })}</script>`,
    );
    expect(text).toContain('## Do you ship?\n\nYes, we do ship.');
    expect(text.match(/euros on/g)).toHaveLength(1);
  });

  test('gets the price of its product and the hours of its shop', () => {
    const product = {
      '@type': ['Product'],
      name: 'Anvil',
      description: 'Forged by hand in one piece.',
      offers: { '@type': 'Offer', price: '99.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    };
    const shop = {
      '@type': 'HardwareStore',
      name: 'Acme',
      telephone: '+1 555 0100',
      address: { streetAddress: '1 Main Street', addressLocality: 'Springfield' },
      openingHoursSpecification: [{ dayOfWeek: ['Monday', 'Friday'], opens: '09:00', closes: '17:00' }],
    };
    const text = pageText(
      `<main><p>${FILLER}</p></main><script type="application/ld+json">${json([product, shop])}</script>`,
    );
    expect(text).toContain(
      '## Anvil\n\nForged by hand in one piece.\n\nPrice: 99.00 USD\n\nAvailability: In stock\n\n## Acme\n\nTelephone: +1 555 0100\n\nAddress: 1 Main Street, Springfield\n\nOpening hours: Monday, Friday 09:00 to 17:00',
    );
  });

  test('has what structured data tells of a hotel and of the delivery of a product', () => {
    const day = (name: string, opens: string, closes: string) => ({ dayOfWeek: name, opens, closes });
    const hotel = {
      ...{ '@type': 'Hotel', name: 'Seeblick', checkinTime: '15:00:00', checkoutTime: '11:00', petsAllowed: false },
      openingHoursSpecification: [day('Sunday', '00:00', '00:00'), day('Monday', '00:00', '23:59')],
      hasMenu: { hasMenuSection: [{ hasMenuItem: [{ '@type': 'MenuItem', name: 'Tea', offers: { price: '2.50' } }] }] },
      amenityFeature: [
        { name: 'Sauna', value: true },
        { name: 'Pool', value: false },
      ],
    };
    const shippingDetails = {
      shippingRate: { value: '3.90', currency: 'EUR' },
      deliveryTime: { transitTime: { minValue: 1, maxValue: 3, unitCode: 'DAY' } },
    };
    const offers = { price: '19.90', shippingDetails, hasMerchantReturnPolicy: { merchantReturnDays: 30 } };
    const socks = { '@type': 'Product', name: 'Socks', material: 'Wool', weight: { value: 90, unitText: 'g' }, offers };
    const text = pageText(
      `<main><p>${FILLER}</p></main><script type="application/ld+json">${json([hotel, socks])}</script>`,
    );
    expect(text.split('\n\n').slice(1)).toEqual([
      ...['## Seeblick', 'Opening hours: Sunday closed; Monday all day', 'Check-in: 15:00', 'Check-out: 11:00'],
      ...['Amenities: Sauna', 'Pets: not allowed', 'Tea: 2.50'],
      ...['## Socks', 'Price: 19.90', 'Material: Wool', 'Weight: 90 g'],
      ...['Shipping: 3.90 EUR, 1–3 days', 'Returns: within 30 days'],
    ]);
  });

  test('survives structured data of any shape', () => {
    const nested = '['.repeat(5_000) + ']'.repeat(5_000);
    for (const data of [nested, '{"@graph": 7}', '{"@type":"Question","acceptedAnswer":null}', 'no json', '"text"']) {
      expect(pageText(`<main><p>${FILLER}</p></main><script type="application/ld+json">${data}</script>`)).toBe(
        FILLER.trim(),
      );
    }
  });
});

test.each([
  [
    'prices nested without end',
    `{"@type":"Product","offers":${nested('{"priceSpecification":', '{"price":"3"}', '}')}}`,
  ],
  ['a type nested without end', `{"@type":${nested('[', '"Product"', ']')}}`],
  ['a type that is no text', '{"@type":{"toString":1,"valueOf":1}}'],
])('structured data with %s does not keep a page from being read', (_, data) => {
  expect(pageText(`<h1>Mug</h1><p>${FILLER}</p><script type="application/ld+json">${data}</script>`)).toContain('Mug');
});

function nested(open: string, inside: string, close: string): string {
  return open.repeat(9_000) + inside + close.repeat(9_000);
}
