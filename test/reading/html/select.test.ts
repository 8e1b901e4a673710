import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../src/reading/html/dom/dom.ts';
import { has, select, selectFirst } from '../../../src/reading/html/dom/select.ts';

const page = parseHtml(
  '<head><meta NAME=Robots content=noindex></head><body><p id=a class="x y">1<b class=x>2</b></p><template><p id=t></p></template><p id=c class=x></p>',
);
const ids = (selector: string) => select(page, selector).map(({ name, attribs }) => attribs.id ?? name);

describe('Elements are selected', () => {
  test('in document order, templates included', () => {
    expect(ids('p')).toEqual(['a', 't', 'c']);
    expect(ids('b, p')).toEqual(['a', 'b', 't', 'c']);
    expect(ids('body .x')).toEqual(['a', 'b', 'c']);
  });

  test('as cheerio selects them', () => {
    const simple = ['p', '.x, [id]', 'meta[name="robots" i]', 'p > b', 'p:not(.x)', '[class~=y]', '#none', 'b, #c'];
    for (const selector of [...simple, '*', 'p *', ':is(b, p)', 'b, :not(p)', 'p[id=a] b, meta', '[id!=a]', 'P'])
      expect(select(page, selector)).toEqual(page(selector).toArray());
  });

  test('by the names that elements have now', () => {
    const panel = parseHtml('<nav><i>1</i></nav>');
    const [nav, inner] = [selectFirst(panel, 'nav'), selectFirst(panel, 'i')];
    expect(has(panel, 'aside i')).toBe(false);
    Object.assign(nav ?? {}, { name: 'aside' });
    expect(select(panel, 'aside i')).toEqual([inner]);
  });
});
