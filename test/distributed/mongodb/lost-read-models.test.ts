/** Read models that somebody else dropped from MongoDB, under nodes that run or while none did. */
import type { Db } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { MongoDocuments } from '../../../src/adapters/mongodb/documents/documents.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor, ownDatabase, withDatabase } from '../../support/engines/mongodb.ts';
import { openReadSide, record, runOf, startEngine, tally, tallyOf } from '../../support/projections/read-models.ts';
import { withDocuments } from '../../support/stores/faulty-documents.ts';
import { dropIn, fill, filled, plain, position, things, WHOLE } from './read-models.ts';

const url = engineUrl('MONGODB_URL');

const projection = tally();
/** The database, with one method of its collections wrapped. */
function withCollections(
  db: Db,
  method: 'deleteOne' | 'distinct',
  wrapped: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
): Db {
  const collectionOf = (name: string) => {
    const collection = db.collection(name);
    const original = collection[method].bind(collection) as (...args: unknown[]) => Promise<unknown>;
    return Object.assign(collection, { [method]: (...args: unknown[]) => wrapped(name, () => original(...args)) });
  };
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'collection') return collectionOf;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Two nodes that project the tally of source a into one database. */
async function projectedByTwo() {
  const side = await openReadSide();
  const database = ownDatabase(url ?? '');
  const [one, other] = [await openMongoFor(database), await openMongoFor(database)];
  const mayWrite = { gate: Promise.resolve() };
  const slow = withDocuments(other.documents, {
    write: async (...changes) => {
      await mayWrite.gate;
      await other.documents.write(...changes);
    },
  });
  const nodes = [];
  for (const documents of [one.documents, slow]) {
    nodes.push(await startEngine({ ...side, documents }, [projection], { verifyDocumentsEveryMs: 50 }));
  }
  await record(side, 'source-a', runOf('a', 1), runOf('a', 2));
  for (const { engine } of nodes) {
    await engine.caughtUp();
    await engine.waitFor(await side.log.head());
  }
  return { side, database, stores: [one, other], nodes, mayWrite, drop: dropIn(database) };
}

const collectionsIn = (database: string) =>
  withDatabase(database, async (db) => (await db.listCollections().toArray()).map(({ name }) => name));

