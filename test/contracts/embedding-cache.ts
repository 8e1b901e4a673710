import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { EmbeddingCache } from '../../src/ports/embedding-cache.ts';
import { type EmptyPlace, openFor } from '../support/stores/store-place.ts';

export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex');

const SCOPE = 'bot/source';

/** @param emptyPlace see EmptyPlace. */
export function describeEmbeddingCacheContract(name: string, emptyPlace: EmptyPlace<EmbeddingCache>): void {
  describe(`The embedding cache in ${name}`, () => {
    const [a, b, c] = ['a', 'b', 'c'].map(textHash) as [string, string, string];
    const vector = (...numbers: number[]) => Float32Array.from(numbers);

    test('returns exactly what was put', async () => {
      const cache = await openFor(emptyPlace());
      await cache.put(
        SCOPE,
        'model/3',
        new Map([
          [a, vector(1, -0.5, 3e-20)],
          [b, vector(0, Number.MIN_VALUE, -1)],
        ]),
      );
      const found = await cache.find(SCOPE, 'model/3', [a, b, c, a]);
      expect(found).toEqual(
        new Map([
          [a, vector(1, -0.5, 3e-20)],
          [b, vector(0, 0, -1)],
        ]),
      );
      expect(await cache.find(SCOPE, 'model/3', [])).toEqual(new Map());
    });

    test('keeps models apart', async () => {
      const cache = await openFor(emptyPlace());
      await cache.put(SCOPE, 'one/2', new Map([[a, vector(1, 2)]]));
      await cache.put(SCOPE, 'two/3', new Map([[a, vector(4, 5, 6)]]));
      expect((await cache.find(SCOPE, 'one/2', [a])).get(a)).toEqual(vector(1, 2));
      expect((await cache.find(SCOPE, 'two/3', [a])).get(a)).toEqual(vector(4, 5, 6));
      expect(await cache.find(SCOPE, "two/3' OR '1'='1", [a])).toEqual(new Map());
    });

    test('keeps scopes apart, and deletes one with those below it', async () => {
      const cache = await openFor(emptyPlace());
      const scopes = ['bot', 'bot/one', 'bot/two', 'bot2/one', 'bo'];
      for (const [n, scope] of scopes.entries()) await cache.put(scope, 'model', new Map([[a, vector(n)]]));
      const left = async () => {
        const found = await Promise.all(scopes.map((scope) => cache.find(scope, 'model', [a])));
        return scopes.filter((_, n) => found[n]?.get(a)?.[0] === n);
      };
      expect(await left()).toEqual(scopes);
      await cache.deleteScope('bot/one');
      expect(await left()).toEqual(['bot', 'bot/two', 'bot2/one', 'bo']);
      await cache.deleteScope('bot');
      expect(await left()).toEqual(['bot2/one', 'bo']);
      await cache.deleteScope('bot');
      expect(await cache.find('bot', 'model', [a])).toEqual(new Map());
    });

    test('deletes very many at once', async () => {
      const cache = await openFor(emptyPlace());
      const hashes = Array.from({ length: 2_500 }, (_, index) => textHash(`text ${index}`));
      await cache.put(SCOPE, 'model', new Map(hashes.map((hash) => [hash, vector(1)])));
      await cache.put('other', 'model', new Map([[a, vector(1)]]));
      await cache.deleteScope('bot');
      expect(await cache.find(SCOPE, 'model', hashes)).toEqual(new Map());
      expect((await cache.find('other', 'model', [a])).size).toBe(1);
    });

    test.each(['', '/', 'a/b/c', 'a b', '../x'])('refuses the scope %j', async (scope) => {
      const cache = await openFor(emptyPlace());
      await expect(cache.put(scope, 'model', new Map([[a, vector(1)]]))).rejects.toBeInstanceOf(RangeError);
      await expect(cache.deleteScope(scope)).rejects.toBeInstanceOf(RangeError);
    });

    test('replaces what is put again', async () => {
      const cache = await openFor(emptyPlace());
      await cache.put(SCOPE, 'model', new Map([[a, vector(1, 2)]]));
      await cache.put(SCOPE, 'model', new Map([[a, vector(3, 4, 5)]]));
      expect((await cache.find(SCOPE, 'model', [a])).get(a)).toEqual(vector(3, 4, 5));
    });

    test('returns what was put, under concurrent use', async () => {
      const cache = await openFor(emptyPlace());
      const given = vector(1, 2);
      const put = cache.put(SCOPE, 'model', new Map([[a, given]]));
      await put;
      expect(given).toEqual(vector(1, 2));
      const found = await cache.find(SCOPE, 'model', [a]);
      found.get(a)?.fill(9);
      expect((await cache.find(SCOPE, 'model', [a])).get(a)).toEqual(vector(1, 2));
    });

    test('takes a part of a larger array', async () => {
      const cache = await openFor(emptyPlace());
      await cache.put(SCOPE, 'model', new Map([[a, vector(1, 2, 3, 4).subarray(1, 3)]]));
      expect((await cache.find(SCOPE, 'model', [a])).get(a)).toEqual(vector(2, 3));
    });

    test('takes and gives very many at once', async () => {
      const cache = await openFor(emptyPlace());
      const vectors = new Map(
        Array.from({ length: 1500 }, (_, index) => [textHash(`text ${index}`), new Float32Array(64).fill(index)]),
      );
      await cache.put(SCOPE, 'model', vectors);
      expect(await cache.find(SCOPE, 'model', [...vectors.keys()])).toEqual(vectors);
    });

    test('is there after a restart', async () => {
      const open = emptyPlace();
      const first = await open();
      await first.put(SCOPE, 'model', new Map([[a, vector(1, 2)]]));
      await first.close();
      const second = await openFor(open);
      expect(await second.find(SCOPE, 'model', [a, b])).toEqual(new Map([[a, vector(1, 2)]]));
    });

    test.each(['', 'x', a.toUpperCase(), `${a}00`])('refuses the hash %j', async (hash) => {
      const cache = await openFor(emptyPlace());
      await expect(cache.find(SCOPE, 'model', [hash])).rejects.toBeInstanceOf(RangeError);
      await expect(cache.put(SCOPE, 'model', new Map([[hash, vector(1)]]))).rejects.toBeInstanceOf(RangeError);
    });
  });
}
