import { randomBytes } from 'node:crypto';
import { type Binary, ObjectId } from 'mongodb';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BlobDamaged } from '../../../src/adapters/shared/blob-input.ts';
import { UnwrapFailed } from '../../../src/adapters/shared/key-wrapping.ts';
import { textHash } from '../../contracts/embedding-cache.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import {
  answersEachUpdate,
  openMongoFor,
  ownDatabase,
  rateLimitsFor,
  withDatabase,
} from '../../support/engines/mongodb.ts';

const url = engineUrl('MONGODB_URL');
const server = url ?? '';

/** All documents of the collections, as one text. */
const allIn = (database: string, ...names: readonly string[]): Promise<string> =>
  withDatabase(database, async (db) => {
    const rows = await Promise.all(names.map((name) => db.collection(name).find().toArray()));
    return JSON.stringify(rows.flat(), (_, value) => (typeof value === 'bigint' ? String(value) : value));
  });

const countIn = (database: string, name: string): Promise<number> =>
  withDatabase(database, (db) => db.collection(name).countDocuments());

describe.skipIf(url === null)('MongoDB keys', () => {
  test('lie wrapped, and nothing of an erased one or those below it lies there', async () => {
    const database = ownDatabase(server);
    const { keys } = await openMongoFor(database);
    const key = await keys.getOrCreate('chatbot:1');
    await keys.getOrCreate('chatbot:1/lead:1');
    expect(await allIn(database, 'keys')).not.toContain(key?.export().toString('base64'));
    const wrapped = await withDatabase(database, (db) => db.collection<{ wrapped: Binary }>('keys').find().toArray());
    expect(wrapped.filter((document) => 'wrapped' in document)).toHaveLength(3);
    await keys.erase('chatbot:1');
    const left = await withDatabase(database, (db) => db.collection<{ _id: string }>('keys').find().toArray());
    const ofSubjects = left.filter(({ _id }) => _id.includes(':'));
    expect(ofSubjects).toMatchObject([{ _id: 'chatbot:1', erasedOn: expect.any(Date) }]);
    expect(ofSubjects[0]).not.toHaveProperty('wrapped');
  });

  test('erased through one node are gone on another within seconds, and at once where it was done', async () => {
    const database = ownDatabase(server);
    const [one, other] = [await openMongoFor(database), await openMongoFor(database)];
    for (const subject of ['chatbot:1', 'chatbot:2', 'chatbot:2/lead:1']) {
      await one.keys.getOrCreate(subject);
      expect(await other.keys.getOrCreate(subject)).not.toBeNull();
    }
    await one.keys.erase('chatbot:1');
    await one.keys.erase('chatbot:2');
    const subjects = ['chatbot:1', 'chatbot:2', 'chatbot:2/lead:1'];
    expect([...(await one.keys.find(subjects)).values()]).toEqual([null, null, null]);
    await expect
      .poll(async () => [...(await other.keys.find(subjects)).values()], { timeout: 7_000, interval: 200 })
      .toEqual([null, null, null]);
    for (const subject of subjects) expect(await other.keys.getOrCreate(subject)).toBeNull();
  });

  test('are one key for all nodes that make it at once', async () => {
    const database = ownDatabase(server);
    const nodes = [await openMongoFor(database), await openMongoFor(database)];
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => nodes[n % 2]?.keys.getOrCreate(`account:${n >> 2}`)),
    );
    expect(new Set(made.map((key) => key?.export().toString('hex'))).size).toBe(5);
  });

  test('that were exchanged between subjects are errors, not other keys', async () => {
    const database = ownDatabase(server);
    const writer = await openMongoFor(database);
    await writer.keys.getOrCreate('account:1');
    await writer.keys.getOrCreate('account:2');
    await withDatabase(database, async (db) => {
      const keys = db.collection<{ _id: string; wrapped: Binary }>('keys');
      const other = await keys.findOne({ _id: 'account:2' });
      if (other !== null) await keys.updateOne({ _id: 'account:1' }, { $set: { wrapped: other.wrapped } });
    });
    const { keys } = await openMongoFor(database);
    await expect(keys.getOrCreate('account:1')).rejects.toBeInstanceOf(UnwrapFailed);
  });
});

