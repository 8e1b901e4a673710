import { describe, expect, test } from 'vitest';
import { FILLER, pageText } from './pages.ts';

const textOf = (html: string, url = 'https://shop.example/') => pageText(html, url);

describe('contact details', () => {
  test('in links are told, unless the link says them', () => {
    const text = textOf(`<main><p>${FILLER}</p><p><a href="mailto:desk@shop.example?subject=Hi">Write to us</a> or
      <a href="tel:+44-20-7946-0018"><svg></svg></a>, at night <a href="tel:+442079460019">020 7946 0019</a>,
      <a href="mailto:?body=https://shop.example">tell a friend</a>.</p></main>`);
    expect(text).toContain(
      'Write to us (desk@shop.example) or +44-20-7946-0018, at night 020 7946 0019, tell a friend.',
    );
  });

  test('that are protected from robots are told', () => {
    const key = 0x2a;
    const bytes = [key, ...Buffer.from('bo@shop.example').map((byte) => byte ^ key)];
    const hidden = Buffer.from(bytes).toString('hex');
    const text = textOf(`<main><p>${FILLER}</p><p>Ask <a href="/cdn-cgi/l/email-protection" class="__cf_email__"
      data-cfemail="${hidden}">[email&#160;protected]</a>.</p></main>`);
    expect(text).toContain('Ask bo@shop.example.');
  });
});

describe('the footer', () => {
  const page = (footer: string) =>
    `<html><head><title>Fern &amp; Fig</title></head><body><main><h1>Plants</h1><p>${FILLER}</p></main>${footer}</body></html>`;
  const footer = `<footer><div><h4>Visit</h4><p><a href="https://maps.example/x">12 Mill Lane, Leeds</a></p><p>Mon–Sat 9:00 – 17:30</p></div>
    <div><h4>More</h4><ul><li><a href="/about">About us</a></li><li><a href="/jobs">Jobs</a></li></ul></div>
    <form><p>News by mail</p></form><a href="https://social.example">Our pictures</a><p>© 2026 Fern &amp; Fig</p></footer>`;

  test('of a home page tells where the owner is and when it is open, without links and forms', () => {
    const text = `# Plants\n\n${FILLER.trim()}\n\n## Fern & Fig\n\n#### Visit\n\n12 Mill Lane, Leeds\n\nMon–Sat 9:00 – 17:30`;
    expect(textOf(page(footer))).toBe(text);
    expect(textOf(page(footer), 'https://shop.example/de/index.html')).toBe(text);
  });

  test('of any other page is left out', () => {
    expect(textOf(page(footer), 'https://shop.example/plants')).toBe(`# Plants\n\n${FILLER.trim()}`);
  });

  test('of a home page is read for a mailbox in it that is no link', () => {
    const text = textOf(page('<footer><p>14 Quay Street, Bristol · desk@shop.example</p></footer>'));
    expect(text).toContain('## Fern & Fig\n\n14 Quay Street, Bristol · desk@shop.example');
  });

  test('of a home page is left out when it tells nothing of the kind', () => {
    expect(textOf(page('<footer><p>Made with love.</p><a href="/imprint">Imprint</a></footer>'))).toBe(
      `# Plants\n\n${FILLER.trim()}`,
    );
  });

  test('is read with the sidebar, which the same home page may have', () => {
    const text = textOf(
      page('<aside class="sidebar"><h3>Open</h3><p>Wed–Sun 10:00–17:00</p><h3>Admission</h3><p>6 euros</p></aside>'),
    );
    expect(text).toMatch(/## Fern & Fig\n\n### Open\n\nWed–Sun 10:00–17:00\n\n### Admission\n\n6 euros$/);
  });

  test('is not told twice', () => {
    const told = '<p>Call 020 7946 0018 before noon.</p>';
    const text = textOf(page(`<footer>${told}</footer>`).replace('</main>', `${told}</main>`));
    expect(text.split('020 7946 0018')).toHaveLength(2);
    expect(text).not.toContain('Fern');
  });
});
