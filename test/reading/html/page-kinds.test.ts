import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readHtml } from '../../../src/reading/html/read-html.ts';
import { READING_VERSION } from '../../../src/reading/html/reading-version.ts';
import { documentText } from '../../../src/text/document.ts';
import { markedPages } from './marked-pages.ts';
import { PAGE_KINDS } from './page-kinds.ts';

const readAt = (html: string) =>
  readHtml({ url: 'https://site.example/page', contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) })
    .document;

/** Each line is a text of its own. */
const linesOf = (html: string) => documentText(readAt(html)).replaceAll('\u00a0', ' ').split('\n');

function isIn(lines: readonly string[], fact: string): boolean {
  if (fact.startsWith('HEADING ')) return lines.some((line) => /^#+ /.test(line) && line.endsWith(fact.slice(8)));
  const parts = fact.includes(' | ') ? [fact] : fact.split('|');
  return lines.some((line) => parts.every((part) => line.includes(part)));
}

test.each(PAGE_KINDS)('A $name tells what its visitors may ask', ({ html, facts, noise }) => {
  const lines = linesOf(html);
  expect(facts.filter((fact) => !isIn(lines, fact))).toEqual([]);
  expect(noise.filter((text) => isIn(lines, text))).toEqual([]);
});

/** When it differs, pages are read differently: raise READING_VERSION, then write down the version and the digest. */
const READ = { version: 9, digest: 'c7714ff825920e80' };

test('Crawls read unchanged pages anew when reading has changed', () => {
  const hash = createHash('sha256');
  for (const { html } of [...PAGE_KINDS, ...markedPages()]) hash.update(JSON.stringify(readAt(html)));
  expect({ version: READING_VERSION, digest: hash.digest('hex').slice(0, 16) }).toEqual(READ);
});