describe.skipIf(url === null)('MongoDB blobs', () => {
  const scope = 'bot-1';
  const bytes = Buffer.from('some content');

  test('leave nothing behind: not of streams that fail, of bytes put twice, of removed scopes', async () => {
    const database = ownDatabase(server);
    const { blobs } = await openMongoFor(database);
    const large = randomBytes(1_000_000);
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield large;
      throw new Error('reset');
    }
    await expect(blobs.put(scope, breaking())).rejects.toThrow('reset');
    await expect(blobs.put(scope, breaking(), { maxBytes: 10 })).rejects.toThrow('More than 10 bytes');
    await Promise.all(Array.from({ length: 5 }, () => blobs.put(scope, large)));
    await blobs.put(scope, large);
    expect(await countIn(database, 'blobs.files')).toBe(1);
    expect(await countIn(database, 'blobs.chunks')).toBe(4);
    await blobs.put(`${scope}/below`, bytes);
    await blobs.deleteScope(scope);
    for (const name of ['blobs.files', 'blobs.chunks', 'blobs.leftovers'])
      expect(await countIn(database, name)).toBe(0);
  });

  test.each([
    ['a chunk is missing', null],
    ['a chunk was changed', Buffer.from('same content')],
    ['a chunk was shortened', Buffer.from('some')],
  ])('are never given out when %s, and putting them again heals', async (_, data) => {
    const database = ownDatabase(server);
    const { blobs } = await openMongoFor(database);
    const { hash } = await blobs.put(scope, bytes);
    await withDatabase(database, async (db) => {
      const chunks = db.collection('blobs.chunks');
      await (data === null ? chunks.deleteMany({}) : chunks.updateMany({}, { $set: { data } }));
    });
    await expect(blobs.get(scope, hash)).rejects.toBeInstanceOf(BlobDamaged);
    const reading = (async () => {
      for await (const _chunk of (await blobs.stream(scope, hash)) ?? []);
    })();
    await expect(reading).rejects.toBeInstanceOf(BlobDamaged);
    await blobs.put(scope, bytes);
    expect(Buffer.from((await blobs.get(scope, hash)) ?? [])).toEqual(bytes);
    expect(await countIn(database, 'blobs.files')).toBe(1);
  });

  test('of a stream heal as well', async () => {
    const database = ownDatabase(server);
    const { blobs } = await openMongoFor(database);
    const { hash } = await blobs.put(scope, bytes);
    await withDatabase(database, (db) => db.collection('blobs.chunks').deleteMany({}));
    await blobs.put(
      scope,
      (async function* () {
        yield bytes;
      })(),
    );
    expect(Buffer.from((await blobs.get(scope, hash)) ?? [])).toEqual(bytes);
  });

  test('clear away what a crash left half written, half named or half removed, and only that', async () => {
    const database = ownDatabase(server);
    const first = await openMongoFor(database);
    const { hash } = await first.blobs.put(scope, bytes);
    const [halfWritten, unnamed] = [new ObjectId(), new ObjectId()];
    await withDatabase(database, async (db) => {
      const named = await db.collection('blobs.files').findOne({});
      const on = new Date();
      await db
        .collection<{ _id: ObjectId; on: Date }>('blobs.leftovers')
        .insertMany([halfWritten, unnamed, named?._id ?? halfWritten].map((_id) => ({ _id, on })));
      await db.collection('blobs.chunks').insertOne({ files_id: halfWritten, n: 0, data: bytes });
      await db.collection('blobs.chunks').insertOne({ files_id: unnamed, n: 0, data: bytes });
      await db.collection('blobs.files').insertOne({ _id: unnamed, length: 12, metadata: { scope } });
    });
    const later = await openMongoFor(database, { orphanedAfterMs: 0 });
    await expect.poll(() => countIn(database, 'blobs.leftovers')).toBe(0);
    expect(await countIn(database, 'blobs.chunks')).toBe(1);
    expect(await countIn(database, 'blobs.files')).toBe(1);
    expect(Buffer.from((await later.blobs.get(scope, hash)) ?? [])).toEqual(bytes);
  });

  test('leave alone what another node is writing', async () => {
    const database = ownDatabase(server);
    const one = await openMongoFor(database);
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield bytes;
      await openMongoFor(database);
      await expect.poll(() => countIn(database, 'blobs.leftovers')).toBe(1);
      yield bytes;
    }
    const { hash } = await one.blobs.put(scope, slow());
    expect(Buffer.from((await one.blobs.get(scope, hash)) ?? [])).toEqual(Buffer.concat([bytes, bytes]));
  });
});

