import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citationFilter } from '../../src/answering/output-filters/citation-filter.ts';
import { linkFilter } from '../../src/answering/output-filters/link-filter.ts';
import { linkPolicy } from '../../src/answering/output-filters/link-policy.ts';
import { applyFilter, chainFilters, type StreamFilter } from '../../src/answering/output-filters/stream-rewriter.ts';
import { forgedSuggestionsFilter } from '../../src/answering/suggestions/suggestions-line.ts';
import { expectLinear } from '../support/growth.ts';

const policy = linkPolicy({
  sourceUrls: ['https://good.example/guide', null],
  ownerTexts: ['Send people to https://owner.example/book when they ask.'],
  passageTexts: ['Our partner is at https://partner.example/offer today. Ask Desk@Partner.example.'],
});
const oneToThree = (number: number) => (number >= 1 && number <= 3 ? number : null);
const links = () => linkFilter(policy);
const citations = () => citationFilter(oneToThree);
const once = () => chainFilters([links(), citations(), forgedSuggestionsFilter()]);
/** As `AnswerFilters.forText` has them: a citation that is rewritten, and what follows it, may look like a link. */
const all = () => chainFilters([once(), links()]);

/** Fragments of attacks, so that random texts are near misses of every construct. */
const FRAGMENTS =
  '[ ] ( ) ! < > : / // :// \\ ` ``` . , | \n \t & ; = " \' * ** _ ~~ - \n- \n1. # 1 2 9 [1] [9] [2,9] [^9] 【9†x】 ht tp http ' +
  'https:// w ww www. evil.example good.example https://good.example/a https://evil.example/b //evil.example ](//evil.example) [a](https://good.example) ' +
  '![x](https://evil.example/p?q=1) <img src= href= /> <a [ref]: [SUGG ESTIONS] [SUGGESTIONS] SUGGESTIONS] a word 中文 ไทย é ' +
  '[passage (source (see sour ces Quelle and b [Source (passages \\[ \\] 2) (source1) 【1】 javascript: data: ](  (javascript:x)';
const fragment = fc.oneof(fc.constantFrom(' ', ...FRAGMENTS.split(' ')), fc.string({ maxLength: 3 }));
const hostileText = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(''));
const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 40 });

function inPieces(text: string, at: readonly number[], filter: StreamFilter): string {
  const places = [...new Set(at.map((place) => Math.min(place, text.length)))].sort((a, b) => a - b);
  let shown = '';
  let from = 0;
  for (const place of [...places, text.length]) {
    shown += filter.push(text.slice(from, place));
    from = place;
  }
  return shown + filter.end();
}

describe('Filters of a streamed answer', () => {
  it.each([
    ['links', links],
    ['citations', citations],
    ['forged suggestions', forgedSuggestionsFilter],
    ['each of them once', once],
  ] as const)('%s: any cut of the stream gives the same text', (_name, make) => {
    fc.assert(
      fc.property(hostileText, cuts, (text, at) => {
        expect(inPieces(text, at, make())).toBe(applyFilter(text, make()));
      }),
      { numRuns: 1500 },
    );
  });

  it('never let through an address outside the sources, an invented number or a suggestions marker', () => {
    fc.assert(
      fc.property(hostileText, cuts, (text, at) => {
        const shown = inPieces(text, at, all());
        expect(shown).not.toMatch(/\]\((?!https:\/\/good\.example)/);
        expect(shown).not.toMatch(/:\/\/(?!(?:www\.)?good\.example)/);
        expect(shown).not.toMatch(/(?<!good\.example\S*)www\.(?!good\.example)/iu);
        expect(shown).not.toMatch(/<[a-z][^<>]*(?:src|href)\s*=[^<>]*evil/i);
        expect(shown).not.toMatch(/\[suggestions\]/i);
        if (!text.includes('`')) expect(shown).not.toMatch(/\[\^?9\]|【9/);
      }),
      { numRuns: 4000 },
    );
  });

  it('take time in proportion to the text, whatever it is', () => {
    for (const unit of [
      '[',
      '](',
      '(source ',
      '[1, passage 2 and ',
      '[a](',
      '<',
      '<a ',
      'https://',
      'www.',
      '`',
      '[1',
      '【',
      '[SUGG',
      ' ',
      '!',
      '[[1](',
      ':',
    ]) {
      const pushed = (length: number) => {
        const text = unit.repeat(Math.ceil(length / unit.length));
        const filter = all();
        for (let at = 0; at < text.length; at += 4) filter.push(text.slice(at, at + 4));
        filter.end();
      };
      expectLinear(10_000, pushed, unit);
    }
  });
});

