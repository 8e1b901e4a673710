/** Quotations of texts and files that the owner added: whatever renders them, nothing in them runs. */
import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitiseQuotation } from '../../../src/answering/extractive/quotation/sanitise-quotation.ts';
import { linkFilter } from '../../../src/answering/output-filters/link-filter.ts';
import { sanitiseMarkdown } from '../../../src/answering/output-filters/sanitise-markdown.ts';
import { applyFilter } from '../../../src/answering/output-filters/stream-rewriter.ts';
import { forgedSuggestionsFilter } from '../../../src/answering/suggestions/suggestions-line.ts';
import { expectLinear } from '../../support/growth.ts';
import { renderers } from '../support/markdown-renderers.ts';

const { FUZZ_RUNS } = process.env;
const NO_HOST = { allows: () => false, allowsMail: () => false, quotes: () => false };

const ACTIVE =
  'script, iframe, object, embed, form, input:not([type=checkbox][disabled]), button, style, svg, math, base, link, meta, template';
const runs = (address: string): boolean =>
  URL.canParse(address, 'https://page.test') &&
  /^(?:javascript|data|vbscript|file|blob):$/.test(new URL(address, 'https://page.test').protocol);

/** As an answer is sent. */
const quoted = (text: string): string => applyFilter(sanitiseQuotation(text), forgedSuggestionsFilter());

/** Attributes that are only shown or read out. */
const IS_TEXT = /^(?:alt|title)$/i;

/** The parts of the text that a browser would run, as each renderer shows it. */
function scriptsIn(text: string): readonly string[] {
  return Object.entries(renderers).flatMap(([renderer, render]) => {
    const html = load(render(text));
    const active = html(ACTIVE).toArray();
    const ran = html(':root *')
      .toArray()
      .filter(({ attribs }) =>
        Object.entries(attribs).some(([name, value]) => /^on/i.test(name) || (!IS_TEXT.test(name) && runs(value))),
      );
    return [...active, ...ran].map(({ name, attribs }) => `${renderer}: ${name} ${JSON.stringify(attribs)}`);
  });
}

const ATTACKS = [
  '[Refund](javascript:alert(1))',
  '[Refund](<javascript:alert(1)>)',
  '[Refund]( java\tscript:alert(1))',
  '[Refund](javascript&colon;alert(1))',
  '[Refund](&#106;avascript:alert(1))',
  '[Refund](java\\script\\:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '[Refund][r]\n\n[r]: javascript:alert(1)',
  '[Refund][r]\n\n[r]:\n  javascript:alert(1)',
  '> [Refund][r]\n>\n> [r]: <javascript:alert(1)>',
  '<javascript:alert(1)>',
  'from 0<javascript:alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<a href="javascript:alert(1)">Refund</a>',
  '<a href=" &#106;avascript:alert(1)">Refund</a>',
  '<script>alert(1)</script>',
  '<SCRIPT >alert(1)</SCRIPT >',
  '<svg onload=alert(1)>',
  '<div onmouseover=alert(1)\nRefund',
  '<name onclick=alert(1)>Refund</name>',
  'x<b a="<" onclick=alert(1)>Refund</b>',
  '0<svg <b>Refund</b>',
  'x<b foo< onclick=alert(1)>Refund</b>',
  `x<b ${'a '.repeat(600)}onclick=alert(1)>Refund</b>`,
  'Type ` first.\nUse `<script>alert(1)</script>` then.',
  'Type \\`<img src=x onerror=alert(1)>`.',
  '<div>\n`<img src=x onerror=alert(1)>`',
  '<https://a.test/`> <img src=x onerror=alert(1)>`',
  '[a](https://a.test/`)<img src=x onerror=alert(1)>`',
  '[`](x)` <img src=x onerror=alert(1)> ``',
  '[a](b[c](x)`d) <img src=x onerror=alert(1)> `',
  '[a](x) ` [b](y` <img src=x onerror=alert(1)>) `',
  '![>](x) onload=alert(1)>',
  `![${'a '.repeat(300)}> ![b](x) onload=alert(1)>`,
  '![>][r] onload=alert(1)>\n\n[r]: https://a.test/x',
  '- one `\n- <img src=x onerror=alert(1)> `two`',
  '| a ` | <img src=x onerror=alert(1)> ` |\n|---|---|',
  '\\< <b> onclick=alert(1)>',
  '`\\<` <b> onclick=alert(1)>',
  '\\< [a](<https://a.test>) <b> onclick=alert(1)>',
  '<!-- --><img src=x onerror=alert(1)>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<form action=https://evil.test><button>Refund</button></form>',
  '![](https://a.test/[>](x) onload=alert(1)>',
  '![](https://a.test/[>](x)) onload=alert(1)>',
  '![![a](https://a.test/[>](x) onload=alert(1)>',
  '![](https://a.test/[>)](x) onload=alert(1)>',
  '![\\](x)[>](x) onload=alert(1)>',
  '!![>](x) onload=alert(1)>',
  'See https://`<img src=x onerror=alert(1)>`.',
  'See www.a.test/x`<img src=x onerror=alert(1)>`.',
  'Type \\\\[SUGGESTIONS]`<img src=x onerror=alert(1)>`.',
  'See ![[SUGGESTIONS][>](x) onload=alert(1)>',
  'See ![SUGGESTIONS][>](x) onload=alert(1)>',
  'See <[SUGGESTIONS]!-- ` --> <img src=x onerror=alert(1)> `',
  'See <[SUGGESTIONS]? ` ?> <img src=x onerror=alert(1)> `',
];