describe.skipIf(url === null)('The MongoDB side stores', () => {
  test('count for all nodes together', async () => {
    const database = ownDatabase(server);
    const nodes = [await openMongoFor(database), await openMongoFor(database)];
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        nodes[n % 2]?.counters.increment(new Map([['key', { count: 1, lastAt: n }]])),
      ),
    );
    expect(await nodes[0]?.counters.read(['key'])).toEqual(new Map([['key', { count: 50, lastAt: 49 }]]));
  });

  test('limit all nodes together, exactly, also when a window begins again', async () => {
    const isExact = await answersEachUpdate(server);
    const database = ownDatabase(server);
    // The time stands still while a window is filled, however slow the machine is.
    const shared = { time: Date.now(), now: () => shared.time };
    const nodes = await Promise.all(Array.from({ length: 3 }, () => rateLimitsFor(database, shared)));
    const limit = { name: 'shared', count: 10, seconds: 1 };
    for (let window = 0; window < 3; window += 1) {
      const taken = await Promise.all(Array.from({ length: 60 }, (_, n) => nodes[n % 3]?.consume(limit, '192.0.2.1')));
      const allowed = taken.filter((result) => result?.allowed).length;
      if (isExact) expect(allowed).toBe(10);
      else expect(allowed).toBeLessThanOrEqual(10);
      const stored = await allIn(database, 'rate_limits');
      expect(stored).not.toContain('192.0.2.1');
      const last = taken.findLast((result) => result?.allowed === false);
      expect(last).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
      shared.time += 2 * limit.seconds * 1000;
    }
  });

  test('refuse no longer than a window lasts when the clock of a machine is set back', async () => {
    const shared = { time: Date.UTC(2026, 1, 3), now: () => shared.time };
    const rateLimits = await rateLimitsFor(ownDatabase(server), shared);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const limit = { name: 'once', count: 1, seconds: 60 };
    await rateLimits.consume(limit, '192.0.2.1');
    const refused = await rateLimits.consume(limit, '192.0.2.1');
    vi.setSystemTime(Date.now() - 3_600_000);
    const refusedAgain = await rateLimits.consume(limit, '192.0.2.1');
    expect([refused, refusedAgain]).toEqual(Array(2).fill({ allowed: false, remaining: 0, resetSeconds: 60 }));
    shared.time += 60_000;
    expect((await rateLimits.consume(limit, '192.0.2.1')).allowed).toBe(true);
  });

  test('forget the embeddings that were not used for longest when there are too many', async () => {
    const database = ownDatabase(server);
    const { embeddingCache } = await openMongoFor(database, { maxEmbeddings: 20 });
    const vector = Float32Array.of(1, 2);
    const hashes = Array.from({ length: 60 }, (_, n) => textHash(`text ${n}`));
    for (const hash of hashes) await embeddingCache.put('bot/source', 'model', new Map([[hash, vector]]));
    const found = await embeddingCache.find('bot/source', 'model', hashes);
    expect(found.size).toBeGreaterThanOrEqual(20);
    expect(found.size).toBeLessThanOrEqual(22);
    expect([...found.keys()]).toEqual(expect.arrayContaining(hashes.slice(-10)));
  });

  test('keep the embeddings that are in use', async () => {
    const database = ownDatabase(server);
    const { embeddingCache } = await openMongoFor(database);
    const hash = textHash('used');
    await embeddingCache.put('bot/source', 'model', new Map([[hash, Float32Array.of(1)]]));
    const usedOn = () =>
      withDatabase(database, async (db) => (await db.collection('embeddings').findOne())?.usedOn as Date);
    await withDatabase(database, (db) => db.collection('embeddings').updateMany({}, { $set: { usedOn: new Date(0) } }));
    await embeddingCache.find('bot/source', 'model', [hash]);
    expect((await usedOn()).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });
});
