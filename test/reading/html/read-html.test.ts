import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { readHtml } from '../../../src/reading/html/read-html.ts';
import { documentText } from '../../../src/text/document.ts';
import { expectLinear } from '../../support/growth.ts';
import { FILLER, pageText, readPage } from './pages.ts';

const HOME = 'https://example.com/';
const read = (html: string, url = HOME) => readPage(html, url);
const textOf = (html: string) => pageText(html, HOME);

describe('the content of a page', () => {
  test('has no menus, banners, cookie notices, footers and offers', () => {
    const text = textOf(`<body>
      <header class="site-header"><a href="/">Brand</a></header>
      <nav><ul><li><a href="/a">Menu entry</a></li></ul></nav>
      <div id="cookie-banner">We use cookies to improve your experience.</div>
      <div class="newsletter-signup newsletter">Subscribe to our newsletter</div>
      <aside>Related things</aside>
      <main><h1>Returns</h1><p>${FILLER}</p><div class="social share">Share this</div></main>
      <div role="dialog">Accept all</div>
      <footer>Imprint and privacy</footer></body>`);
    expect(text).toBe(`# Returns\n\n${FILLER.trim()}`);
  });

  test('keeps headings, lists, tables, code and prices', () => {
    const text = textOf(`<main><h1>Plans</h1><p>${FILLER}</p>
      <h2>Prices</h2><table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tr><td>Small</td><td><b>$</b>9</td></tr></table>
      <ol start="3"><li>Third<ul><li>Nested</li></ul></li><li>Fourth</li></ol>
      <pre><code>npm install\n  --save</code></pre>
      <dl><dt>Term</dt><dd>Meaning</dd></dl></main>`);
    expect(text).toContain('## Prices\n\nPlan | Price\nSmall | $9');
    expect(text).toContain('3. Third\n  - Nested\n4. Fourth');
    expect(text).toContain('```\nnpm install\n  --save\n```');
    expect(text).toContain('- Term: Meaning');
  });

  test('keeps questions whose answers wait to be opened', () => {
    const text = textOf(`<main><h1>FAQ</h1><p>${FILLER}</p>
      <details><summary>Do you ship?</summary><p>Yes, we do.</p></details>
      <button>Can I return it?</button><div class="accordion-panel" style="display:none"><p>Within 30 days.</p></div></main>`);
    expect(text).toContain('## Do you ship?\n\nYes, we do.');
    expect(text).toContain('Within 30 days.');
  });

  test('keeps what buttons unfold, whatever it is called, when they say so or ask what it answers', () => {
    const text =
      textOf(`<main><h1>FAQ</h1><p>${FILLER}</p><button class="q" aria-expanded="false">Changing plans</button>
      <div class="a" hidden><p>At any time.</p></div><button class="q">How do I cancel?</button><div class="a" hidden><p>In the settings.</p></div>
      <button aria-expanded="false" aria-haspopup="listbox">Sort</button><ul hidden><li>By price</li></ul></main>`);
    expect(text).toContain('## Changing plans\n\nAt any time.');
    expect(text).toContain('## How do I cancel?\n\nIn the settings.');
    expect(text).not.toContain('By price');
  });

  test('keeps terms with what is said of them, and questions as headings of their answers', () => {
    const text = textOf(`<main><h1>Facts</h1><p>${FILLER}</p>
      <dl><dt>Duration:</dt><dd>1 year</dd><dd>2 years part-time</dd><div><dt>Fees</dt><dt>Costs</dt><dd><p>€9<br>a month</p></dd></div></dl>
      <dl><dt>Bring</dt><dd><ul><li>A coat</li></ul></dd></dl>
      <dl><dt>Do you ship?</dt><dd><p>Yes.</p><p>Everywhere.</p></dd></dl></main>`);
    expect(text).toContain('- Duration: 1 year; 2 years part-time\n- Fees, Costs: €9 a month');
    expect(text).toContain('\n- Bring: A coat');
    expect(text).toContain('## Do you ship?\n\nYes.\n\nEverywhere.');
  });

  test('says in words what ticks and crosses in tables mean', () => {
    const row = (name: string, one: string, two: string) => `<tr><td>${name}</td><td>${one}</td><td>${two}</td></tr>`;
    const text = textOf(`<main><h1>Plans</h1><p>${FILLER}</p><table><tr><th>Feature</th><th>Free</th><th>Team</th></tr>
      ${row('Guests', '<svg aria-label="No"></svg>', '<i class="fa fa-check"></i>')}
      ${row('Export', '<svg><use href="#x-mark"/></svg>', '<img src="/i/tick.svg" alt="">')}
      ${row('API', '<svg><title>Not included</title></svg>', '<a href="/api"><img alt="Read more about the API"></a>')}</table></main>`);
    expect(text).toContain('Guests | No | ✓\nExport | ✗ | ✓\nAPI | Not included |');
  });

  test('keeps tabs as headings of their panels, wherever the row of tabs stands', () => {
    const text = textOf(`<main><h1>Tent</h1><p>${FILLER}</p>
      <ul class="tabs nav" role="tablist"><li role="tab" aria-controls="one"><a href="#one">Material</a></li><li role="tab" aria-controls="two"><a href="#two">Delivery</a></li></ul>
      <div id="one" role="tabpanel"><p>Cotton.</p></div><div id="two" role="tabpanel" hidden><h2>Delivery</h2><p>In three days.</p></div>
      <ul class="nav nav-tabs"><li><a data-bs-toggle="tab" href="#three">Care</a></li></ul><div id="three" class="tab-pane"><p>Dry it.</p></div></main>`);
    expect(text).toContain('## Material\n\nCotton.\n\n## Delivery\n\nIn three days.\n\n### Care\n\nDry it.');
  });

  test('parts a name from its price where only styles do, and no word from its letters', () => {
    const text =
      textOf(`<main><h1>Menu</h1><p>${FILLER}</p><p><span class="name">Burrata</span><span class="price">£12.50</span></p>
      <p><span class="drop">O</span><span class="rest">nce</span> <code><span class="nx">call</span><span class="p">(me)</span></code></p></main>`);
    expect(text).toContain('Burrata £12.50');
    expect(text).toContain('Once call(me)');
  });

  test('leaves out what is hidden', () => {
    const text = textOf(
      `<p>${FILLER}</p><p hidden>One</p><p style="display: none">Two</p><div aria-hidden="true">Three</div>`,
    );
    expect(text).toBe(FILLER.trim());
  });

  test('reads through tables that only arrange the page', () => {
    const text = textOf(`<table><tr><td><h2>Left</h2><p>${FILLER}</p></td><td><p>Right</p></td></tr></table>`);
    expect(text).toBe(`## Left\n\n${FILLER.trim()}\n\nRight`);
  });

  test('keeps elements whose class names only mention what surrounds them', () => {
    for (const name of [
      'cmp-text',
      'no-share',
      'has-ads',
      'print-only',
      'live-match-comment',
      'c-fixed-sidebar-layout',
    ]) {
      expect(
        textOf(`<body><p>${FILLER}</p><div class="${name}"><p>Open from nine to five.</p></div></body>`),
        name,
      ).toContain('nine to five');
    }
  });

  test('leaves out what class names call comments, shares, sidebars and consent', () => {
    for (const name of [
      'comments-area',
      'comment',
      'post-share',
      'main-sidebar',
      'cmp',
      'cmp-banner',
      'related-posts',
    ]) {
      expect(
        textOf(`<body><p>${FILLER}</p><div class="x ${name}"><p>Nothing of ours.</p></div></body>`),
        name,
      ).not.toContain('Nothing of ours');
    }
  });

  test('reads a page with a second body tag', () => {
    expect(textOf(`<body class="a"><p>${FILLER}</p><body class="b" id="c"><p>More.</p>`)).toContain('More.');
  });

  test('has no pronunciation between its characters', () => {
    expect(textOf('<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字です。</p>')).toBe('漢字です。');
  });

  test('survives a site that puts everything into a header or a menu', () => {
    expect(textOf(`<header><main><h1>All</h1><p>${FILLER}</p></main></header>`)).toContain('# All');
    expect(textOf(`<div class="menu"><p>${FILLER}</p></div>`)).toContain('Enough words');
  });

  test('is read however many neighbours an element has: time grows with the page, not with its square', () => {
    const items = '<li>Article 4711: <a href="/4711">bolt</a>, in stock</li>'.repeat(20_000);
    const menus = '<div class="menu">Menu</div>'.repeat(20_000);
    const text = textOf(`<body><ul>${items}</ul>${menus}</body>`);
    expect(text.split('Article 4711: bolt, in stock')).toHaveLength(20_001);
    expect(text).not.toContain('Menu');
  });

  test('keeps words of neighbouring cells and lines apart', () => {
    expect(textOf('<p>one<br>two</p><h2>Three<br>four</h2><div>five</div><div>six</div>')).toBe(
      'one\ntwo\n\n## Three four\n\nfive\n\nsix',
    );
  });
});

