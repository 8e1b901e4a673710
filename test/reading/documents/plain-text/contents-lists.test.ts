/** A table of contents in Markdown is left out of a text; other lists of links are content. */
import { expect, test } from 'vitest';
import { textBlocks } from '../../../../src/reading/documents/plain-text/text-blocks.ts';

const sections = '## Prices\n\nFrom 9 euros.\n\n## Opening hours\n\nDaily.\n\n## How to get *here*\n\nBy bus.\n';
const texts = (markdown: string) =>
  textBlocks(markdown).map((block) => (block.kind === 'table' ? block.rows.join('\n') : block.text));
const links = '- [Prices](#prices)\n- [Opening hours](#opening-hours)\n  - [How to get here](#how-to-get-here)\n';

test.each([
  ['below its label', `## Table of contents\n\n${links}`],
  ['below the title', links],
  ['below a label in another language', `## Inhalt\n\n${links}`],
  ['without links, below its label', '## Contents\n\n1. Prices\n2. Opening hours\n3. How to get here\n'],
  [
    'as a table',
    '| [Prices](#prices) | [Opening hours](#opening-hours) |\n| --- | --- |\n| [How to get here](#how-to-get-here) | |\n',
  ],
])('a table of contents %s is left out', (_, contents) => {
  expect(texts(`# Guide\n\n${contents}\n${sections}`)).toEqual(texts(`# Guide\n\n${sections}`));
});

test.each([
  ['announces', `There are three ways:\n\n${links}`],
  ['leads elsewhere', '- [Prices](#prices)\n- [Shop](https://shop.example)\n- [Opening hours](#opening-hours)\n'],
  ['says more', '- [Prices](#prices): from 9 euros\n- [Opening hours](#opening-hours): daily\n- Bring a coat.\n'],
  ['names no heading', '- [One](#one)\n- [Two](#two)\n- [Three](#three)\n'],
  ['is no list of links', '- Prices\n- Opening hours\n- How to get here\n'],
])('a list that %s is kept', (_, list) => {
  expect(texts(`# Guide\n\n${list}\n${sections}`)).toHaveLength(
    textBlocks(sections).length + 4 + (list.startsWith('There') ? 1 : 0),
  );
});