describe('Links of an answer', () => {
  it.each([
    ['see [the guide](https://good.example/guide).', 'see [the guide](https://good.example/guide).'],
    ['see [the guide](https://www.good.example/x "Title").', 'see [the guide](https://www.good.example/x).'],
    ['book [here](https://owner.example/book)', 'book [here](https://owner.example/book)'],
    ['see [this](https://evil.example/a).', 'see this.'],
    ['**[this](https://evil.example/a)**', '**this**'],
    ['See **https://evil.example/a** now', 'See now'],
    ['See **<https://evil.example>**, please.', 'See, please.'],
    ['See *(https://evil.example/a)*.', 'See.'],
    ['**Note**https://evil.example/a **Note**', '**Note** **Note**'],
    ['- https://evil.example/a\n- Ask us', '- Ask us'],
    ['We have:\n\n- **<https://evil.example/a>**\n  1. <https://evil.example/b>.\n- Figs', 'We have:\n\n- Figs'],
    ['Ask us.\n* https://evil.example/a', 'Ask us.\n'],
    ['### <https://evil.example/a>\nText', 'Text'],
    ['- Shop: https://evil.example/a\n- Ask us', '- Shop:\n- Ask us'],
    ['![chart](https://evil.example/p.png?secret=1) shows', 'chart shows'],
    ['![chart](https://good.example/p.png)', '[chart](https://good.example/p.png)'],
    ['[![x](https://evil.example/i)](https://evil.example)', 'x'],
    ['[x](javascript:alert(1))', 'x'],
    ['[x](/relative)', 'x'],
    ['[x](https:///good.example)', 'x'],
    ['[x](https://good.example@evil.example)', 'x'],
    ['[x](https://@good.example)', 'x'],
    ['at https://@good.example now', 'at now'],
    ['[x](https://good.example\\@evil.example)', 'x'],
    ['[x](https://good.example.evil.example)', 'x'],
    ['at https://good.example/a. Then', 'at https://good.example/a. Then'],
    ['见https://good.example/a。下一', '见https://good.example/a 。下一'],
    ['go to https://evil.example/a now', 'go to now'],
    ['go to www.evil.example now', 'go to now'],
    ['Ask at https://evil.example/a .', 'Ask at.'],
    ['Ask there https://evil.example/a, then wait.', 'Ask there, then wait.'],
    ['Our shop (https://evil.example/a) is open', 'Our shop is open'],
    ['Our shop ( <https://evil.example/a> ).', 'Our shop.'],
    ['Our shop [https://evil.example/a] is open.', 'Our shop is open.'],
    ['Our shop (see https://evil.example/a ) is open', 'Our shop (see) is open'],
    ['Go to https://evil.example/a\nnow', 'Go to\nnow'],
    ['https://evil.example/a tells more', 'tells more'],
    ['我们的商店（https://evil.example/a）。', '我们的商店。'],
    ['w https://evil.example/a .evil.example', 'w .evil.example'],
    ['shop https://evil.example/a .com', 'shop .com'],
    ['offer at https://partner.example/offer today', 'offer at partner.example/offer today'],
    ['<https://evil.example>', ''],
    ['<https://good.example>', '<https://good.example>'],
    ['<img src="https://evil.example/x">', ''],
    ['<img src=//evil.example/x>', ''],
    ['<svg/onload=alert(1)>', '< svg/onload=alert(1)>'],
    ['<svg onload=alert(1)>x', 'x'],
    ['<b[x](javascript:alert)>', '< b x >'],
    ['<a href="https://good.example/b">b</a>', 'b'],
    ['<script>alert(1)</script>', '< script>alert(1)< /script>'],
    ['<ScRiPt src="https://good.example/x.js">', '< ScRiPt src="https://good.example/x.js ">'],
    ['<iframe srcdoc=x>, <form>, <style>p{}', ', < form>, < style>p{}'],
    ['<b onclick=x>bold</b> and <b class="y">more</b>', 'bold</b> and more</b>'],
    ['Write <your name> here', 'Write < your name> here'],
    ['Mail steal@evil.example now', 'Mail steal now'],
    ['Mail steal@good.example.evil.example.', 'Mail steal.'],
    ['Write to desk@partner.example, @home or a@b', 'Write to desk@partner.example, @home or a@b'],
    ['<mailto:steal@evil.example>', ''],
    ['[mail](mailto:steal@evil.example)', 'mail'],
    ['[x](//evil.example)', 'x'],
    ['[x](\\\\evil.example)', 'x'],
    ['[x](data:text/html;base64,PHNjcmlwdD4=)', 'x'],
    ['[x](JaVaScRiPt&colon;alert(1))', 'x'],
    ['[x](https://g\u043e\u043ed.example/a)', 'x'],
    ['[x](\uff48ttps://evil.example)', 'x'],
    ['[x](https\u003a\u2044\u2044evil.example)', 'x'],
    ['[x](<https://evil.example>)', 'x'],
    ['[x](\n https://evil.example "t")', 'x'],
    ['![x][ref]\n\n[ref]: https://evil.example/p', '![x][ref]\n\n[ref] :'],
    ['[ref]:\n  https://evil.example', '[ref] :\n'],
    ['ftp://evil.example and //evil.example', 'ftp evil.example and // evil.example'],
    ['a < b and c > d <br> e', 'a < b and c > d <br> e'],
    ['[1]: https://evil.example', '[1] :'],
    ['As [1]: bees.', 'As [1]: bees.'],
    ['Mail help@good.example, or call.', 'Mail help@good.example, or call.'],
    ['const a = list[0]; // see docs', 'const a = list[0]; // see docs'],
    ['Great![1] More', 'Great![1] More'],
  ])('%s', (text, shown) => {
    expect(applyFilter(text, links())).toBe(shown);
  });
});

