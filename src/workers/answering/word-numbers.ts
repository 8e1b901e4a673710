/** Words as numbers, for comparing what texts say whatever capitals and marks they are written with. */

const FNV_BASIS = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/**
 * A number (FNV-1a) for each word; in scripts without spaces, for each character. One pass and no string for a word: this is done for
 * every passage of every answer.
 */
export function wordNumbers(text: string): number[] {
  const numbers: number[] = [];
  const words = new WordReader();
  const folded = text.normalize('NFKC').toLowerCase();
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

/** Takes a folded text by its UTF-16 units: for each first `endBefore`, then `take`. */
export class WordReader {
  #hash = FNV_BASIS;

  /** The word that ends before the unit, if one does. */
  endBefore(code: number): number | null {
    return isUnspaced(code) || !isOfWord(code) ? this.end() : null;
  }

  /** The word that the unit is by itself, if it is one. */
  take(code: number): number | null {
    const isAlone = isUnspaced(code);
    if (isAlone || isOfWord(code)) this.#hash = Math.imul(this.#hash ^ code, FNV_PRIME);
    return isAlone ? this.end() : null;
  }

  /** The word that was begun, if one was. */
  end(): number | null {
    const word = this.#hash === FNV_BASIS ? null : this.#hash;
    this.#hash = FNV_BASIS;
    return word;
  }
}

/** Letters, marks and digits: outside ASCII all but the blocks of punctuation. */
function isOfWord(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return code >= 0xc0 && !(code >= 0x20_00 && code <= 0x20_6f) && !(code >= 0x30_00 && code <= 0x30_20);
}

/** Thai to Myanmar, Khmer, and Chinese and Japanese. */
function isUnspaced(code: number): boolean {
  if (code < 0x0e_00) return false;
  if (code < 0x10_a0) return true;
  return (code >= 0x17_80 && code < 0x18_00) || (code > 0x30_20 && code < 0xa4_d0);
}
