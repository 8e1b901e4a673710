import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../../src/reading/documents/pdf/read-pdf.ts';
import { isOfTex } from '../../../../src/reading/documents/pdf/tex-accents.ts';
import { documentText } from '../../../../src/text/document.ts';
import { pdfOf } from '../../../support/files/documents.ts';
import { expectLinear } from '../../../support/growth.ts';

const textOf = async (line: string, producer: string) => documentText(await readPdf(pdfOf([[line]], { producer })));

describe('Accents that TeX writes before their letters', () => {
  test.each([
    ['La premi`ere \u00b4etude a `a peine d\u00b4ebut\u00b4e : o`u ?', 'La première étude a à peine débuté : où ?'],
    ['Espa\u02dcna, informa\u00b8c\u02dcoes, S\u02dcao', 'España, informações, São'],
    ['M\u00a8uller zahlt f\u00a8ur die \u00a8Ubung', 'Müller zahlt für die Übung'],
  ])('are read as one letter: %s', async (line, read) => {
    const shown = line.replaceAll('\u02dc', '\u0098');
    expect(await textOf(shown, 'pdfTeX-1.40.24')).toBe(read);
    expect(await textOf(shown, 'Acrobat Distiller')).not.toBe(read);
  });

  test.each(['Call `abort` or `if`', 'font\u0098name and \u0098/notes', 'the mean \u00b4x'])(
    'stay where they are signs: %s',
    async (line) => {
      expect(await textOf(line, 'pdfTeX-1.40.24')).toBe(line.replaceAll('\u0098', '\u02dc'));
    },
  );
});

test('A program with a very long name is told from TeX in linear time', () => {
  expectLinear(100_000, (length) => {
    expect(isOfTex(['v'.repeat(length)])).toBe(false);
  });
});
