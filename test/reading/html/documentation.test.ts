import { describe, expect, test } from 'vitest';
import { pageText } from './pages.ts';

/** Long enough to be prose. */
const prose = (subject: string) =>
  `The ${subject} starts when the machine starts, reads its settings once, and keeps them until it is told to read them again by a signal or by a restart.`;

describe('a page of documentation', () => {
  test('keeps sections whose ids, made of their headings, sound like parts of a page', () => {
    const section = (id: string, heading: string, text: string) =>
      `<section id="${id}"><h2>${heading}<a class="headerlink" href="#${id}">¶</a></h2><p>${text}</p></section>`;
    const text = pageText(`<div role="main"><section id="files"><h1>Files</h1><p>${prose('daemon')}</p>
      ${section('copyright-considerations', '2.3. Copyright considerations', 'Keep the notices.')}
      ${section('sharing', 'Sharing', 'One package owns the file.')}
      ${section('cookies', 'Cookies', 'We set one to keep you signed in.')}
      </section></div>`);
    expect(text).toContain('Keep the notices.');
    expect(text).toContain('One package owns the file.');
    expect(text).toContain('We set one to keep you signed in.');
  });

  test('has no table of contents, whose entries stand below as headings', () => {
    const sections = ['Install', 'Hooks', 'Errors'];
    const contents = `<ul>${sections.map((name) => `<li><a href="#${name}">${name}</a><ul><li><a href="#${name}">More of ${name}</a></li></ul></li>`).join('')}</ul>`;
    const body = sections.map((name) => `<h2 id="${name}">${name}</h2><p>${prose(name)}</p>`).join('');
    const text = pageText(`<main><h1>Manual</h1>${contents}${body}</main>`);
    expect(text).not.toContain('More of');
    expect(text).toContain('The Errors starts');
  });

  test('has neither the label above its table of contents nor a rest of it, where one link leads nowhere', () => {
    const sections = Array.from({ length: 12 }, (_, at) => `Part ${at}`);
    const links = sections.map((name, at) => `<li><a href="#${at}">${name} in detail</a></li>`).join('');
    const broken = '<li><a href="#gone">Gone in detail</a>&mdash;no more</li>';
    const body = sections.map((name, at) => `<h2 id="${at}">${name}</h2><p>${prose(name)}</p>`).join('');
    const text = pageText(
      `<main><h1>Manual</h1><p>${prose('manual')}</p><div><h2>Contents:</h2><ul><li><ul>${links}</ul></li>${broken}</ul></div>${body}</main>`,
    );
    expect(text).not.toMatch(/Contents|in detail/);
    expect(text).toContain('The Part 11 starts');
  });

  test.each([
    ['that a sentence introduces', '<p>There are three kinds:</p>', '#'],
    ['of other pages', '<p>Read on.</p>', '/'],
    ['of parts that the page lacks', '<p>Read on.</p>', '#tab-'],
  ])('keeps a list of links %s', (_which, before, to) => {
    const links = ['Install', 'Hooks', 'Errors'].map((name) => `<li><a href="${to}${name}">More of ${name}</a></li>`);
    const parts = ['Install', 'Hooks', 'Errors'].map((name) => `<h2 id="${name}">${name}</h2><p>${prose(name)}</p>`);
    expect(pageText(`<main><h1>Manual</h1>${before}<ul>${links.join('')}</ul>${parts.join('')}</main>`)).toContain(
      'More of Hooks',
    );
  });

  test('has no banner or form that names itself in its heading', () => {
    const text = pageText(`<main><h1>Files</h1><p>${prose('daemon')}</p>
      <section id="newsletter"><h2>Newsletter</h2><p>News once a month.</p><form><input name="email"></form></section>
      <section id="cookies"><h2>Cookies</h2><p>We want to set some.</p><button>Accept</button></section></main>`);
    expect(text).not.toContain('once a month');
    expect(text).not.toContain('We want to set some');
  });

  test('keeps short sections beside the one with the most prose, where the theme calls every page an article', () => {
    const command = (name: string) => `<section id="${name}"><h3>${name}</h3><p>${prose(name)}</p></section>`;
    const text =
      pageText(`<div role="main" itemscope itemtype="http://schema.org/Article"><div itemprop="articleBody"><section id="usage"><h1>Usage</h1>
      <p>How to call it.</p><section id="options"><h2>Options</h2><dl class="option"><dt><code>--version</code></dt><dd><p>Prints the version.</p></dd></dl>
      <dl class="option"><dt><code>-q</code></dt><dd><p>Prints nothing but errors, and leaves out the line about the version that else comes first.</p></dd></dl></section>
      <section id="commands"><h2>Commands</h2>${['list', 'new', 'move', 'edit'].map(command).join('')}</section></section></div></div>`);
    expect(text).toContain('How to call it.');
    expect(text).toContain('## Options\n\n- --version: Prints the version.');
    expect(text).toContain('### edit');
  });

  test('keeps definitions that link to each other, after the introduction', () => {
    const type = (name: string, other: string) =>
      `<div class="type"><h4><a name="${name}">${name}</a> = list of <a href="#${other}">records of ${other}</a></h4></div>`;
    const text =
      pageText(`<body><div class="description"><h1>Counters</h1>${`<p>${prose('counter')}</p>`.repeat(12)}</div>
      <div class="types">${type('counter', 'thread')}${type('thread', 'counter')}</div></body>`);
    expect(text).toContain('counter = list of records of thread');
  });

  test('keeps text after an anchor that was never closed', () => {
    const rows = ['Monday', 'Tuesday', 'Sunday'].map((day) => `<p><a name="${day}"><b>${day}</b> by appointment</p>`);
    const text = pageText(`<body><h1>Opening hours</h1><p>${prose('office')}</p><div>${rows.join('')}</div></body>`);
    expect(text).toContain('Sunday by appointment');
  });

  test('has no bars that lead to the pages before and after', () => {
    const bar = (name: string) =>
      `<div class="nav${name}"><table><tr><td><a href="a.html">Prev</a></td><th>Chapter 3</th><td><a href="b.html">Next</a></td></tr></table></div>`;
    const text = pageText(
      `<body>${bar('header')}<div class="section"><h2>Locks</h2><p>${prose('lock')}</p></div>${bar('footer')}</body>`,
    );
    expect(text).toBe(`## Locks\n\n${prose('lock')}`);
  });
});
