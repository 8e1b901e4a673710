import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairsById } from '../../../src/audit/replay/pairs-by-id.ts';
import type { ReadableDocuments } from '../../../src/ports/documents.ts';
import type { JsonObject } from '../../../src/ports/event-log.ts';

const COLLECTION = { name: 'things', version: 1, indexes: [] };
const inBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Sorted by the bytes of its ids, as stores are. */
function storeOf(ids: readonly string[], from: string): ReadableDocuments {
  const sorted = [...ids].sort(inBytes);
  const find = async ({ after, limit }: { after?: { id: string }; limit: number }) =>
    sorted
      .filter((id) => after === undefined || inBytes(id, after.id) > 0)
      .slice(0, limit)
      .map((id) => ({ id, document: { from } }));
  return { find: (_: unknown, options: never) => find(options) } as unknown as ReadableDocuments;
}

const pairsOf = (lefts: readonly string[], rights: readonly string[]) =>
  Array.fromAsync(pairsById(COLLECTION, storeOf(lefts, 'left'), storeOf(rights, 'right')));

function expectedPairs(lefts: readonly string[], rights: readonly string[]) {
  const [left, right] = [new Set(lefts), new Set(rights)];
  const side = (holds: boolean, from: string): JsonObject | null => (holds ? { from } : null);
  return [...left.union(right)]
    .sort(inBytes)
    .map((id) => ({ id, left: side(left.has(id), 'left'), right: side(right.has(id), 'right') }));
}

test('Two copies are walked together: every id once, in order, null where a copy lacks it', async () => {
  // An astral letter is behind U+FF41 by bytes, and before it by UTF-16 units.
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'ba', 'c', 'é', '\uff41', '\u{1f41d}', '~', '0', 'z9'));
  await fc.assert(
    fc.asyncProperty(ids, ids, async (lefts, rights) => {
      expect(await pairsOf(lefts, rights)).toEqual(expectedPairs(lefts, rights));
    }),
  );
});

test('Copies longer than a page are walked to their ends', async () => {
  const many = Array.from({ length: 600 }, (_, number) => `id ${String(number).padStart(4, '0')}`);
  const [lefts, rights] = [many.filter((_, place) => place % 3 > 0), many.slice(0, 300)];
  expect(await pairsOf(lefts, rights)).toEqual(expectedPairs(lefts, rights));
});
