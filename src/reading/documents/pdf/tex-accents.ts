/** TeX's older fonts have no accented letters: the file holds `´e` where the page shows é. */
import type { PdfLine } from './text-lines.ts';

const COMBINING: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
};
/**
 * A grave before a word may be a quotation mark, and a tilde the keyboard's. So they count within words only: the tilde in ñ, ã and õ as in
 * Spanish and Portuguese, the grave also in the word à.
 */
const SPACING_ACCENT =
  /[´ˆ¯˘˙¨˚˝ˇ¸˛]\p{L}|(?<=\p{L})`[aeiou]|`[aA](?![\p{L}`'’])|(?<=[aeiou])˜n(?=[aeiou])|(?<=[bcdfgjlmnprstvzç])˜[ao](?=[oe])/giu;
const DOTLESS: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };

const TEX = /\bTeX\b|TeX-\d|dvips|dvipdf/i;

/** @param programs that wrote the file */
export const isOfTex = (programs: readonly string[]): boolean => programs.some((program) => TEX.test(program));

export const withAccentedLetters = (lines: readonly PdfLine[]): readonly PdfLine[] =>
  lines.map((line) => {
    const text = accented(line.text);
    if (text === line.text) return line;
    return { ...line, text, cells: line.cells.map((cell) => ({ ...cell, text: accented(cell.text) })) };
  });

/** Two passes, since a tilde may follow a ç, whose cedilla comes first. */
const accented = (text: string): string => text.replace(SPACING_ACCENT, composed).replace(SPACING_ACCENT, composed);

function composed(pair: string): string {
  const [accent = '', letter = ''] = pair;
  const letters = `${DOTLESS[letter] ?? letter}${COMBINING[accent] ?? ''}`.normalize('NFC');
  // There is no such letter.
  return [...letters].length === 1 ? letters : pair;
}
