import { describe, expect, test } from 'vitest';
import { FILLER, pageText } from './pages.ts';

const page = (body: string) => pageText(`<body><div><h1>Visit</h1><p>${FILLER}</p></div>${body}</body>`);

describe('A notice about cookies', () => {
  test.each([
    '<div class="fixed bottom-0"><p>We use cookies to personalise content. <a href="/p">Read more</a></p><div><button>Decline</button><button>Accept all</button></div></div>',
    '<div id="cb"><p>Diese Website verwendet Cookies für das beste Erlebnis.</p><a class="btn" href="#">OK</a></div>',
    '<div class="ck"><p>当サイトではクッキーを使用しています。詳しくはこちらをご覧ください。</p><button>同意する</button></div>',
    '<section><div>Ce site utilise des cookies pour mesurer son audience.</div><span role="button">J’accepte</span></section>',
  ])('is left out with its button, whatever its name: %s', (notice) => {
    expect(page(notice)).toBe(page(''));
  });

  test('is content in a text, beside another button, and in what is longer than a notice', () => {
    expect(page('<div><p>We use cookies to count visits.</p></div>')).toContain('We use cookies');
    expect(page('<div><p>Our cookies are baked daily.</p><button>Order now</button></div>')).toContain('baked daily');
    const long = `<div><h2>Cookies</h2>${`<p>${FILLER}</p>`.repeat(4)}<button>Accept</button></div>`;
    expect(page(long)).toContain('Cookies');
    expect(page('<main><p>We use cookies here.</p><button>Accept</button></main>')).toContain('We use cookies here.');
  });
});

describe('Marks of governments and wikis', () => {
  test.each([
    [
      '<section class="usa-banner"><header>An official website</header><button aria-controls="gov" aria-expanded="false">How you know</button><div id="gov" hidden><p>It belongs to a government.</p></div></section>',
    ],
    ['<div class="govuk-phase-banner"><p>This is a new service.</p></div>'],
    ['<div><h2>Is this page useful?</h2><button>Yes</button></div>'],
    ['<div><h3>Did you find what you were looking for?</h3><button>No</button></div>'],
    ['<a class="mw-jump-link" href="#search">Jump to search</a>'],
    ['<div class="printfooter">Retrieved from the wiki</div>'],
    ['<div class="navbox"><table><tr><td><a href="/q">Other quays</a></td></tr></table></div>'],
  ])('are left out: %s', (mark) => {
    expect(page(mark)).toBe(page(''));
  });
});

describe('What stands around a text', () => {
  test.each([
    ['a copyright', '<p>© 2024 Harbour Museum. All rights reserved.</p>'],
    ['a copyright without a sign', '<div><small>Copyright (c) 2024 by the museum</small></div>'],
    ['who took a photo', '<figure><img src="a.jpg"><figcaption>Photo: Eve Miller</figcaption></figure>'],
    ['where a photo is from', '<figure><img src="a.jpg"><div class="meta"><span>(Foto: dpa)</span></div></figure>'],
  ])('is left out: %s', (_what, markup) => {
    expect(page(markup)).toBe(page(''));
  });

  test('is left out: the footer of a page within its main part', () => {
    const main = (footer: string) => pageText(`<main><div><h1>Visit</h1><p>${FILLER}</p></div>${footer}</main>`);
    expect(main('<div><footer><p>Follow us on every network.</p><p>Harbour Museum</p></footer></div>')).toBe(main(''));
    const quote = '<blockquote><p>A fine museum.</p><footer><p>Eve Miller</p></footer></blockquote>';
    expect(main(quote)).toContain('Eve Miller');
    expect(main('<section><p>Ships.</p><footer><p>Hall two, first floor.</p></footer></section>')).toContain(
      'Hall two',
    );
  });

  test('is told apart from what a picture shows and from a text about copyright', () => {
    const figure =
      '<figure><img src="a.jpg"><figcaption>Photo of the quay in 1840, before the fire.</figcaption></figure>';
    expect(page(figure)).toContain('Photo of the quay');
    expect(page('<p>Photo: allowed in all halls but one.</p>')).toContain('Photo: allowed');
    expect(page('<p>Copyright law allows a quotation.</p>')).toContain('Copyright law');
  });
});
