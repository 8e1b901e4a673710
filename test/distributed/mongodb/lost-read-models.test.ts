/** Read models that somebody else dropped from MongoDB, while their checkpoints stayed. */
import { describe, expect, test } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor, ownDatabase, withDatabase } from '../../support/engines/mongodb.ts';

const url = engineUrl('MONGODB_URL');

const things = { name: 'things', version: 1, indexes: [['rank']] };
/** Without a field that is searched. */
const plain = { name: 'plain', version: 2, indexes: [] };
const position = 7n as Position;
const pointer = { position, eventId: 'seventh' };
const projections = ['things@1', 'plain@2'];

async function fill(documents: Documents): Promise<void> {
  for (const collection of [things, plain]) await documents.ensureCollection(collection);
  const writes = [{ kind: 'put', id: 'a', document: { rank: 1 }, position } as const];
  const changes = [things, plain].map((collection) => ({ collection, writes }));
  await documents.write(
    changes,
    projections.map((projection) => ({ projection, ...pointer })),
  );
}

async function filled() {
  const database = ownDatabase(url ?? '');
  const stores = await openMongoFor(database);
  await fill(stores.documents);
  const drop = (...names: string[]) =>
    withDatabase(database, async (db) => {
      for (const name of names) await db.collection(name).drop();
    });
  return { database, ...stores, drop };
}

describe.skipIf(url === null)('Read models in MongoDB', () => {
  test('that somebody dropped are lost, also once a write has created them again', async () => {
    const { documents, lostReadModels, drop } = await filled();
    expect(await lostReadModels()).toEqual([]);
    await drop('things.v1');
    expect(await lostReadModels()).toEqual(['things@1']);
    await fill({ ...documents, ensureCollection: async () => {}, write: (...given) => documents.write(...given) });
    expect(await lostReadModels()).toEqual(['things@1']);
  });

  test('that were dropped while no node ran are lost after the start, until their checkpoints are dropped too', async () => {
    const { database, drop } = await filled();
    await drop('things.v1', 'plain.v2');
    const { documents, lostReadModels } = await openMongoFor(database);
    for (const collection of [things, plain]) await documents.ensureCollection(collection);
    expect(new Set(await lostReadModels())).toEqual(new Set(projections));
    await drop('checkpoints', 'collections', 'things.v1', 'plain.v2');
    await fill(documents);
    expect(await lostReadModels()).toEqual([]);
  });

  test('that were dropped with their checkpoints while no node ran are built anew, and not lost', async () => {
    const { database, drop } = await filled();
    await drop('things.v1');
    await withDatabase(database, (db) => db.collection<{ _id: string }>('checkpoints').deleteOne({ _id: 'things@1' }));
    const { documents, lostReadModels } = await openMongoFor(database);
    await fill(documents);
    expect(await lostReadModels()).toEqual([]);
    await drop('things.v1');
    expect(await lostReadModels()).toEqual(['things@1']);
  });

  test('that were dropped with their checkpoints while a node went on writing them are lost', async () => {
    const { database, documents, drop } = await filled();
    await drop('things.v1', 'checkpoints');
    await fill({ ...documents, ensureCollection: async () => {}, write: (...given) => documents.write(...given) });
    const restarted = await openMongoFor(database);
    for (const collection of [things, plain]) await restarted.documents.ensureCollection(collection);
    expect(await restarted.lostReadModels()).toEqual(['things@1']);
  });

  test('that a node dropped or reset itself are not', async () => {
    const { documents, lostReadModels } = await filled();
    await documents.resetCollection(things, pointer);
    await documents.dropCollection(plain);
    expect(await lostReadModels()).toEqual([]);
    await fill(documents);
    expect(await lostReadModels()).toEqual([]);
  });
});