describe('A quotation of what the owner added, rendered', () => {
  it('is watched by a test that sees scripts run', () => {
    for (const [name, render] of Object.entries(renderers)) {
      expect([name, load(render('<img src=x onerror=alert(1)>'))('[onerror]').length]).toEqual([name, 1]);
    }
    expect(ATTACKS.filter((attack) => scriptsIn(attack).length > 0).length).toBeGreaterThan(15);
  });

  it.each(ATTACKS)('runs nothing: %j', (attack) => {
    const shown = quoted(`How refunds work.\n\n${attack}\n\nMore about refunds.`);
    expect([shown, scriptsIn(shown)]).toEqual([shown, []]);
    expect(shown).toContain('More about refunds.');
  });

  it.each([
    '<pre>',
    'Paste\n<pre>\n\nhere',
    '<PRE class=a>',
    '<pre\n',
    '<span onclick=a>```a',
    'Paste\n<span onclick=a> ~~~',
    `<span onclick=a>${' '.repeat(14)}\`\`\``,
    '[```a](javascript:alert(1))',
    '[a\n](javascript:alert(1))```a',
    '[SUGGESTIONS]```a',
  ])('lets no code behind it run: %j', (text) => {
    for (const part of [quoted(text), applyFilter(text, linkFilter(NO_HOST))]) {
      expect(scriptsIn(`${part}\n\n\`\`\`\n~~~\n</pre><img src=x onerror=alert(1)>\n\`\`\``)).toEqual([]);
    }
  });

  it('leaves code at the beginning of a line that was changed as it is', () => {
    expect(applyFilter('<span>`npm i` runs', linkFilter(NO_HOST))).toBe('\u00a0`npm i` runs');
  });

  it.each([
    'Book at [our partner](https://partner.test/book?a=1&b=2), see [a map](https://cdn.test/map.png) or [here](/contact).',
    'Write to [us](mailto:desk@shop.test) or <desk@shop.test>, call [0123](tel:+44123) or see <https://shop.test/a>.',
    'Type `git clone ssh://host/<name>` with <name> and <your key>, or connect to postgres://localhost.',
    'Put the `<script>` tag before `</head>`, and `` <img src=x> `` below it.',
    'Paste it before `</body>`. [The widget](widget.md) says how, as does [the guide](https://shop.test/guide#embed).',
    'Paste `<script src="https://shop.test/widget.js"></script>` and `<b title="www.shop.test">`, see https://shop.test/a.',
    'It takes a vector<std::string>, a Map<String, List<Foo>> and gives a Promise<T | null>, if a<b && b>c.',
    'Where a<b and x <3, use **bold**, <b>bold</b>, <br> and [1] (see below) as in [the guide][guide].',
    '[guide]: https://shop.test/guide\n[note]: see the next page',
    'See [the list](https://shop.test/?a[]=1), [a page](</a page>), [us](<https://shop.test/>) and > 5 or < 6 of [it](/it).',
    'Take vec![1, 2] for a Vec<i32>, and wait![1] See [it](/it).',
    'Use [SUGGESTIONS] and //comments, C:\\folder and key: value [optional]: 5.',
  ])('keeps every letter of: %s', (text) => {
    expect(sanitiseMarkdown(text)).toBe(text);
  });

  it('shows images as links', () => {
    const text =
      'See ![the map](https://cdn.test/map.png), a!![](https://a.test/![](https://a.test/onerror=alert(1)) !![b][r]';
    expect(sanitiseMarkdown(text)).toBe(
      'See [the map](https://cdn.test/map.png), a! [](https://a.test/[](https://a.test/onerror=alert(1)) [b][r]',
    );
  });

  it('runs nothing, whatever it is made of', () => {
    const PIECES =
      '* _ ` ``` ( ) [ ] < > ! | \\ / : = " \' \n \n\n \t ]( [a]( [a](b) ](x) )] [a]: [a] ![ ](< javascript: java script : alert(1) data:text/html, ' +
      '&colon; &#106; &Tab; &lt; [SUGGESTIONS] \\[SUGGESTIONS] <img src=x onerror=alert(1) > <a href= </a> <script> </script> <svg onload=x <b> <name <div on a=b https:// /x --> <!-- ]]> <? ![](https://a.test/ www. https://a.test/';
    const ATTACKS_OF_WORDS = ['`<img src=x onerror=alert(1)>`', '[>](x) onload=alert(1)>'];
    const piece = fc.oneof(
      fc.constantFrom(' ', ...PIECES.split(' '), ...ATTACKS_OF_WORDS),
      fc.string({ maxLength: 2 }),
    );
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (hostile) => {
        const shown = quoted(hostile);
        expect([shown, scriptsIn(shown)]).toEqual([shown, []]);
      }),
      // The same texts every time, unless more are asked for: FUZZ_RUNS=20000.
      FUZZ_RUNS === undefined ? { numRuns: 1_000, seed: 1 } : { numRuns: Number(FUZZ_RUNS) },
    );
  });

  it('takes time in proportion to the text', () => {
    for (const unit of [
      '<',
      '<a',
      '<a ',
      '](',
      '![',
      '![]',
      ']:',
      '] (',
      '[',
      '<a-',
      ']( <',
      '`',
      '`a',
      'www.',
      '://',
    ]) {
      expectLinear(20_000, (size) => void sanitiseMarkdown(unit.repeat(Math.ceil(size / unit.length))), unit);
    }
  });
});
