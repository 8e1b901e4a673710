/** The same text on several pages (footers, notices, copies) must not take the places of other passages. */
import { LRUCache } from 'lru-cache';
import { wordNumbers } from './word-numbers.ts';

/** Words in a row that are compared. */
const SHINGLE = 5;
/** Of the shorter text's shingles. */
const SAME = 0.8;
/** Any odd number: what stands earlier in a shingle counts otherwise than what stands later. */
const SPREAD = 0x01_00_01_93;

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

/** Of passages that were found before: those that answer much are found again and again. */
const known = new LRUCache<string, ReadonlySet<number>>({ max: 500, ttl: 600_000 });

/** Each as a number: two different ones that share one are rare enough to make no text the same as another. */
function shinglesOf(text: string): ReadonlySet<number> {
  const before = known.get(text);
  if (before !== undefined) return before;
  const words = wordNumbers(text);
  const shingles = new Set<number>();
  const last = Math.max(0, words.length - SHINGLE);
  for (let from = 0; from <= last; from += 1) {
    let shingle = 0;
    const end = Math.min(words.length, from + SHINGLE);
    for (let at = from; at < end; at += 1) shingle = Math.imul(shingle, SPREAD) ^ (words[at] ?? 0);
    shingles.add(shingle);
  }
  known.set(text, shingles);
  return shingles;
}

function mostlySame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common += 1;
  return common >= small.size * SAME;
}
