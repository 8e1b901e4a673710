import type { Db } from 'mongodb';
import { describe, expect, test } from 'vitest';
import type { Documents, DocumentWrite } from '../../../src/ports/documents.ts';
import type { JsonObject, Position } from '../../../src/ports/event-log.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor, ownDatabase, withDatabase } from '../../support/engines/mongodb.ts';

const url = engineUrl('MONGODB_URL');
const server = url ?? '';

const things = { name: 'things', version: 1, indexes: [['group', 'rank'], ['rank']] };
const at = (position: number): Position => BigInt(position) as Position;
const put = (id: string, document: JsonObject, position: number): DocumentWrite => ({
  kind: 'put',
  id,
  document,
  position: at(position),
});
const remove = (id: string, position: number): DocumentWrite => ({ kind: 'delete', id, position: at(position) });

const tombstones = (database: string): Promise<readonly unknown[]> =>
  withDatabase(database, async (db) => {
    const rows = await db
      .collection('things.v1')
      .find({ deletedOn: { $exists: true } })
      .sort({ _id: 1 })
      .toArray();
    return rows.map(({ _id }) => _id);
  });

async function write(documents: Documents, writes: readonly DocumentWrite[], checkpoint?: number): Promise<void> {
  const checkpoints =
    checkpoint === undefined ? [] : [{ projection: 'things@1', position: at(checkpoint), eventId: null }];
  await documents.write([{ collection: things, writes }], checkpoints);
}

