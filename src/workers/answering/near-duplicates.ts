/** The same text on several pages (footers, notices, copies) must not take the places of other passages. */

/** Words in a row that are compared. */
const SHINGLE = 5;
/** Of the shorter text's shingles. */
const SAME = 0.8;

/** The items without those whose text mostly stands in an earlier one. At most `limit`, in order. */
export function withoutNearDuplicates<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  limit: number,
): readonly Item[] {
  const kept: { item: Item; shingles: ReadonlySet<string> }[] = [];
  for (const item of items) {
    if (kept.length >= limit) break;
    const shingles = shinglesOf(textOf(item));
    if (!kept.some((other) => mostlySame(shingles, other.shingles))) kept.push({ item, shingles });
  }
  return kept.map(({ item }) => item);
}

function shinglesOf(text: string): ReadonlySet<string> {
  const spaced =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  // Scripts without spaces are one endless word: there a character is a unit.
  const units = spaced.flatMap((word) => (word.length > 40 ? [...word] : [word]));
  if (units.length <= SHINGLE) return new Set([units.join(' ')]);
  return new Set(units.slice(SHINGLE - 1).map((_, index) => units.slice(index, index + SHINGLE).join(' ')));
}

function mostlySame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common += 1;
  return common >= small.size * SAME;
}
