/** Reads of what somebody has just dropped from MongoDB, before any node has begun to rebuild it. */
import { describe, expect, test } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor } from '../../support/engines/mongodb.ts';
import { fill, filled, position, raw, things, WHOLE } from './read-models.ts';

const DROPPED = /^documents: The collection (?:things|raw)\.v1 was dropped and is rebuilt from the log$/;

describe.skipIf(engineUrl('MONGODB_URL') === null)('Read models in MongoDB', () => {
  test.each<[string, (documents: Documents) => Promise<unknown>]>([
    ['one document', (documents) => documents.get(things, 'a')],
    ['some documents', (documents) => documents.getMany(things, ['a', 'b'])],
    ['a list', (documents) => documents.find(things, { where: {}, limit: 9 })],
    ['a list of raw fields', (documents) => documents.findRaw(raw, { where: {}, limit: 9, reversed: false })],
    ['their number', (documents) => documents.count(things, {})],
    ['their number by value', (documents) => documents.countByValue(things, {}, { field: 'rank', from: '' })],
  ])(
    'that somebody has just dropped, alone or with all that tells of them, are never told as not there: %s',
    async (_, read) => {
      const { database, documents, drop } = await filled();
      const follower = await openMongoFor(database);
      for (const node of [documents, follower.documents]) await expect(read(node)).resolves.not.toThrow();
      await drop('things.v1', 'raw.v1');
      for (const node of [documents, follower.documents]) await expect(read(node)).rejects.toThrow(DROPPED);
      await drop('plain.v2', 'checkpoints', 'collections', 'active_versions');
      await follower.retireLostReadModels();
      for (const node of [documents, follower.documents]) await expect(read(node)).rejects.toThrow(DROPPED);
    },
  );

  test('that were dropped with all that tells of them are being rebuilt to a node that used them, until they are whole', async () => {
    const { database, documents, retireLostReadModels, drop } = await filled();
    const follower = await openMongoFor(database);
    await follower.retireLostReadModels();
    await drop('things.v1', 'checkpoints', 'collections', 'active_versions');
    await retireLostReadModels();
    const rebuilding = ['plain@2', 'raw@1', 'things@1'];
    expect((await follower.retireLostReadModels()).rebuilding.toSorted()).toEqual(rebuilding);
    await expect(follower.documents.get(things, 'a')).rejects.toThrow(DROPPED);
    await fill(documents);
    expect(await follower.retireLostReadModels()).toEqual(WHOLE);
    expect(await follower.documents.get(things, 'a')).toEqual({ also: 0, rank: 1 });
  });

  test('that are built again under their name by a node that starts, after all was dropped, are not told as empty meanwhile', async () => {
    const { database, documents, drop } = await filled();
    await drop('things.v1', 'plain.v2', 'raw.v1', 'checkpoints', 'collections', 'active_versions');
    const started = await openMongoFor(database);
    await started.documents.ensureCollection(things);
    await expect(documents.get(things, 'a')).rejects.toThrow(DROPPED);
    await documents.checkpoint('things@1#');
    await expect(documents.get(things, 'a')).rejects.toThrow(DROPPED);
  });

  test('that are built again in their next generation, after all was dropped, are not told as empty meanwhile', async () => {
    const { documents, drop } = await filled();
    await drop('things.v1', 'checkpoints', 'collections', 'active_versions');
    await documents.ensureCollection(things);
    await expect(documents.get(things, 'a')).rejects.toThrow(DROPPED);
  });

  test('of which somebody has dropped only which version is in use are told of again', async () => {
    const { database, documents, retireLostReadModels, drop } = await filled();
    const follower = await openMongoFor(database);
    await follower.retireLostReadModels();
    await drop('active_versions');
    expect((await follower.retireLostReadModels()).rebuilding).toContain('things@1');
    expect(await retireLostReadModels()).toEqual(WHOLE);
    expect(await follower.retireLostReadModels()).toEqual(WHOLE);
    expect(await follower.documents.get(things, 'b')).toBeNull();
    expect(await documents.activeVersion('plain')).toBe(2);
  });

  test('leave what workers keep beside them, which is empty once it was dropped, and taken again', async () => {
    const { documents, drop } = await filled();
    const progress = { name: 'progress', version: 1, indexes: [['rank']] };
    const put = { kind: 'put', id: 'a', document: { rank: 1 }, position } as const;
    await documents.ensureCollection(progress);
    await documents.write([{ collection: progress, writes: [put] }], []);
    await drop('progress.v1');
    expect(await documents.find(progress, { where: {}, limit: 9 })).toEqual([]);
    expect(await documents.count(progress, {})).toBe(0);
    await documents.write([{ collection: progress, writes: [put] }], []);
    expect(await documents.get(progress, 'a')).toEqual({ rank: 1 });
    expect(await documents.get(progress, 'b')).toBeNull();
  });
});