describe('what a page says of itself', () => {
  test('is its title, without the name of the site, and its language', () => {
    const { document } = read('<html lang="pt_BR"><title>Returns | Shop</title><h1>Returns</h1><p>Text</p>');
    expect(document).toMatchObject({ title: 'Returns', language: 'pt-BR' });
    expect(read('<html lang="<b>"><p>Text</p>').document).toMatchObject({
      title: 'https://example.com/',
      language: null,
    });
  });

  test('is where it points to, once each, resolved and without tracking', () => {
    const { links } = read(
      `<base href="/docs/"><meta http-equiv="refresh" content="0; url=/next"><a href="a#x">A</a><a href="a?utm_source=x">A</a>
       <a href="mailto:x@example.com">M</a><a href="javascript:void 0">J</a><a href="//other.example/b">B</a><a href="http://[bad">C</a>`,
    );
    expect(links).toEqual(['https://example.com/next', 'https://example.com/docs/a', 'https://other.example/b']);
  });
});

const examples = new URL('../../../../shared/evaluation/readability/', import.meta.url);

describe.skipIf(!existsSync(examples))('on real pages', () => {
  test('the words read are the words of the article: F1 of .96 on average', () => {
    const words = (text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    const scores = readdirSync(examples).map((name) => {
      const folder = new URL(`${name}/`, examples);
      const page = readHtml({ url: 'http://x/', contentType: '', bytes: readFileSync(new URL('source.html', folder)) });
      const expected = readFileSync(new URL('expected.html', folder), 'utf8').replace(
        /<(\/?)(p|div|li|br|td|h\d)/g,
        ' <$1$2',
      );
      return overlap(words(documentText(page.document)), words(load(expected)('body').text()));
    });
    expect(scores.length).toBeGreaterThan(40);
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThan(0.96);
  });
});

/** F1 of two bags of words. */
function overlap(found: readonly string[], expected: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count > 0) hits += 1;
    left.set(word, count - 1);
  }
  return hits === 0 ? 0 : (2 * hits) / (found.length + expected.length);
}

