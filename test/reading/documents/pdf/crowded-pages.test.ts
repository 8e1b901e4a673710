/** Pages with very many cells and font sizes, which no reader would write and an attacker may. */
import { expect, test } from 'vitest';
import { withCellRows } from '../../../../src/reading/documents/pdf/cell-rows.ts';
import { fontHeadings } from '../../../../src/reading/documents/pdf/font-headings.ts';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { inColumnOrder } from '../../../../src/reading/documents/pdf/text-columns.ts';
import type { PdfLine } from '../../../../src/reading/documents/pdf/text-lines.ts';
import { lineJoiner } from '../../../../src/reading/documents/pdf/wrapped-lines.ts';

const CELLS = 20_000;

function lineOf(texts: readonly string[], left: number, top: number, size: number): PdfLine {
  const cells = texts.map((text, at) => ({ text, left: left + 30 * at, right: left + 30 * at + 6 }));
  const right = cells.at(-1)?.right ?? left;
  return { text: texts.join(' '), left, right, top, size, font: 'body', cells };
}

const crowded = (line: number, { left = 0, size = 12 }) => lineOf(Array(CELLS).fill('x'), left, 14 * line, size);

function expectLinear(work: () => unknown): void {
  const began = process.cpuUsage();
  work();
  expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
}

test('Lines of very many cells, each of which begins below the end of the one before, are put in rows in linear time', () => {
  const steps = Array.from({ length: 20 }, (_, line) => crowded(line, { left: 30 * (CELLS - 1) * line }));
  expectLinear(() => withCellRows(steps, () => false, lineJoiner([])));
});

test('Lines of very many cells in ever smaller letters are put in order in linear time', () => {
  const titles = Array.from({ length: 8 }, (_, line) => crowded(line, { size: 60 / 1.2 ** line }));
  expectLinear(() => inColumnOrder(titles));
});

test('Lines of very many sizes get their levels in linear time', () => {
  const lines = Array.from({ length: 120_000 }, (_, at) =>
    at % 2 === 0
      ? lineOf(['running text that is longer than a heading is'], 72, 14 * at, 12)
      : lineOf(['Aa'], 72, 14 * at, 20 + at / 2),
  );
  expectLinear(() => fontHeadings([lines], [lines]));
});

/** 2,000 pages of these lines, which nothing ends. */
const endless = (words: string) =>
  Array.from({ length: 2_000 }, () =>
    Array.from({ length: 60 }, (_, at) => lineOf([words.repeat(12)], 72, 14 * at, 12)),
  );

test('A sentence that goes on over thousands of pages is joined in linear time', () => {
  expectLinear(() => pdfBlocks(endless('goes on '), []));
});

test('Lines of a page that all end with a hyphen are joined in linear time', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => lineOf(['national and inter-'.repeat(3)], 72, 14 * at, 12));
  expectLinear(() => pdfBlocks([lines], []));
});
