import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../support/growth.ts';
import { FILLER, pageText } from './pages.ts';

const page = (body: string, head = '') =>
  pageText(`<html><head>${head}</head><body><main><h1>Plans</h1><p>${FILLER}</p>${body}</main></body></html>`);

describe('text that visitors never see', () => {
  test('is left out when a rule of the page hides it', () => {
    const style = `<style>/* .seen{display:none} */ body{color:#111}
      .old-terms, #draft{ color:red; display : none }  @media print{ .seen{display:none} }</style>`;
    const text = page(
      '<p class="old-terms">Terms of 2012.</p><div id="draft"><p>Not yet.</p></div><p class="seen">Now.</p>',
      style,
    );
    expect(text).not.toContain('Terms of 2012');
    expect(text).not.toContain('Not yet');
    expect(text).toContain('Now.');
  });

  test('is left out when its class is one that frameworks hide, on every screen', () => {
    const text = page(
      '<p class="d-none">One</p><p class="hidden">Two</p><p class="d-none d-md-block">Wide</p><p class="hidden lg:flex">Large</p>',
    );
    expect(text).not.toMatch(/One|Two/);
    expect(text).toContain('Wide');
    expect(text).toContain('Large');
  });

  test('is kept when something on the page shows it', () => {
    const style = '<style>.more, .body, .late, .note{display:none} .note.open{display:block}</style>';
    const script = '<script>document.querySelectorAll(".late").forEach((one) => one.show())</script>';
    const text = page(
      `<a href="#rest">More</a><div id="rest" class="more"><p>The rest.</p></div>
      <h3 class="question">Pets?</h3><div class="body"><p>Only small ones.</p></div>
      <p>Between.</p><p class="late">Shown later.</p><p>Between.</p><p class="note">Opened.</p>${script}`,
      style,
    );
    for (const part of ['The rest.', 'Only small ones.', 'Shown later.', 'Opened.']) expect(text).toContain(part);
  });

  test('is kept when it is most of the page', () => {
    expect(
      pageText(`<style>.page{display:none}</style><body><div class="page"><p>${FILLER}</p></div></body>`),
    ).toContain(FILLER.trim());
  });

  test('is found in time in proportion to the length of the page', () => {
    const many = (count: number, make: (place: number) => string) =>
      Array.from({ length: count }, (_, place) => make(place)).join('');
    expectLinear(8_000, (count) => {
      const styles = `${many(count, (place) => `.c${place}{display:none}`)}${'/*'.repeat(count)}`;
      const text = pageText(
        `<style>${styles}</style><script>${'f();'.repeat(count)}</script><p>${FILLER}</p>${many(count, (place) => `<p class="c${place}">x</p>`)}`,
      );
      expect(text).toContain(FILLER.trim());
    });
  });
});

describe('text that is crossed out', () => {
  test('is left out, as a price before a sale is', () => {
    const text = page('<p class="price"><del>£20.00</del> <ins>£15.00</ins> or <s>£8</s> £6 a month</p>');
    expect(text).toContain('£15.00 or £6 a month');
    expect(text).not.toMatch(/£20|£8/);
  });
});

describe('numbers beside lines of code', () => {
  test('are left out', () => {
    const text =
      page(`<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>if ready:\n    go()</pre></td></tr></table>
      <pre><span class="linenos">1</span>stop()</pre>`);
    expect(text).toContain('```\nif ready:\n    go()\n```');
    expect(text).toContain('```\nstop()\n```');
    expect(text).not.toContain('1\n2');
  });
});