describe('the content of an article', () => {
  const paragraph = (start: string) =>
    `<p>${start} ${'goes on with what happened, who said so and what it means for those who live there. '.repeat(4)}</p>`;
  const article = (around: { before?: string; after?: string }, head = '<meta property="og:type" content="article">') =>
    textOf(`<html><head>${head}</head><body><div class="page">${around.before ?? ''}<div class="text">
      ${['First', 'Second', 'Third'].map(paragraph).join('')}</div>${around.after ?? ''}</div></body></html>`);
  const teasers = '<div class="box"><h3>Also in the news</h3><p>A short summary of another story [...]</p></div>';

  test('begins with title and lead and ends with its last paragraph', () => {
    const lead = '<h1>Bridge opens</h1><p class="intro">After three years of work the bridge is open to all.</p>';
    const text = article({ before: `${lead}<p>Rate this</p>`, after: teasers });
    expect(text).toMatch(/^# Bridge opens\n\nAfter three years of work[\s\S]*\n\nFirst goes on/);
    expect(text).not.toMatch(/Rate this|Also in the news|another story/);
    expect(text).toMatch(/who live there\.$/);
  });

  test('keeps a table that stands below it', () => {
    expect(article({ after: '<table><tr><td>Length</td><td>400 m</td></tr></table>' })).toContain('Length | 400 m');
  });

  test('is narrowed only on pages that call themselves articles', () => {
    expect(article({ after: teasers }, '')).toContain('another story');
    expect(article({ after: teasers }, '<meta property="og:type" content="product">')).toContain('another story');
  });

  test('keeps the short sections of a page that its system calls an article', () => {
    const sections = ['Delivery', 'Returns', 'Opening hours', 'Contact', 'Sizes']
      .map(
        (name) =>
          `<section><h2>${name}</h2><p>${name}: three to five working days, free from 50 euros, at our shop.</p><ul><li>${name} by post, by courier or in person</li></ul></section>`,
      )
      .join('');
    const text = article({ after: sections });
    expect(text).toContain('Opening hours by post');
    expect(text).toContain('## Contact');
  });
});

describe('a page that is nested deeply', () => {
  const deep = (tag: string) => `<${tag}>`.repeat(1_900);
  const sentence = 'The parcel arrives on the third working day.';

  test.each(['div', 'section', 'b', 'em'])('is read down to its last word: 1,900 times %s', (tag) => {
    expect(textOf(`${deep(tag)}${sentence}`)).toBe(sentence);
  });

  test('keeps code that is marked up deeply', () => {
    expect(textOf(`<pre>${deep('span')}${sentence}\n  ${sentence}`)).toBe(`\`\`\`\n${sentence}\n  ${sentence}\n\`\`\``);
  });

  test.each([
    ['terms', 300, (count: number) => `<dl>${`<dt>${'word '.repeat(2_000)}<section>`.repeat(count)}`],
    ['lists of terms', 300, (count: number) => `<dl><dt>a</dt><dd>${'word '.repeat(2_000)}`.repeat(count)],
    ['descriptions of one term', 50_000, (count: number) => `<dl><dt>a</dt>${'<dd>b</dd>'.repeat(count)}`],
    ['empty cells', 100_000, (count: number) => `${'<table><tr><td>'.repeat(400)}${'<i></i>'.repeat(count)}`],
    ['spaces of no width', 20_000, (count: number) => `<p>a${'\u200b'.repeat(count)}b</p>`],
    [
      'white space in a redirect',
      2_000,
      (count: number) => `<meta http-equiv="refresh" content="${'\t'.repeat(count / 2)}=${'\t'.repeat(count / 2)}">`,
    ],
    ['buttons', 300, (count: number) => `<button>${'word '.repeat(2_000)}<table><tr><td>`.repeat(count)],
  ])('is read in time in proportion to its length, with as many %s', (_, most, pageWith) => {
    expectLinear(most, (count) => {
      expect(read(pageWith(count)).document.title).toBe('https://example.com/');
    });
  });

  test.each([
    ['closed by tags that close nothing', '<div></x>'.repeat(2_100)],
    ['of elements that close each other elsewhere', `<svg>${'<path>'.repeat(2_100)}`],
    ['without end', '<div>'.repeat(2_100)],
  ])('is refused by the depth that the parser finds: %s', (_, html) => {
    expect(() => read(`${html}${sentence}`)).toThrow('The page is nested too deeply');
  });
});
