import { normalForm } from '../normal-form.ts';

/** Code points of other decimal zeros; NFKC handles full-width digits. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

/** Joiners, soft hyphens, direction marks, the Arabic tatweel. */
const IGNORED_CHARACTERS = /[\u00ad\u0640\u200b-\u200f\u2060\ufeff]/g;
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
const CURLY_APOSTROPHES = /[\u2018\u2019\u02bc]/g;

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((candidate) => code >= candidate && code < candidate + 10) ?? code;
  return String(code - zero);
}

/** Replaces the digits of Arabic, Persian, Devanagari, Bengali and Thai by `0` to `9`. */
export const withAsciiDigits = (text: string): string => text.replace(OTHER_DIGITS, toAsciiDigit);

const PLAIN_TEXT = /^[\t\n\r -~]*$/;

/** Unifies compatibility forms, case, digits and apostrophes, and replaces lone surrogates. */
export function normaliseText(text: string): string {
  if (PLAIN_TEXT.test(text)) return text.toLowerCase();
  return normalForm(text.toWellFormed(), 'NFKC')
    .toLowerCase()
    .replace(IGNORED_CHARACTERS, '')
    .replace(CURLY_APOSTROPHES, "'")
    .replace(OTHER_DIGITS, toAsciiDigit);
}

const PLAIN_WORD = /^[a-z0-9]+$/;
const LATIN = /\p{Script=Latin}/u;
const GREEK = /\p{Script=Greek}/u;
const DEVANAGARI = /\p{Script=Devanagari}/u;
const COMBINING_MARKS = /[\u0300-\u036f]/g;
const NUKTA = /\u093c/g;
/** Nasal consonants that are as often written as an anusvara. */
const HOMORGANIC_NASAL =
  /\u0919\u094d(?=[\u0915-\u0918])|\u091e\u094d(?=[\u091a-\u091d])|\u0923\u094d(?=[\u091f-\u0922])|\u0928\u094d(?=[\u0924-\u0927])|\u092e\u094d(?=[\u092a-\u092d])/g;

/** Removes accents of Latin and Greek letters and the dots of ё, which people often leave out. й and ї are other letters. */
export function foldDiacritics(word: string): string {
  if (PLAIN_WORD.test(word)) return word;
  if (LATIN.test(word)) {
    return normalForm(word, 'NFD')
      .replace(COMBINING_MARKS, '')
      .replaceAll('ß', 'ss')
      .replaceAll('æ', 'ae')
      .replaceAll('œ', 'oe')
      .replaceAll('ø', 'o')
      .replaceAll('ł', 'l')
      .replaceAll('đ', 'd')
      .replaceAll('ı', 'i');
  }
  if (GREEK.test(word)) return normalForm(word, 'NFD').replace(COMBINING_MARKS, '').replaceAll('ς', 'σ');
  if (DEVANAGARI.test(word)) return unifyDevanagari(word);
  return word.replaceAll('ё', 'е');
}

/** Removes the dot below, candrabindu and open o, which are often left out. */
function unifyDevanagari(word: string): string {
  return word
    .replace(NUKTA, '')
    .replace(HOMORGANIC_NASAL, '\u0902')
    .replaceAll('\u0901', '\u0902')
    .replaceAll('\u0911', '\u0906')
    .replaceAll('\u0949', '\u093e');
}
