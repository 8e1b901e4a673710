/** A search that another search overtakes, and dictionaries that begin anew. */
import { describe, expect, test } from 'vitest';
import { IdDictionary, type KnownIds } from '../../../../../src/adapters/sqlite/search-index/segments/id-dictionary.ts';
import {
  type PackedQuery,
  type PackedResult,
  packHits,
} from '../../../../../src/adapters/sqlite/search-index/threads/packed-result.ts';
import { PackedSearches } from '../../../../../src/adapters/sqlite/search-index/threads/packed-search.ts';

type Thread = Parameters<PackedSearches['search']>[0];

const PASSAGES = 100;
const query = { chatbotId: 'chatbot', generations: ['generation'], words: [], vector: null, limit: 10 };

/** Answers searches, each for the ids at given places, when told to. */
class FakeThread {
  readonly dictionary = new IdDictionary(PASSAGES);
  readonly sent: PackedResult['added'][] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #searches = new PackedSearches();

  /** Computes the result at once; the caller receives it when `deliver` is called. */
  search(...found: readonly number[]): Promise<readonly string[]> {
    const thread = { call: (_: string, { known }: PackedQuery) => this.#result(found, known) } as unknown as Thread;
    return this.#searches.search(thread, query).then(({ byWords }) => byWords.ids);
  }

  /** @param at of the searches that wait */
  async deliver(at = 0): Promise<void> {
    this.#waiting.splice(at, 1)[0]?.();
  }

  #result(found: readonly number[], known: KnownIds | null): Promise<PackedResult> {
    const ranking = { places: Uint32Array.from(found), scores: Float64Array.from(found, (place) => -place) };
    this.dictionary.add(ranking.places, (places) => places.map((place) => `p${place}`));
    const added = this.dictionary.unknownTo(known);
    this.sent.push(added);
    const hits = packHits([ranking], this.dictionary);
    const result = { added, hits, byWords: found.length, passages: PASSAGES, frequencies: [] };
    return new Promise((resolve) => this.#waiting.push(() => resolve(result)));
  }
}

describe('Ids of found passages', () => {
  test('are sent once', async () => {
    const thread = new FakeThread();
    for (const [found, sent] of [
      [[7, 3], 'p7\np3'],
      [[3, 8, 7], 'p8'],
      [[8], ''],
    ] as const) {
      const searching = thread.search(...found);
      await thread.deliver();
      expect(await searching).toEqual(found.map((place) => `p${place}`));
      expect(thread.sent.at(-1)?.ids).toBe(sent);
    }
  });

  test('are told apart when results overtake each other', async () => {
    const thread = new FakeThread();
    const searching = [thread.search(1, 2), thread.search(2, 3), thread.search(4, 1)];
    await thread.deliver(2);
    await searching[2];
    await thread.deliver(0);
    await searching[0];
    const later = thread.search(5, 3);
    await thread.deliver(1);
    await thread.deliver(0);
    expect(await Promise.all([...searching, later])).toEqual([
      ['p1', 'p2'],
      ['p2', 'p3'],
      ['p4', 'p1'],
      ['p5', 'p3'],
    ]);
  });

  test('are sent again by a thread that has forgotten them', async () => {
    const thread = new FakeThread();
    const first = thread.search(1, 2);
    await thread.deliver();
    expect(await first).toEqual(['p1', 'p2']);
    const before = thread.search(9, 1);
    thread.dictionary.clear();
    const after = thread.search(2, 3);
    await thread.deliver(1);
    await thread.deliver(0);
    expect(await Promise.all([before, after])).toEqual([
      ['p9', 'p1'],
      ['p2', 'p3'],
    ]);
    const last = thread.search(3, 9);
    await thread.deliver();
    expect(await last).toEqual(['p3', 'p9']);
  });
});

test('A dictionary of very many ids begins anew', () => {
  const dictionary = new IdDictionary(30_000);
  const idsAt = (places: readonly number[]) => places.map(String);
  dictionary.add(
    new Uint32Array(20_001).map((_, place) => place),
    idsAt,
  );
  const known = { dictionary: dictionary.unknownTo(null).dictionary, count: 20_001 };
  expect(dictionary.unknownTo(known).ids).toBe('');
  dictionary.trim();
  dictionary.add(Uint32Array.of(29_999), idsAt);
  expect(dictionary.numberAt(29_999)).toBe(0);
  expect(dictionary.unknownTo(known)).toMatchObject({ from: 0, ids: '29999' });
  expect(dictionary.bytes).toBeLessThan(1_000_000);
});
