/** The time to read a page grows in proportion to its length, whatever its markup. */
import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../src/reading/html/dom/dom.ts';
import { isProse } from '../../../src/reading/html/embedded/prose-detection.ts';
import { expectLinear } from '../../support/growth.ts';
import { pageText } from './pages.ts';

describe('a page is read in time in proportion to its length', () => {
  test.each([
    ['choices', '<select name="options[a]"><option>A – $1</option><option>B – $2</option></select>', 8_000],
    ['open choices', '<select name="options[a]"><option>A – $1</option><option>B – $2</option>', 8_000],
    ['fields of variants', '<fieldset class="product"><legend>a</legend><label>b</label><label>c</label>', 1_500],
    ['frames', '<iframe srcdoc="&lt;p&gt;text"></iframe>', 8_000],
    ['rows', '<div class="r"><div>Yoga</div><div>18:30</div><div>Ana</div></div>', 8_000],
    ['open rows', '<div class="r"><i>Yoga</i><i>18:30</i><i>Ana</i>', 1_500],
    ['cards', '<div class="c"><h3>a b</h3><p>$1</p></div>', 8_000],
    ['late headings', '<div class="c">a<h3>b</h3>', 1_500],
    ['cards with dates', '<div class="c"><i>1 May</i><h3>b</h3>c</div>', 8_000],
    ['open cards', '<div class="c"><h3>a b</h3><p>$1</p>', 1_500],
    ['parts by width', '<div class="d-none d-md-block">a', 1_500],
    ['folded texts', '<div style="display:none">some words of a folded text</div><button>More</button>', 8_000],
    ['prices before a sale', '<i class="old-price">$1</i>', 8_000],
  ])('with as many %s', (_, part, most) => {
    expectLinear(most, (count) => {
      pageText(`<body>${part.repeat(count)}</body>`);
    });
  });
});

test('A tag keeps as many attributes as are compared with each other in little time', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `a${index}`).join(' ');
  const $ = parseHtml(`<p id=first ${names}>x</p><p id=second class=y>y`);
  expect(
    $('p')
      .toArray()
      .map(({ attribs }) => Object.keys(attribs).length),
  ).toEqual([250, 2]);
});

test('A page holds as many elements as the largest manuals, and is refused with twice as many', () => {
  expect(parseHtml('<p>a'.repeat(180_000))('p').length).toBe(180_000);
  expect(() => parseHtml('<p>a'.repeat(360_000))).toThrow('The page holds too many elements to be read');
});

test('A page is refused as soon as open formatting that each paragraph repeats makes too many elements of it', () => {
  const fonts = Array.from({ length: 1_000 }, (_, index) => `<font id=${index}>`).join('');
  expect(() => parseHtml(`<p>${fonts}${'</p><p>x'.repeat(5_000)}`)).toThrow(
    'The page holds too many elements to be read',
  );
});

test('Strings of scripts that are full of open braces are told from prose at once', () => {
  const before = process.threadCpuUsage();
  for (let time = 0; time < 10; time += 1) expect(isProse(`a ${'{a:a'.repeat(500)}`)).toBe(false);
  const { user, system } = process.threadCpuUsage(before);
  // Some 10 ms. It took 150 for each of them.
  expect((user + system) / 1_000).toBeLessThan(300);
});

test.each([['{color: red;'], ['a {b: {c: d;'], ['.box{a:b} c {d:\n"e:f";']])('Code is no prose: %s', (code) => {
  expect(isProse(`Here are some words of a text before ${code}`)).toBe(false);
});
