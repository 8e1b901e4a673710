import { describe, expect, test } from 'vitest';
import { pageText, readPage } from './pages.ts';

/** Long enough to be prose. */
const PROSE =
  'The card opens the gates of every pier, is sold at the kiosk, and stays valid until its owner brings it back to the office or loses it.';

const textOf = (body: string) => pageText(`<div role="main"><h1>Cards</h1><p>${PROSE}</p>${body}</div>`);

/** As two parts of one text, so that what follows a part must not belong to it. */
const sectionWith = (part: string) => textOf(`<h2>Fares</h2>${part}<p>An adult pays 2.40 euros.</p>`);

describe('marks of generators of documentation', () => {
  test.each([
    ['a link to the table of contents', '<h2><a class="toc-backref" href="#id4">Fares</a></h2>'],
    [
      'an icon that links to itself',
      '<h2>Fares<a class="headerlink" href="#fares" title="Link to this heading">\uf0c1</a></h2>',
    ],
    ['a permalink before a version', '<h2><a href="#fares" class="anchor">§</a><span class="fares">Fares</span></h2>'],
    ['a link to the source code', '<h2>Fares <a class="srclink" href="https://code.example/f.c">[src]</a></h2>'],
    ['a button that copies it', '<h2>Fares <button title="Copy path to clipboard">Copy item path</button></h2>'],
  ])('leave a heading as it is: %s', (_what, heading) => {
    expect(textOf(`${heading}<p>An adult pays 2.40 euros.</p>`)).toContain('\n\n## Fares\n\nAn adult pays');
  });

  test('keep a heading that says "Source" and links to one', () => {
    expect(textOf('<h2><a href="/source">Source</a></h2><p>The river rises in the hills.</p>')).toContain('## Source');
  });

  test.each([
    ['Sphinx', '<div class="admonition note"><p class="admonition-title">Deposit</p><p>Seven euros.</p></div>'],
    [
      'Docusaurus',
      '<div class="theme-admonition alert"><div class="admonitionHeading_Gvgb">Deposit</div><div class="admonitionContent_B"><p>Seven euros.</p></div></div>',
    ],
    ['DocBook', '<div class="note"><h3 class="title">Deposit</h3><p>Seven euros.</p></div>'],
    [
      'Starlight',
      '<aside class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title" aria-hidden="true">Deposit</p><div class="starlight-aside__content"><p>Seven euros.</p></div></aside>',
    ],
    ['Docutils', '<aside class="sidebar"><p class="sidebar-title">Deposit</p><p>Seven euros.</p></aside>'],
    ['older Docutils', '<div class="sidebar"><p class="sidebar-title">Deposit</p><p>Seven euros.</p></div>'],
    ['Docutils', '<aside class="topic"><p class="topic-title">Deposit</p><p>Seven euros.</p></aside>'],
  ])('label a note of %s, so that the text behind it stays in its section', (_generator, note) => {
    expect(sectionWith(note)).toContain('## Fares\n\nDeposit: Seven euros.\n\nAn adult pays 2.40 euros.');
  });

  test('keep the title of a note that is a question as a heading', () => {
    const title = '<p class="admonition-title">What does a lost card cost?</p>';
    const note = `<div class="admonition">${title}<p>Twelve euros.</p></div>`;
    expect(sectionWith(note)).toContain('### What does a lost card cost?\n\nTwelve euros.');
  });

  test('keep footnotes', () => {
    const notes =
      '<aside class="footnote-list brackets"><aside class="footnote brackets" role="doc-footnote"><span class="label">[1]</span><p>Pier 9 has no gates.</p></aside></aside>';
    expect(textOf(notes)).toContain('Pier 9 has no gates.');
  });

  test('leave menus beside the text out', () => {
    expect(
      textOf('<aside class="sidebar"><h3 class="sidebar-title">Guides</h3><p>Start here</p></aside>'),
    ).not.toContain('Start here');
    expect(textOf('<aside class="topic"><a href="/a">Trains</a></aside>')).not.toContain('Trains');
  });

  test.each([
    ['comments', '<span class="comment"># Lists every pier</span>\nferry --list'],
    ['comments of a highlighter', '<span class="token comment"># Lists every pier</span>\nferry --list'],
    ['lines as elements', '<div class="line"># Lists every pier</div><div class="line">ferry --list</div>'],
    [
      'lines as elements within each other',
      '<code><div class="ec-line"><div class="code"># Lists every pier</div></div><div class="ec-line"><div class="code">ferry --list</div></div></code>',
    ],
  ])('keep code whole: %s', (_what, code) => {
    expect(textOf(`<pre>${code}</pre>`)).toContain('```\n# Lists every pier\nferry --list\n```');
  });

  test('leave the footer out behind code that was never closed', () => {
    const text = pageText(
      `<body><div id="content"><h1>Cards</h1><p>${PROSE} Use <code>ferry.</p></div><div id="footer"><p>Copyright of the ferry</p></div></body>`,
    );
    expect(text).not.toContain('Copyright');
  });

  test('make code of lines without an element for code', () => {
    expect(
      textOf('<div class="fragment"><div class="line">if (open)</div><div class="line">  close();</div></div>'),
    ).toContain('```\nif (open)\n  close();\n```');
  });

  test('keep links whose words stand in brackets', () => {
    expect(textOf('<p>Consult the <a class="reference external" href="/auth">[auth]</a> section.</p>')).toContain(
      'Consult the [auth] section.',
    );
  });

  test('keep text in an anchor that was never closed, whatever its id', () => {
    expect(textOf('<h2><a id="_copyright_history"/>Origins</h2><p>A ferryman wrote it.</p>')).toContain(
      '## Origins\n\nA ferryman wrote it.',
    );
  });

  test('keep the summary of a section that folds nothing', () => {
    const summary = `<summary><h2>Description</h2><pre>final class Gate</pre><p>Opens for a card.</p></summary>`;
    expect(textOf(`<section>${summary}<h2>Ancestors</h2><p>Door</p></section>`)).toContain(
      '## Description\n\n```\nfinal class Gate\n```\n\nOpens for a card.\n\n## Ancestors',
    );
  });

  test('keep the header of a section, with its description', () => {
    const text = pageText(
      `<body><div id="main"><h1 class="page-title">Class: Card</h1><section><header><h2>Card</h2><div class="class-description">A card for all piers.</div></header><article><p>${PROSE}</p></article></section></div></body>`,
    );
    expect(text).toContain('## Card\n\nA card for all piers.');
  });

  test('have no links to the pages before and after', () => {
    const links =
      '<div class="prev-next-area"><a href="a.html"><p class="prev-next-subtitle">next</p><p>Gates</p></a></div>';
    expect(textOf(links)).not.toContain('next');
  });

  test('leave the name of the site out of the title, and its heading out of a part with a title', () => {
    const { document } = readPage(
      `<title>Lost cards - Harbour Ferries</title><body><div class="menu-bar"><h1 class="menu-title">Harbour Ferries</h1></div><main><h1>Lost cards</h1><p>${PROSE}</p></main></body>`,
    );
    expect(document.blocks[0]).toEqual({ kind: 'heading', level: 1, text: 'Lost cards' });
    expect(document.title).toBe('Lost cards');
    const own = readPage(
      `<title>Lost cards — Harbour Ferries</title><div role="main"><h1>Lost cards<a class="headerlink" href="#lost-cards">¶</a></h1><p>${PROSE}</p></div>`,
    );
    expect(own.document.title).toBe('Lost cards');
  });

  test.each([
    ['<p align="right">(<a href="#readme-top">back to top</a>)</p>', 'back to top'],
    ['<p><strong><a href="#contents">⬆ Back to Table of Contents</a></strong></p>', 'Back'],
    ['<div><a href="#">↑ Nach oben</a></div>', 'oben'],
  ])('have no links to the top: %s', (link, words) => {
    const text = sectionWith(`<p>A child pays nothing.</p>${link}`);
    expect(text).not.toContain(words);
    expect(text).toContain('## Fares\n\nA child pays nothing.\n\nAn adult pays');
  });

  test('keep a sentence around a link to the top, and a link to another page', () => {
    expect(textOf('<p>Scroll <a href="#">back to top</a> for the fares.</p>')).toContain('for the fares.');
    expect(textOf('<p><a href="/hill">Back to top</a> is a bar on the hill.</p>')).toContain('Back to top is a bar');
  });

  test('keep what Scaladoc calls the comment of a class and its members', () => {
    const page = `<div id="template"><div class="fullcomment"><div class="comment cmt"><p>Opens a gate.</p></div></div></div>`;
    const text = pageText(
      `<body><h1>Gate</h1><div id="comment" class="fullcommenttop"><div class="comment cmt"><p>${PROSE}</p></div></div>${page.repeat(3)}<p>${PROSE}</p></body>`,
    );
    expect(text).toContain('# Gate\n\nThe card opens');
    expect(text).toContain('Opens a gate.');
  });
});