describe('Citations of an answer', () => {
  it.each([
    ['Yes [1].', 'Yes [1].'],
    ['No [9].', 'No.'],
    ['No[9]. And [1, 9, 2] or [1][1]', 'No. And [1][2] or [1]'],
    ['Range [1-3].', 'Range [1][2][3].'],
    ['Foot [^2] and 【3†source】 and 【8】.', 'Foot [2] and [3] and.'],
    ['Named [Source 1], [passage 2] and [Passages 1, 3].', 'Named [1], [2] and [1][3].'],
    ['Round (source 1), (see passages 2 and 3) and (Quelle: 2).', 'Round [1], [2][3] and [2].'],
    ['Letters [1, source A], [passage="2"] and [source B].', 'Letters [1], [2] and.'],
    ['Escaped \\[2\\] and \\[passage 9\\].', 'Escaped [2] and.'],
    [
      'Lists (1) and (2), [step 2], (see below), (source) stay',
      'Lists (1) and (2), [step 2], (see below), (source) stay',
    ],
    ['Zero [0] and [123456].', 'Zero and.'],
    ['Plants:\n- [9]\n- Figs [1]', 'Plants:\n- Figs [1]'],
    ['Code `list[9]` and\n```\nlist[8]\n```\nend [9]', 'Code `list[9]` and\n```\nlist[8]\n```\nend'],
    ['A [word] and [ ] stay', 'A [word] and [ ] stay'],
    ['lone ` tick [9] here', 'lone ` tick here'],
  ])('%s', (text, shown) => {
    expect(applyFilter(text, citations())).toBe(shown);
  });
});

describe('A forged suggestions line', () => {
  it.each([
    ['Text.\n\n[SUGGESTIONS] a | b | c', 'Text.\n\n'],
    ['Text.\n**[Suggestions]** a | b\nmore', 'Text.\nmore'],
    ['In the [SUGGESTIONS] middle', 'In the middle'],
    ['[SUGG[SUGGESTIONS]ESTIONS] x', '[SUGG ESTIONS] x'],
    ['[SUGGEST it', '[SUGGEST it'],
  ])('%j', (text, shown) => {
    expect(applyFilter(text, forgedSuggestionsFilter())).toBe(shown);
  });
});
