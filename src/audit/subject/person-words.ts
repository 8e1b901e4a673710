/** Finds a person by email address, phone number or name, as people write them. */
import { normalForm } from '../../text/normal-form.ts';

export interface PersonWords {
  equals(value: string | null | undefined): boolean;
  isIn(value: unknown): boolean;
}

/** Shorter ones would be found in texts about anything. */
const MIN_DIGITS = 6;
const MIN_CHARACTERS = 3;
const PHONE_NUMBER = /^[+(\d][\d\s()./-]*$/;

/** Returns null for words too short to search for. */
export function personWords(words: string): PersonWords | null {
  const text = plain(words);
  const digits = digitsOf(words);
  if (PHONE_NUMBER.test(words.trim())) return digits.length < MIN_DIGITS ? null : phoneWords(digits);
  if (text.length < MIN_CHARACTERS) return null;
  return {
    equals: (value) => value !== null && value !== undefined && plain(value) === text,
    isIn: (value) => plain(textOf(value)).includes(text),
  };
}

/** A number is the same with and without its country or trunk prefix. */
function phoneWords(digits: string): PersonWords {
  const isSame = (number: string) => {
    const other = digitsOf(number);
    return other.length >= MIN_DIGITS && (other.endsWith(digits) || digits.endsWith(other));
  };
  return {
    // Digits in an email address are no phone number.
    equals: (value) => !value?.includes('@') && isSame(value ?? ''),
    isIn(value) {
      const numbers = textOf(value)
        .replace(/(?<=\d)[\s()./-]+(?=\d)/g, '')
        .match(/\d+/g);
      return numbers?.some((number) => number.includes(digits) || isSame(number)) === true;
    },
  };
}

/** Leading zeros stand for a prefix. */
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');

/** Ignores case, widths of characters and runs of white space. */
const plain = (text: string): string => normalForm(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
