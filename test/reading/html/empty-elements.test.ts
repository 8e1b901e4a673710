import { describe, expect, test } from 'vitest';
import { closeEmptyElements } from '../../../src/reading/html/dom/empty-elements.ts';
import { readHtml } from '../../../src/reading/html/read-html.ts';
import { documentText } from '../../../src/text/document.ts';
import { expectLinear } from '../../support/growth.ts';

const XHTML = 'application/xhtml+xml; charset=utf-8';
const filler = 'Enough words to be the main part of this page, and some more of them. '.repeat(5);
const textOf = (html: string, contentType: string) =>
  documentText(readHtml({ url: 'https://example.com/', contentType, bytes: Buffer.from(html) }).document);

describe('A page of XHTML', () => {
  test('is read whole after a script, a title or a frame that is empty by its tag', () => {
    const html = `<html><head><title/><script src="a.js"/></head><body><iframe src="/b"/><h1>Hours</h1><p>${filler}<br/>Open</p></body></html>`;
    expect(textOf(html, XHTML)).toBe(`# Hours\n\n${filler.trim()}\nOpen`);
  });

  test('keeps paragraphs behind an empty anchor out of its link', () => {
    expect(closeEmptyElements('<p><a id="top"/>One</p><p>Two<hr/></p>', XHTML)).toBe(
      '<p><a id="top"></a>One</p><p>Two<hr/></p>',
    );
  });

  test.for(['<a ', '<a/', 'x<script a=', '<a', 'a', '/'])('of many open tags takes linear time: %s', (part) =>
    expectLinear(1_000_000, (size) => void closeEmptyElements(`<a ${part.repeat(size / part.length)}`, XHTML)),
  );
});

test('A page of HTML is left as browsers read it', () => {
  expect(closeEmptyElements('<div/>a', 'text/html')).toBe('<div/>a');
});
