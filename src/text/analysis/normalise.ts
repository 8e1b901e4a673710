/** Brings text to one spelling before it is split into words. */

/** Code points of the zero of decimal digits that visitors type beside 0-9 (full width is NFKC's). */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

/** Characters that change no word: joiners, soft hyphens, direction marks, the stretching stroke of Arabic. */
const wordless = /[\u00ad\u0640\u200b-\u200f\u2060\ufeff]/g;
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
const curlyApostrophes = /[\u2018\u2019\u02bc]/g;

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = zeros.find((candidate) => code >= candidate && code < candidate + 10) ?? code;
  return String(code - zero);
}

/** What has one spelling but for its case, as most English text has. */
const plainText = /^[\t\n\r -~]*$/;

/**
 * Compatibility forms, case, digits and apostrophes unified; lone surrogates replaced. Combining marks stay: which of them carry
 * meaning depends on the script.
 */
export function normaliseText(text: string): string {
  if (plainText.test(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replace(wordless, '')
    .replace(curlyApostrophes, "'")
    .replace(otherDigits, toAsciiDigit);
}

const plain = /^[a-z0-9]+$/;
const latin = /\p{Script=Latin}/u;
const greek = /\p{Script=Greek}/u;
const combiningMarks = /[\u0300-\u036f]/g;

/**
 * Drops what people leave out when they type: accents of Latin and Greek letters, the dots of the Russian ё. The mark of й and of
 * the Ukrainian ї stays, as do all marks of other scripts, where they are letters in their own right.
 */
export function foldDiacritics(word: string): string {
  if (plain.test(word)) return word;
  if (latin.test(word)) {
    return word
      .normalize('NFD')
      .replace(combiningMarks, '')
      .replaceAll('ß', 'ss')
      .replaceAll('æ', 'ae')
      .replaceAll('œ', 'oe')
      .replaceAll('ø', 'o')
      .replaceAll('ł', 'l')
      .replaceAll('đ', 'd')
      .replaceAll('ı', 'i');
  }
  if (greek.test(word)) return word.normalize('NFD').replace(combiningMarks, '').replaceAll('ς', 'σ');
  return word.replaceAll('ё', 'е');
}
