import { describe, expect, test } from 'vitest';
import {
  appendText,
  elementOf,
  type HtmlElement,
  moveToStart,
  parseHtml,
  removeAll,
} from '../../../src/reading/html/dom/dom.ts';
import { Measures } from '../../../src/reading/html/dom/measure.ts';
import { select } from '../../../src/reading/html/dom/select.ts';

function pageOf(markup: string): (selector: string) => HtmlElement {
  const $ = parseHtml(`<body>${markup}`);
  return (selector) => {
    const [found] = select($, selector);
    if (found === undefined) throw new Error(`Nothing is ${selector}`);
    return found;
  };
}

describe('The measures of a page', () => {
  test('add up from the leaves, without what is no text', () => {
    const first = pageOf(
      '<div>four<p>words <a href=/x>linked</a></p><script>code</script></div><article>one</article>',
    );
    const measures = new Measures(first('body'));
    expect(measures.of(first('div'))).toEqual({
      ...{ text: 15, linked: 6, prose: 0, teased: 6, links: 1 },
      ...{ holdsContent: false, holdsTitle: false },
    });
    expect(measures.whole).toMatchObject({ text: 18, holdsContent: true, holdsTitle: false });
    expect(measures.of(first('script')).text).toBe(0);
  });

  test('stay as they were when parts are removed and the page is measured anew', () => {
    const first = pageOf('<div>four<p>words</p></div><h1>title</h1>');
    const [body, part] = [first('body'), first('p')];
    const before = new Measures(body);
    removeAll([part]);
    moveToStart(body, [first('h1')]);
    const after = new Measures(body);
    expect([before.of(part).text, before.whole.text, after.of(part).text, after.whole.text]).toEqual([5, 14, 0, 9]);
    expect(after.whole.holdsTitle).toBe(true);
  });

  test('know elements made before them, and nothing of those made later', () => {
    const body = pageOf('one')('body');
    const [early, late] = [elementOf('p', 'early'), elementOf('p', 'later')];
    moveToStart(body, [early]);
    const measures = new Measures(body);
    appendText(early, ' and more');
    expect([measures.of(early).text, measures.of(late).text, measures.whole.text]).toEqual([5, 0, 8]);
    expect(new Measures(late).whole.text).toBe(5);
  });
});
