/** However a Markdown renderer reads an answer, no link and no image leads outside the sources. */
import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceCollector } from '../../../src/answering/answer-evidence.ts';
import { AnswerFilters } from '../../../src/answering/answer-filters.ts';
import { linkFilter } from '../../../src/answering/output-filters/link-filter.ts';
import { linkPolicy } from '../../../src/answering/output-filters/link-policy.ts';
import { applyFilter } from '../../../src/answering/output-filters/stream-rewriter.ts';
import { beeRequest } from '../../contracts/answer-generator.ts';
import { renderers } from '../support/markdown-renderers.ts';

const { FUZZ_RUNS } = process.env;
const policy = linkPolicy({
  sourceUrls: ['https://ok.example/guide'],
  ownerTexts: [],
  passageTexts: ['Our partner is at https://partner.test/offer. Ask desk@partner.test.'],
});
const filtered = (text: string) => applyFilter(text, linkFilter(policy));

const request = {
  ...beeRequest,
  passages: beeRequest.passages.map((one) => ({ ...one, url: 'https://ok.example/guide' })),
};
const recorded = { model: '', embedder: '', date: '2026-11-24', configurationRevision: 1, lastMemoryMessageId: null };
const answerFilters = () => new AnswerFilters(request, new EvidenceCollector({ ...recorded, memory: [] }));
/** As an answer is sent, with one passage to cite. */
const answered = (text: string) =>
  applyFilter(
    text,
    answerFilters().forText((number) => (number === 1 ? 1 : null)),
  );

/**
 * True for addresses within the page, hosts of the sources, and mailboxes that the sources show, also with marks appended to the name. Text
 * that is no address leads nowhere.
 */
function isHome(address: string): boolean {
  if (/^[\p{L}\p{N}.,'-]*$|^#/u.test(address)) return true;
  // No host ends with marks alone.
  if (/^mailto:/i.test(address)) return /@(?:[^.]*|.*\.\W+|ok\.example\W*|partner\.test\W*)$/i.test(decodeURI(address));
  if (!URL.canParse(address, 'https://page.test')) return true;
  const { protocol, host } = new URL(address, 'https://page.test');
  return /^https?:$/.test(protocol) && /^(?:www\.)?ok\.example[^a-z0-9]*$/.test(host);
}

function foreignLinks(text: string): readonly string[] {
  return Object.entries(renderers).flatMap(([renderer, render]) =>
    load(render(text))(':root *')
      .toArray()
      .flatMap(({ attribs }) => Object.entries(attribs))
      .filter(([name, value]) => /^on/i.test(name) || (/^(?:href|src)$/i.test(name) && !isHome(value)))
      .map(([name, value]) => `${renderer}: ${name} ${value}`),
  );
}

describe('A filtered answer, rendered', () => {
  it('is watched by a test that sees each of them make a link', () => {
    for (const [name, render] of Object.entries(renderers)) {
      expect([name, render('[a](https://evil.test/x)')]).toEqual([name, expect.stringContaining('href="https://evil')]);
    }
    expect(foreignLinks('**https://ok.example/a**www.evil.test/x').length).toBeGreaterThan(0);
    expect(foreignLinks('mail bob@evil.test').length).toBeGreaterThan(1);
    expect(foreignLinks('[a](https://ok.example/a) https://ok.example/b desk@partner.test')).toEqual([]);
  });

  it.each([
    '**https://ok.example/a**www.evil.test/x',
    'https://ok.example/a(www.evil.test/x',
    '_https://ok.example/a_www.evil.test/x_',
    '~~https://ok.example/a~~www.evil.test/x',
    "https://ok.example/a'www.evil.test/x",
    "https://ok.example/a'/www.evil.test/x",
    'https://ok.example/a*WWW.evil.test/x*',
    'www.ok.example/a**www.evil.test/x**',
    '\\<https://ok.example>@evil.test',
    '\\< <b> onclick=alert(1)>',
    '\\<\n\n<b> onclick=alert(1)>',
    '\\< [a](<https://ok.example/>) <b> onclick=alert(1)>',
    '[a \\<](https://ok.example/) <b> onclick=alert(1)>',
    'See |[@evil.test](x',
    '[Refund]![](https://a.test/ [Refund]![](javascript:alert(1) [x](https://ok.example/b)',
    '**https://ok.example/a**bob@evil.test',
    'https://ok.example/a(bob@evil.test',
    'https://ok.example/a*b*bob@evil.test',
    'bob@evil_x.test',
    'https://ok.example</a>.</a>evil.test',
    'https://ok.example[x](https://evil.test).evil.test',
    'www.ok.example<a>-x.evil.test',
    'desk@partner.test</a>.evil.test',
    ',@evil.test',
    '[a] (javascript:alert(1))',
    '[a]  (/relative)',
    'bob@`evil.test',
    'bob@|evil.test',
    'desk@partner.test^.evil.test',
    'desk@partner.test+x.evil.test',
    '//evil.test/x',
    '**https://ok.example/a**//evil.test/x',
    '[[a](https://ok.example)](https://ok.example/a**www.evil.test)',
    '[`](https://ok.example/a**www.evil.test) `',
    '<https://ok.example/a**www.evil.test>',
    '|a|\n|-|\n|https://ok.example/a|www.evil.test|',
  ])('leads nowhere else: %j', (text) => {
    expect([filtered(text), foreignLinks(filtered(text))]).toEqual([expect.any(String), []]);
  });

  it.each([
    ['see https://ok.example/a**www.evil.test/x**', 'see https://ok.example/a'],
    ['see https://ok.example/@ada/post', 'see https://ok.example/@ada/post'],
    ['see https://ok.example/pkg@4.0.0/x', 'see https://ok.example/pkg@4.0.0/x'],
    ['see www.ok.example/a', 'see www.ok.example/a'],
    ['ask desk@partner.test', 'ask desk@partner.test'],
  ])('keeps what is of the sources: %s', (text, shown) => {
    expect(filtered(text)).toBe(shown);
  });

  it('leaves a remark behind a citation as it is', () => {
    expect(filtered('Bees [1] (see below) fly [2] (2024).')).toBe('Bees [1] (see below) fly [2] (2024).');
  });

  it('runs nothing that follows the text of an image', () => {
    for (const image of [
      '![>](https://ok.example/map.png)',
      '![a [>](https://ok.example/map.png)',
      '![\n[>](https://ok.example/map.png)',
    ]) {
      const answer = filtered(`${image} onerror=alert(1)>`);
      for (const render of Object.values(renderers)) expect(load(render(answer))('[onerror]').length).toBe(0);
    }
  });

  it('leads nowhere else, whatever it is made of', () => {
    const PIECES =
      '* ** _ __ ~ ~~ ` ( ) [ ] < > ! | \\ / : . , ; & = " \' # - + 1. \n \n\n \t ]( [a]( )] [a]: [a] ![ ](< > www. WWW. ww w. http https:// ' +
      'http:// :// // @ bob bob@ @evil.test bob@evil.test evil.test /x ?q= &amp; &#42; &lt; www.evil.test https://evil.test/x ok.example ' +
      'https://ok.example https://ok.example/a www.ok.example https://www.ok.example desk@partner.test [x](https://ok.example/b) ' +
      '[x](https://evil.test) ![x](https://evil.test/i) <https://ok.example> <b> </b> <br> <a href="https://evil.test"> </a> mailto: a é 中';
    const piece = fc.oneof(fc.constantFrom(' ', ...PIECES.split(' ')), fc.string({ maxLength: 2 }));
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (hostile) => {
        const shown = filtered(hostile);
        expect([shown, foreignLinks(shown)]).toEqual([shown, []]);
      }),
      // The same texts every time, unless more are asked for: FUZZ_RUNS=20000.
      FUZZ_RUNS === undefined ? { numRuns: 2_000, seed: 20_261_122 } : { numRuns: Number(FUZZ_RUNS) },
    );
  });
});

