/** The same text on several pages (footers, notices, copies) must not take the places of other passages. */

/** Words in a row that are compared. */
const SHINGLE = 5;
/** Of the shorter text's shingles. */
const SAME = 0.8;
const FNV_BASIS = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/** The items without those whose text mostly stands in an earlier one. At most `limit`, in order. */
export function withoutNearDuplicates<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  limit: number,
): readonly Item[] {
  const kept: { item: Item; shingles: ReadonlySet<number> }[] = [];
  for (const item of items) {
    if (kept.length >= limit) break;
    const shingles = shinglesOf(textOf(item));
    if (!kept.some((other) => mostlySame(shingles, other.shingles))) kept.push({ item, shingles });
  }
  return kept.map(({ item }) => item);
}

/** Each as a number: two different ones that share one are rare enough to make no text the same as another. */
function shinglesOf(text: string): ReadonlySet<number> {
  const words = wordsOf(text);
  const shingles = new Set<number>();
  const last = Math.max(0, words.length - SHINGLE);
  for (let from = 0; from <= last; from += 1) {
    let shingle = 0;
    for (const word of words.slice(from, from + SHINGLE)) shingle = Math.imul(shingle, FNV_PRIME) ^ word;
    shingles.add(shingle);
  }
  return shingles;
}

/**
 * A number (FNV-1a) for each word; in scripts without spaces, for each character. One pass and no string for a word: this is done for
 * every passage of every answer.
 */
function wordsOf(text: string): number[] {
  const folded = text.normalize('NFKC').toLowerCase();
  const words: number[] = [];
  let hash = FNV_BASIS;
  const endWord = () => {
    if (hash !== FNV_BASIS) words.push(hash);
    hash = FNV_BASIS;
  };
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    const isAlone = isUnspaced(code);
    if (isAlone || !isOfWord(code)) endWord();
    if (isAlone || isOfWord(code)) hash = Math.imul(hash ^ code, FNV_PRIME);
    if (isAlone) endWord();
  }
  endWord();
  return words;
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

function mostlySame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common += 1;
  return common >= small.size * SAME;
}