describe.skipIf(url === null)('Read models in MongoDB', () => {
  test('that somebody dropped are found by one node, also once a write has created them again, and are rebuilt meanwhile', async () => {
    const { database, documents, retireLostReadModels, drop } = await filled();
    expect(await retireLostReadModels()).toEqual(WHOLE);
    await drop('things.v1');
    const writes = [{ kind: 'put', id: 'late', document: { rank: 2 }, position } as const];
    await documents.write([{ collection: things, writes }], []);
    const other = await openMongoFor(database);
    const found = await Promise.all([retireLostReadModels(), other.retireLostReadModels()]);
    expect(found.flatMap(({ lost }) => lost)).toEqual(['things@1']);
    expect(await other.retireLostReadModels()).toEqual({ lost: [], rebuilding: ['things@1'] });
    expect(await other.documents.activeVersion('things')).toBeNull();
    await fill(other.documents);
    expect(await retireLostReadModels()).toEqual(WHOLE);
    expect(await documents.find(things, { where: {}, limit: 9 })).toEqual([
      { id: 'a', document: { also: 0, rank: 1 } },
    ]);
  });

  test.each([
    ['alone', ['things.v1']],
    ['with their checkpoints', ['things.v1', 'checkpoints']],
    ['with what told of their preparation', ['things.v1', 'checkpoints', 'collections']],
  ])('that were dropped %s while no node ran are rebuilt from the first start on', async (_, names) => {
    const { database, drop } = await filled();
    await drop(...names);
    const { documents, retireLostReadModels } = await openMongoFor(database);
    const { generation } = await documents.ensureCollection(things);
    expect(await documents.checkpoint(`things@1#${generation}`)).toBeNull();
    expect((await retireLostReadModels()).rebuilding).toContain('things@1');
    await fill(documents);
    expect(await retireLostReadModels()).toEqual(WHOLE);
  });

  test('that were dropped with all that tells of them are built as by a new service', async () => {
    const { database, drop } = await filled();
    await drop('checkpoints', 'collections', 'active_versions', 'things.v1', 'plain.v2', 'raw.v1');
    const { documents, retireLostReadModels } = await openMongoFor(database);
    await fill(documents);
    expect(await retireLostReadModels()).toEqual(WHOLE);
    expect(await documents.count(things, {})).toBe(1);
  });

  test('that were dropped with all but their checkpoints are rebuilt from the beginning of the log', async () => {
    const { database, drop } = await filled();
    await drop('collections', 'active_versions', 'things.v1');
    const { documents } = await openMongoFor(database);
    const { generation } = await documents.ensureCollection(things);
    expect(await documents.checkpoint(`things@1#${generation}`)).toBeNull();
    await fill(documents);
    expect(await documents.count(things, {})).toBe(1);
  });

  test('that were dropped with all that tells of them under a projector are found, though it has written documents and checkpoint anew', async () => {
    const { documents, retireLostReadModels, drop } = await filled();
    await drop('checkpoints', 'collections', 'active_versions', 'things.v1', 'plain.v2', 'raw.v1');
    const writes = [{ kind: 'put', id: 'late', document: { rank: 2 }, position } as const];
    const checkpoint = { projection: 'things@1#', position, eventId: 'seventh' };
    await documents.write([{ collection: { ...things, generation: '' }, writes }], [checkpoint]);
    expect(new Set((await retireLostReadModels()).lost)).toEqual(new Set(['things@1', 'plain@2', 'raw@1']));
    expect(await documents.checkpoint('things@1#')).toBeNull();
    await fill(documents);
    expect(await retireLostReadModels()).toEqual(WHOLE);
    expect(await documents.find(things, { where: {}, limit: 9 })).toEqual([
      { id: 'a', document: { also: 0, rank: 1 } },
    ]);
  });

  test('remember the last twenty of their lost builds', async () => {
    const { database, documents, retireLostReadModels } = await filled();
    for (let round = 0; round < 22; round += 1) {
      const { generation = '' } = await documents.ensureCollection(things);
      await withDatabase(database, (db) =>
        db.collection(generation === '' ? 'things.v1' : `things.${generation}.v1`).drop(),
      );
      await retireLostReadModels();
      await fill(documents);
    }
    const row = await withDatabase(database, (db) =>
      db.collection<{ _id: string }>('collections').findOne({ _id: 'things@1' }),
    );
    expect(row).toMatchObject({ retired: { length: 20 } });
  });

  test('whose preparation alone was dropped stay as they are', async () => {
    const { documents, retireLostReadModels, drop } = await filled();
    await drop('collections');
    await fill(documents);
    expect(await retireLostReadModels()).toEqual(WHOLE);
    expect((await documents.checkpoint('things@1'))?.position).toBe(position);
  });

  test('that a node dropped or reset itself are not lost', async () => {
    const { documents, retireLostReadModels } = await filled();
    await documents.resetCollection(things, { position, eventId: 'seventh' });
    await documents.dropCollection(plain);
    expect(await retireLostReadModels()).toMatchObject({ lost: [] });
    await fill(documents);
    expect(await retireLostReadModels()).toEqual(WHOLE);
  });

  test('that a node drops are not lost to a node that looks meanwhile', async () => {
    const { database } = await filled();
    const rowStays = Promise.withResolvers<void>();
    const allButRow = Promise.withResolvers<void>();
    const dropped = await withDatabase(database, async (db) => {
      const dropping = new MongoDocuments(
        withCollections(db, 'deleteOne', async (name, deleteOne) => {
          if (name === 'collections') {
            allButRow.resolve();
            await rowStays.promise;
          }
          return deleteOne();
        }),
      );
      let ending: Promise<void> | null = null;
      const looking = new MongoDocuments(
        withCollections(db, 'distinct', async (_, distinct) => {
          const ids = await distinct();
          ending = dropping.dropCollection(things);
          await allButRow.promise;
          return ids;
        }),
      );
      const found = await looking.retireLostReadModels();
      rowStays.resolve();
      await ending;
      return found;
    });
    expect(dropped.lost).toEqual([]);
  });

  test('are not refused for a generation of another version, after a node without generations activated its own', async () => {
    const { database, documents, retireLostReadModels, drop } = await filled();
    await drop('things.v1');
    await retireLostReadModels();
    await fill(documents);
    await withDatabase(database, async (db) => {
      const rows = (name: string) => db.collection<{ _id: string }>(name);
      await rows('collections').updateOne({ _id: 'things@2' }, { $set: { fields: ['rank'] } }, { upsert: true });
      await rows('active_versions').updateOne({ _id: 'things' }, { $set: { version: 2 } });
    });
    expect(await retireLostReadModels()).toEqual(WHOLE);
    expect(await documents.activeVersion('things')).toBe(2);
  });

  test('are read in the generation that took the place of one that a late projector activates', async () => {
    const { documents, retireLostReadModels, drop } = await filled();
    await drop('things.v1');
    await retireLostReadModels();
    await fill(documents);
    await documents.activateVersion('things', 1, '');
    expect(await documents.activeVersion('things')).toBe(1);
    expect(await documents.count(things, {})).toBe(1);
  });

  test.each([
    ['the documents', ['tally.v1']],
    ['the documents and checkpoints', ['tally.v1', 'checkpoints']],
    ['everything', ['tally.v1', 'checkpoints', 'collections', 'active_versions']],
  ])(
    'are rebuilt under two projectors that lose %s, and a late write of one is mixed into nothing',
    async (_, names) => {
      const { side, database, stores, nodes, mayWrite, drop } = await projectedByTwo();
      const release = Promise.withResolvers<void>();
      mayWrite.gate = release.promise;
      await drop(...names);
      // Folded from documents that are gone, or written where they were: either would count too little.
      await record(side, 'source-a', runOf('a', 3));
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const { retireLostReadModels } of stores) await retireLostReadModels();
      release.resolve();
      const head = await record(side, 'source-a', runOf('a', 4));
      // The service looks again and again, too: what a projector writes after one look is found by the next.
      const counted = async () => {
        for (const { retireLostReadModels } of stores) await retireLostReadModels();
        return (await tallyOf(stores[0]?.documents ?? side.documents, projection, 'a'))?.runs;
      };
      await expect.poll(counted).toBe(4);
      for (const { engine } of nodes) {
        // One that has not noticed yet refuses those who wait, as soon as it does.
        const hasRebuilt = () =>
          engine.waitFor(head).then(
            () => !engine.isRebuilding,
            () => false,
          );
        await expect.poll(hasRebuilt).toBe(true);
      }
      for (const { documents, retireLostReadModels } of stores) {
        await retireLostReadModels();
        expect(await tallyOf(documents, projection, 'a')).toMatchObject({ runs: 4, sum: 10 });
        expect(await documents.activeVersion('tally')).toBe(1);
      }
      const builds = async () => {
        for (const { retireLostReadModels } of stores) await retireLostReadModels();
        return (await collectionsIn(database)).filter((name) => name.startsWith('tally.'));
      };
      await expect.poll(builds).toHaveLength(1);
    },
  );
});