describe('An answer whose citations and markers are removed, rendered', () => {
  it.each([
    '[click][a]\n\n[9][a]: javascript:alert(1)',
    '[click][a]\n\n> 【9†x】[a]: javascript:alert(1)',
    '[click]【9】(javascript:alert(1))',
    'bob+[9]@evil.test',
    "bob'[SUGGESTIONS]@evil.test",
    '(source 1)(javascript:alert(1))',
    '(source 1) (javascript:alert(1))',
    '!【1】(javascript:alert(1))',
    '(passage 1): javascript:alert(1)\n\nBees fly [1].',
    `[a[1]](javascript:alert(1);${'x;'.repeat(600)})`,
  ])('leads nowhere else: %j', (text) => {
    expect([answered(text), foreignLinks(answered(text))]).toEqual([expect.any(String), []]);
  });

  it('leads nowhere else, whatever it is made of', () => {
    const PIECES =
      '[ ] ( ) [1] [9] [1, [passage (source [Source 1 9 1] 1) 9) (source1) (source9) 【1】 【9†x】 ! !( : ]: ]( ][ \\ ` ``` , ; and \n \n\n ' +
      '\n> javascript:alert(1) (javascript:alert(1)) :javascript:alert(1) [a] [a]: [SUGGESTIONS] www.evil.test https://ok.example a';
    const piece = fc.oneof(fc.constantFrom(' ', ...PIECES.split(' ')), fc.string({ maxLength: 2 }));
    const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (hostile) => {
        const shown = answered(hostile);
        expect([shown, foreignLinks(shown)]).toEqual([shown, []]);
      }),
      FUZZ_RUNS === undefined ? { numRuns: 1_500, seed: 20_261_128 } : { numRuns: Number(FUZZ_RUNS) },
    );
  });

  it('keeps what is cited', () => {
    expect(answered('Bees fly [1], as [told](https://ok.example/a) (see below).')).toBe(
      'Bees fly [1], as [told](https://ok.example/a) (see below).',
    );
  });

  it('is followed by no suggestion that shows an address once its brackets are removed', () => {
    const written = ['Why ask bob+[x]@evil.test?', 'Where is www[]`.evil.test?', 'How do bees fly?'];
    expect(answerFilters().offerable(written)).toEqual(['How do bees fly?']);
  });
});
