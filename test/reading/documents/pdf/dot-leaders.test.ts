import { expect, test } from 'vitest';
import { pdfBlocks } from '../../../../src/reading/documents/pdf/pdf-blocks.ts';
import { documentText } from '../../../../src/text/document.ts';
import { expectLinear } from '../../../support/growth.ts';
import { linesOf, linesOfText, rowOf } from './page-items.ts';

const textOf = (lines: ReturnType<typeof linesOf>) => documentText({ blocks: pdfBlocks([lines], []) });
const dots = '. '.repeat(20);

test('A name and its price that dots connect are one line', () => {
  expect(
    textOf(linesOfText(`Espresso ${dots}2.50\nFlat white: ${'.'.repeat(30)} 3.20\nHot chocolate ${dots}3.80`)),
  ).toBe('- Espresso: 2.50\n- Flat white: 3.20\n- Hot chocolate: 3.80');
});

test('Lines of contents stay apart, without their dots', () => {
  expect(textOf(linesOfText(`1 Introduction ${dots}3\n1.1 Who we are ${dots}iv`))).toBe(
    '- 1 Introduction 3\n- 1.1 Who we are iv',
  );
  const row = (top: number, name: string, page: string) =>
    rowOf(
      [
        [72, name],
        [80 + 6 * name.length, dots.trim()],
        [500, page],
      ],
      top,
    );
  expect(
    textOf(linesOf([...row(72, '1 Introduction', '3'), ...row(86, '2 Methods', '7'), ...row(100, '3 Results', '12')])),
  ).toBe('1 Introduction | 3\n2 Methods | 7\n3 Results | 12');
});

test('A sentence that is left open is no row', () => {
  expect(textOf(linesOfText('Wait ... what is that?'))).toBe('Wait ... what is that?');
});

test('Very many dots are read in linear time', () => {
  expectLinear(200_000, (count) => {
    textOf(linesOfText(`a ${'. '.repeat(count)}b ${'.'.repeat(count)} ${'. . .a'.repeat(count / 8)}`));
  });
});
