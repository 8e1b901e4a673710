import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../support/growth.ts';
import { pageText } from './pages.ts';

const page = (body: string) => pageText(`<main><h1>Branches</h1>${body}</main>`);

describe('An item that is not displayed yet', () => {
  const branch = (town: string, attributes = '') =>
    `<div class="branch" ${attributes}><h3>${town}</h3><p>Open every day but Sunday, telephone 0113 496 0000.</p></div>`;

  test('is read beside one of its kind that is displayed', () => {
    const text = page(`${branch('Leeds')}${branch('Hull', 'style="display:none"')}${branch('York', 'hidden')}`);
    expect(text).toMatch(/Hull[\s\S]*York/);
  });

  test('is read as a row of a table', () => {
    const row = (name: string, price: string, attributes = '') =>
      `<tr ${attributes}><td>${name}</td><td>${price}</td></tr>`;
    const text = page(
      `<table>${row('Standard delivery', '£4.90')}${row('Delivery on Saturday', '£9.90', 'style="display: none"')}</table>`,
    );
    expect(text).toContain('Delivery on Saturday | £9.90');
  });

  test.each([
    ['no other is displayed', branch('Hull', 'hidden').repeat(2)],
    ['it says the same', `${branch('Hull')}<p>Hull.</p>${branch('Hull', 'hidden')}`],
    [
      'it is a message',
      `<div class="form-message">Please fill in all the fields of this form.</div><div class="form-message" hidden>Hull: thank you, we have received your message.</div>`,
    ],
    ['a script fills it', `${branch('Leeds')}${branch('Hull {{town}}', 'hidden')}`],
    ['it is another language', `${branch('Leeds', 'lang="en"')}${branch('Hull', 'lang="fr" hidden')}`],
  ])('is left out when %s', (_, body) => {
    expect(page(`<p>We have branches in the north.</p>${body}`).match(/Hull/g)?.length ?? 0).toBe(
      body.includes('<p>Hull.') ? 2 : 0,
    );
  });

  test.each([
    ['beside each other', '<div class="a" hidden><p>words that are not displayed at the moment</p></div>', 4_000],
    [
      'within each other',
      '<div class="a">shown words of this item, and some more</div><div class="a" hidden>hidden words of this item, and more',
      1_000,
    ],
  ])('is found in linear time among very many %s', (_, part, most) => {
    expectLinear(most, (count) => {
      pageText(`<body>${part.repeat(count)}</body>`);
    });
  });
});
