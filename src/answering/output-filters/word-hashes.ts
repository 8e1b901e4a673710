import { normalForm } from '../../text/normal-form.ts';

const FNV_BASIS = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/** FNV-1a hashes of words, or of characters in scripts without spaces. Makes no strings, because it runs over every passage of every answer. */
export function wordHashes(text: string): number[] {
  const numbers: number[] = [];
  const words = new WordReader();
  const folded = normalForm(text, 'NFKC').toLowerCase();
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    const ended = words.endBefore(code);
    if (ended !== null) numbers.push(ended);
    const alone = words.take(code);
    if (alone !== null) numbers.push(alone);
  }
  const last = words.end();
  return last === null ? numbers : [...numbers, last];
}

/** Reads a folded text by UTF-16 units: for each, `endBefore`, then `take`. */
export class WordReader {
  #hash = FNV_BASIS;

  /** Hash of the word that ends before the unit. */
  endBefore(code: number): number | null {
    return isUnspaced(code) || !isWordUnit(code) ? this.end() : null;
  }

  /** Hash of a unit that is a word by itself. */
  take(code: number): number | null {
    const isAlone = isUnspaced(code);
    if (isAlone || isWordUnit(code)) this.#hash = Math.imul(this.#hash ^ code, FNV_PRIME);
    return isAlone ? this.end() : null;
  }

  end(): number | null {
    const word = this.#hash === FNV_BASIS ? null : this.#hash;
    this.#hash = FNV_BASIS;
    return word;
  }
}

/** Letters, marks and digits; outside ASCII everything but the punctuation blocks. */
function isWordUnit(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return code >= 0xc0 && !(code >= 0x20_00 && code <= 0x20_6f) && !(code >= 0x30_00 && code <= 0x30_20);
}

/** Thai to Myanmar, Khmer, Chinese and Japanese. */
function isUnspaced(code: number): boolean {
  if (code < 0x0e_00) return false;
  if (code < 0x10_a0) return true;
  return (code >= 0x17_80 && code < 0x18_00) || (code > 0x30_20 && code < 0xa4_d0);
}
