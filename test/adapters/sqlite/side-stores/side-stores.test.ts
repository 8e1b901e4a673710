import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqliteSideStores } from '../../../../src/adapters/sqlite/side-stores/side-stores.ts';
import { StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';
import { describeCountersContract } from '../../../contracts/counters.ts';
import { describeEmbeddingCacheContract, textHash } from '../../../contracts/embedding-cache.ts';
import { describeIdempotencyBound, describeIdempotencyContract } from '../../../contracts/idempotency.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

async function openSide(directory: string, maxEmbeddings?: number) {
  const { counters, embeddingCache, idempotency } = await openSqliteSideStores({
    directory,
    ...(maxEmbeddings === undefined ? {} : { maxEmbeddings }),
  });
  const close = async () => {
    await counters.close();
    await embeddingCache.close();
    await idempotency.close();
  };
  onTestFinished(close);
  return { counters, embeddingCache, idempotency, close };
}

/** Closes the other stores before the one under test is. */
function place<Name extends 'counters' | 'embeddingCache' | 'idempotency'>(name: Name) {
  const directory = temporaryDirectory();
  return async () => {
    const { counters, embeddingCache, idempotency } = await openSqliteSideStores({ directory });
    const stores = { counters, embeddingCache, idempotency };
    for (const store of Object.values(stores)) if (store !== stores[name]) await store.close();
    return stores[name];
  };
}

describeCountersContract('SQLite', () => place('counters'));
describeEmbeddingCacheContract('SQLite', () => place('embeddingCache'));
describeIdempotencyContract('SQLite', () => place('idempotency'));
describeIdempotencyBound('SQLite', async () => {
  const { idempotency, counters, embeddingCache } = await openSqliteSideStores({
    directory: temporaryDirectory(),
    maxIdempotentRequests: 20,
  });
  onTestFinished(async () => {
    for (const store of [idempotency, counters, embeddingCache]) await store.close();
  });
  return idempotency;
});

describe('The SQLite side stores', () => {
  test('stay open until all are closed', async () => {
    const { counters, embeddingCache, idempotency } = await openSide(temporaryDirectory());
    await idempotency.close();
    await counters.close();
    await counters.close();
    await embeddingCache.put('bot/source', 'model', new Map([[textHash('a'), Float32Array.of(1)]]));
    await embeddingCache.close();
    await expect(embeddingCache.find('bot/source', 'model', [textHash('a')])).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(counters.read(['a'])).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test('release the claims of a killed process to the next attempt at once', async () => {
    const directory = temporaryDirectory();
    const request = { id: 'a'.repeat(64), group: 'b'.repeat(64), fingerprint: 'c'.repeat(64), now: Date.now() };
    const first = await openSide(directory);
    await first.idempotency.claim({ ...request, commandId: 'first', holder: 'killed' });
    await first.close();
    const { idempotency } = await openSide(directory);
    const next = await idempotency.claim({ ...request, commandId: 'second', holder: 'next' });
    expect(next).toEqual({ kind: 'acquired', commandId: 'first', repeated: true });
  });

  test('count beyond 32 bits', async () => {
    const { counters } = await openSide(temporaryDirectory());
    for (let round = 0; round < 3; round += 1) {
      await counters.increment(new Map([['a', { count: 3_000_000_000, lastAt: Number.MAX_SAFE_INTEGER }]]));
    }
    expect((await counters.read(['a'])).get('a')).toEqual({ count: 9_000_000_000, lastAt: Number.MAX_SAFE_INTEGER });
  });
});

describe('The SQLite embedding cache', () => {
  const entry = (text: string): [string, Float32Array] => [textHash(text), Float32Array.of(text.length, 1)];
  const entries = (...texts: string[]) => new Map(texts.map(entry));

  test('evicts the least recently used beyond its capacity', async () => {
    const directory = temporaryDirectory();
    const { embeddingCache } = await openSide(directory, 3);
    const known = async (...texts: string[]) => {
      const found = await embeddingCache.find('bot/source', 'model', texts.map(textHash));
      return texts.filter((text) => found.has(textHash(text)));
    };
    await embeddingCache.put('bot/source', 'model', entries('a', 'b', 'c'));
    expect(await known('a')).toEqual(['a']);
    await embeddingCache.put('bot/source', 'model', entries('d'));
    expect(await known('b')).toEqual([]);
    expect(await known('c', 'a', 'd')).toEqual(['c', 'a', 'd']);
    await embeddingCache.put('bot/source', 'other', entries('e', 'f'));
    expect(await known('a', 'c')).toEqual([]);
    expect(await known('d')).toEqual(['d']);
    await embeddingCache.put('bot/source', 'model', entries('1', '2', '3', '4', '5'));
    expect(await known('1', '2', '3', '4', '5')).toEqual(['3', '4', '5']);
    const db = new DatabaseSync(join(directory, 'side.db'), { readOnly: true });
    expect(db.prepare('SELECT count(*) AS count FROM vectors').get()?.count).toBe(3);
    expect(db.prepare('SELECT entries FROM embedding_totals').get()?.entries).toBe(3);
    db.close();
  });

  test('has room again for as many as a deletion removed', async () => {
    const { embeddingCache } = await openSide(temporaryDirectory(), 3);
    await embeddingCache.put('bot/gone', 'model', entries('a', 'b', 'c'));
    await embeddingCache.deleteScope('bot/gone');
    await embeddingCache.put('bot/source', 'model', entries('d', 'e', 'f'));
    const found = await embeddingCache.find('bot/source', 'model', ['d', 'e', 'f'].map(textHash));
    expect(found.size).toBe(3);
  });

  test('is not written by reads of entries in frequent use', async () => {
    const directory = temporaryDirectory();
    const { embeddingCache } = await openSide(directory, 100);
    await embeddingCache.put('bot/source', 'model', entries('a', 'b', 'c'));
    const db = new DatabaseSync(join(directory, 'side.db'), { readOnly: true });
    const version = () => db.prepare('PRAGMA data_version').get()?.data_version;
    const before = version();
    for (let round = 0; round < 5; round += 1)
      await embeddingCache.find('bot/source', 'model', ['a', 'b', 'c'].map(textHash));
    expect(version()).toBe(before);
    db.close();
  });

  test.each([
    ['cut short', "UPDATE vectors SET vector = x'0000803f00'"],
    ['emptied', "UPDATE vectors SET vector = x''"],
    ['too long', 'UPDATE vectors SET vector = zeroblob(4000)'],
    ['lost', 'DELETE FROM vectors'],
  ])('treats a vector that was %s as a miss, and heals', async (_, damage) => {
    const directory = temporaryDirectory();
    const first = await openSide(directory);
    await first.embeddingCache.put('bot/source', 'model', entries('a'));
    await first.close();
    const db = new DatabaseSync(join(directory, 'side.db'));
    db.exec(damage);
    db.close();
    const { embeddingCache } = await openSide(directory);
    expect(await embeddingCache.find('bot/source', 'model', [textHash('a')])).toEqual(new Map());
    await embeddingCache.put('bot/source', 'model', entries('a'));
    expect(await embeddingCache.find('bot/source', 'model', [textHash('a')])).toEqual(entries('a'));
  });

  test.each([0, -1, 1.5, Number.NaN])('cannot be bounded by %d', async (maxEmbeddings) => {
    const opening = openSqliteSideStores({ directory: temporaryDirectory(), maxEmbeddings });
    await expect(opening).rejects.toBeInstanceOf(RangeError);
  });
});
