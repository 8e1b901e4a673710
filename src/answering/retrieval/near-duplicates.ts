/** The same text on several pages (footers, notices, copies) must not displace other passages. */
import { LRUCache } from 'lru-cache';
import { wordHashes } from '../output-filters/word-hashes.ts';

const SHINGLE_WORDS = 5;
/** Share of the shorter text's shingles. */
const MIN_COMMON_SHARE = 0.8;
/** Odd multiplier, so that the order of words changes the hash. */
const HASH_MULTIPLIER = 0x01_00_01_93;

/** Drops items whose text mostly occurs in an earlier item. At most `limit`, in order. */
export function dropNearDuplicates<Item>(
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

/** Some passages are found again and again. The time limit also applies to erased text. */
const SHINGLE_CACHE = new LRUCache<string, ReadonlySet<number>>({ max: 500, ttl: 600_000, ttlAutopurge: true });

/** As hashes; collisions are too rare to make two texts the same. */
function shinglesOf(text: string): ReadonlySet<number> {
  const before = SHINGLE_CACHE.get(text);
  if (before !== undefined) return before;
  const words = wordHashes(text);
  const shingles = new Set<number>();
  const last = Math.max(0, words.length - SHINGLE_WORDS);
  for (let from = 0; from <= last; from += 1) {
    let shingle = 0;
    const end = Math.min(words.length, from + SHINGLE_WORDS);
    for (let at = from; at < end; at += 1) shingle = Math.imul(shingle, HASH_MULTIPLIER) ^ (words[at] ?? 0);
    shingles.add(shingle);
  }
  SHINGLE_CACHE.set(text, shingles);
  return shingles;
}

function mostlySame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common += 1;
  return common >= small.size * MIN_COMMON_SHARE;
}