describe.skipIf(url === null)('MongoDB documents', () => {
  test('that are no JSON are named by the error, which says what to do and quotes nothing of them', async () => {
    const database = ownDatabase(server);
    const { documents } = await openMongoFor(database);
    await documents.ensureCollection(things);
    await write(documents, [put('a', { rank: 1 }, 1)]);
    await withDatabase(database, (db) =>
      db.collection<{ _id: string }>('things.v1').updateOne({ _id: 'a' }, { $set: { document: 'ada@example.com' } }),
    );
    const reads = [
      documents.get(things, 'a'),
      documents.getMany(things, ['a']),
      documents.find(things, { where: {}, limit: 1 }),
    ];
    for (const { reason } of (await Promise.allSettled(reads)) as PromiseRejectedResult[]) {
      expect(String(reason)).toBe(
        'Error: The document a of the MongoDB collection things.v1 is no JSON: drop the collection, and the nodes build it again from the log',
      );
    }
  });

  test('are reset by one of two nodes that saw the same checkpoint, and what the other had still to write is read by nobody', async () => {
    const database = ownDatabase(server);
    const nodes = [(await openMongoFor(database)).documents, (await openMongoFor(database)).documents] as const;
    const [before, lagging] = await Promise.all(nodes.map((documents) => documents.ensureCollection(things)));
    const seen = { position: at(7), eventId: 'seventh' };
    const [first, second] = nodes;
    await first.write([], [{ projection: 'things@1', ...seen }]);
    await Promise.all(nodes.map((documents) => documents.resetCollection(before ?? things, seen)));
    const [one, other] = await Promise.all(nodes.map((documents) => documents.ensureCollection(things)));
    expect(one?.generation).toBe(other?.generation);
    await first.write([{ collection: one ?? things, writes: [put('a', { rank: 1 }, 1)] }], []);
    const late = { collection: lagging ?? things, writes: [put('a', { rank: 2 }, 8), put('b', { rank: 2 }, 8)] };
    await second.write([late], [{ projection: `things@1#${lagging?.generation}`, position: at(8), eventId: null }]);
    await second.resetCollection(things, seen);
    for (const documents of nodes) {
      expect(await documents.find(things, { where: {}, limit: 9 })).toEqual([{ id: 'a', document: { rank: 1 } }]);
      expect(await documents.checkpoint('things@1')).toBeNull();
    }
  });

  test('of two nodes that write the same at once, in other portions, are those of one', async () => {
    const database = ownDatabase(server);
    const nodes = [(await openMongoFor(database)).documents, (await openMongoFor(database)).documents];
    await Promise.all(nodes.map((documents) => documents.ensureCollection(things)));
    const history = Array.from({ length: 400 }, (_, n): DocumentWrite => {
      if (n % 23 === 22) return { kind: 'deleteWhere', where: { group: `g${n % 3}` }, position: at(n) };
      return n % 7 === 6 ? remove(`id ${n % 40}`, n) : put(`id ${n % 40}`, { group: `g${n % 3}`, rank: n }, n);
    });
    const writeAll = async (documents: Documents, portion: number) => {
      for (let start = 0; start < history.length; start += portion) {
        const end = Math.min(start + portion, history.length);
        await write(documents, history.slice(start, end), end - 1);
      }
    };
    await Promise.all(nodes.map((documents, index) => writeAll(documents, index === 0 ? 7 : 31)));
    const alone = await openMongoFor(ownDatabase(server));
    await alone.documents.ensureCollection(things);
    await writeAll(alone.documents, 400);
    const everything = { where: {}, limit: 1000 };
    expect(await nodes[0]?.find(things, everything)).toEqual(await alone.documents.find(things, everything));
    expect((await nodes[1]?.checkpoint('things@1'))?.position).toBe(399n);
  });

  test('keep what is newer of two that make the same document at once', async () => {
    const database = ownDatabase(server);
    const [one, other] = [await openMongoFor(database), await openMongoFor(database)];
    await one.documents.ensureCollection(things);
    for (let round = 0; round < 30; round += 1) {
      const ids = Array.from({ length: 20 }, (_, n) => `${round} ${n}`);
      const writes = (position: number) => ids.map((id) => put(id, { rank: position }, position));
      await Promise.all([write(one.documents, writes(1)), write(other.documents, writes(2))]);
      const found = await one.documents.getMany(things, ids);
      expect(found.map(({ document }) => document)).toEqual(ids.map(() => ({ rank: 2 })));
    }
  });

  test('leave tombstones that go when a checkpoint has passed them and their time is over', async () => {
    const database = ownDatabase(server);
    const { documents } = await openMongoFor(database, { tombstoneRetentionMs: 0 });
    await documents.ensureCollection(things);
    await write(documents, [put('a', { group: 'x' }, 1), put('b', { group: 'x' }, 2), remove('a', 5), remove('b', 9)]);
    expect(await tombstones(database)).toEqual(['a', 'b']);
    await write(documents, [put('c', {}, 6)], 6);
    expect(await tombstones(database)).toEqual(['b']);
    await write(documents, [put('b', {}, 8)]);
    expect(await documents.get(things, 'b')).toBeNull();
  });

  test('keep tombstones that a checkpoint has passed for those who are behind it', async () => {
    const database = ownDatabase(server);
    const { documents } = await openMongoFor(database);
    await documents.ensureCollection(things);
    await write(documents, [put('a', { group: 'x' }, 1), remove('a', 5)], 5);
    await write(documents, [put('a', { group: 'x' }, 1)], 1);
    expect(await documents.get(things, 'a')).toBeNull();
    expect(await documents.count(things, {})).toBe(0);
  });

  test('have an index for each way they are searched, and can be looked at by what that names', async () => {
    const database = ownDatabase(server);
    const { documents } = await openMongoFor(database);
    await documents.ensureCollection(things);
    await write(documents, [put('a', { group: 'x', rank: 2, text: 'y' }, 1)]);
    await withDatabase(database, async (db: Db) => {
      const indexes = await db.collection('things.v1').listIndexes().toArray();
      expect(new Map(indexes.map(({ name, key }) => [name, key]))).toEqual(
        new Map([
          ['_id_', { _id: 1 }],
          ['group,rank', { 'fields.group': 1, 'fields.rank': 1, _id: 1 }],
          ['rank', { 'fields.rank': 1, _id: 1 }],
          ['tombstones', { deletedOn: 1 }],
        ]),
      );
      const row = await db.collection('things.v1').findOne({ 'fields.group': 'x' });
      expect(row).toMatchObject({ _id: 'a', position: 1n, fields: { group: 'x', rank: 2 } });
    });
  });

  test('take field names that mean something to MongoDB or its driver, deeply nested', async () => {
    const { documents } = await openMongoFor(ownDatabase(server));
    await documents.ensureCollection(things);
    const deep = Array.from({ length: 150 }).reduce<JsonObject>((inner) => ({ inner }), { $ref: 'a', $id: 'b' });
    const document = {
      deep,
      $set: { _bsontype: 'ObjectId', id: 'x' },
      'nul\0': 1,
      'a.b': 2,
      _id: 'other',
      position: 0,
    };
    await write(documents, [put('a', document, 1)]);
    expect(await documents.get(things, 'a')).toEqual(document);
  });

  test('let others run while they write and find very many', async () => {
    const { documents } = await openMongoFor(ownDatabase(server));
    await documents.ensureCollection(things);
    const count = 3_000;
    const writes = Array.from({ length: count }, (_, n) => put(`id ${n}`, { rank: n, text: 'x'.repeat(400) }, n));
    const longestTurn = watchTurns();
    await write(documents, writes, count);
    expect(await documents.find(things, { where: {}, limit: count })).toHaveLength(count);
    // A second's worth of such work held in one turn would be thirty times that; what collects garbage is in it.
    expect(longestTurn()).toBeLessThan(60);
  });
});

/** Milliseconds of work of this thread in its longest turn since: unlike time, they do not depend on who else uses the machine. */
function watchTurns(): () => number {
  const worked = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let before = worked();
  let next = setImmediate(function turn() {
    const now = worked();
    longest = Math.max(longest, now - before);
    before = now;
    next = setImmediate(turn);
  });
  return () => {
    clearImmediate(next);
    return longest;
  };
}
