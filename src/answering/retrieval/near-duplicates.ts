/** Drops near-duplicates, such as footers of several pages, which would displace other passages. */
import { wordHashes } from '../output-filters/word-hashes.ts';

const SHINGLE_WORDS = 5;
/** Share of the shorter text's shingles. */
const MIN_COMMON_SHARE = 0.8;
/** Odd, so that the order of words changes the hash. */
const HASH_MULTIPLIER = 0x01_00_01_93;

/** Keeps at most `limit` items, in order. */
export function dropNearDuplicates<Item>(
  items: readonly Item[],
  shinglesOfItem: (item: Item) => Shingles,
  limit: number,
): readonly Item[] {
  const kept: { item: Item; shingles: Shingles }[] = [];
  for (const item of items) {
    if (kept.length >= limit) break;
    const shingles = shinglesOfItem(item);
    if (!kept.some((other) => mostlySame(shingles, other.shingles))) kept.push({ item, shingles });
  }
  return kept.map(({ item }) => item);
}

/** Hashes of runs of words, each once, ascending. Collisions are too rare to matter. */
export type Shingles = Int32Array;

export function shinglesOf(text: string): Shingles {
  const words = wordHashes(text);
  const shingles = new Int32Array(Math.max(1, words.length - SHINGLE_WORDS + 1));
  for (let from = 0; from < shingles.length; from += 1) {
    let shingle = 0;
    const end = Math.min(words.length, from + SHINGLE_WORDS);
    for (let at = from; at < end; at += 1) shingle = Math.imul(shingle, HASH_MULTIPLIER) ^ (words[at] ?? 0);
    shingles[from] = shingle;
  }
  shingles.sort();
  return shingles.filter((shingle, at) => at === 0 || shingle !== shingles[at - 1]);
}

/** Stops as soon as too many are missing, since most texts share nothing. */
function mostlySame(one: Shingles, other: Shingles): boolean {
  const [small, large] = one.length <= other.length ? [one, other] : [other, one];
  const needed = small.length * MIN_COMMON_SHARE;
  let common = 0;
  let at = 0;
  for (let place = 0; place < small.length; place += 1) {
    const shingle = small[place] ?? 0;
    if (common + small.length - place < needed) return false;
    while (at < large.length && (large[at] ?? 0) < shingle) at += 1;
    if (large[at] === shingle) common += 1;
  }
  return common >= needed;
}
