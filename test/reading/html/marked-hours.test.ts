/** Facts that pages hold in their markup, and marks of wikis that say nothing. */
import { expect, test } from 'vitest';
import { pageText } from './pages.ts';

const textOf = (body: string) => pageText(`<!doctype html><title>Page</title><body>${body}`);
const meta = (content: string) => `<meta itemprop="openingHours" content="${content}">`;

test('Opening hours that only search engines see are read', () => {
  const text = textOf(`<main><p>Bread from our own mill.</p><div itemscope itemtype="https://schema.org/Bakery">
    <span itemprop="name">Miller’s</span>${meta('Mo-Fr 06:00-18:00')}${meta('Sa 06:00-13:00')}</div></main>`);
  expect(text).toContain('Opening hours: Mo-Fr 06:00-18:00, Sa 06:00-13:00');
});

test('Opening hours that the page shows beside them are said once', () => {
  const text = textOf(
    `<main><p>Bread.</p><div>Monday to Friday 6:00 to 18:00 ${meta('Mo-Fr 06:00-18:00')}</div></main>`,
  );
  expect(text).toBe('Bread.\n\nMonday to Friday 6:00 to 18:00');
});

test('Links to edit a wiki and to its references are no part of its text', () => {
  const text = textOf(`<main><h2>History<span class="mw-editsection">[<a>edit</a>]</span></h2>
    <p>A factory polluted it.<sup class="reference"><a>[2]</a></sup> It is clean.</p>
    <p class="reference">Order [12] by telephone.</p></main>`);
  expect(text).toBe('## History\n\nA factory polluted it. It is clean.\n\nOrder [12] by telephone.');
});

test('Lines in a large font of old pages are headings of the text below', () => {
  const text = textOf(`<center><font size="6">Garage Bauer</font></center>
    <p><font size="+2">Tyres</font><br>A change of wheels costs 35 euros.</p>
    <p><font size="2">Prices include the fitting</font><br>and the balancing.</p>`);
  expect(text).toContain('# Garage Bauer');
  expect(text).toMatch(/^#+ Tyres\n\nA change/m);
  expect(text).not.toMatch(/# Prices/);
});
