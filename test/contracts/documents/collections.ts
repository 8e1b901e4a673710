import { expect, test } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import { type EmptyPlace, openFor } from '../../support/stores/store-place.ts';
import { at, openPrepared, put, remove, things, write } from './support.ts';

export function describeCollections(emptyPlace: EmptyPlace<Documents>): void {
  test.each(['', 'Things', 'a-b', 'a"b', '1a', 'a; drop', 'x'.repeat(200)])('refuse the collection %j', async (bad) => {
    const documents = await openPrepared(emptyPlace);
    const collection = { name: bad, version: 1, indexes: [] };
    await expect(documents.ensureCollection(collection)).rejects.toBeInstanceOf(RangeError);
    await expect(documents.get(collection, 'a')).rejects.toBeInstanceOf(RangeError);
    await expect(documents.dropCollection(collection)).rejects.toBeInstanceOf(RangeError);
    await expect(documents.activateVersion(bad, 1)).rejects.toBeInstanceOf(RangeError);
  });

  test('keep checkpoints that never move backwards', async () => {
    const documents = await openPrepared(emptyPlace);
    expect(await documents.checkpoint('things@1')).toBeNull();
    await documents.write([], [{ projection: 'things@1', position: at(0), eventId: null }]);
    expect((await documents.checkpoint('things@1'))?.position).toBe(0n);
    const others = { projection: 'others@1', position: at(3), eventId: null };
    await documents.write([], [{ projection: 'things@1', position: at(7), eventId: null }, others]);
    await documents.write([], [{ projection: 'things@1', position: at(6), eventId: null }]);
    expect((await documents.checkpoint('things@1'))?.position).toBe(7n);
    expect((await documents.checkpoint('others@1'))?.position).toBe(3n);
    const asked = ['others@1', 'unknown@1', 'things@1', 'others@1'];
    const places = await documents.checkpoints(asked);
    expect(places.map((place) => place?.position ?? null)).toEqual([3n, null, 7n, 3n]);
    expect(await documents.checkpoints([])).toEqual([]);
  });

  test('store with a checkpoint the event at its position', async () => {
    const documents = await openPrepared(emptyPlace);
    const move = (position: number, eventId: string) =>
      documents.write([], [{ projection: 'things@1', position: at(position), eventId }]);
    await move(3, 'third');
    await move(5, 'fifth');
    await move(4, 'fourth');
    expect(await documents.checkpoint('things@1')).toEqual({ position: 5n, eventId: 'fifth' });
  });

  test('are emptied with their checkpoint when the log was replaced, and hold what is written afterwards', async () => {
    const documents = await openPrepared(emptyPlace);
    const seen = { position: at(9), eventId: 'ninth' };
    const writes = [put('a', { group: 'x' }, 8), remove('b', 9)];
    await documents.write([{ collection: things, writes }], [{ projection: 'things@1', ...seen }]);
    await documents.resetCollection(things, seen);
    await documents.ensureCollection(things);
    expect(await documents.checkpoint('things@1')).toBeNull();
    expect(await documents.count(things, {})).toBe(0);
    const anew = [put('a', { group: 'y' }, 1), put('b', { group: 'y' }, 2)];
    await documents.write([{ collection: things, writes: anew }], []);
    expect(await documents.count(things, { group: 'y' })).toBe(2);
  });

  test('and their checkpoints are there after a restart', async () => {
    const open = emptyPlace();
    const first = await open();
    await first.ensureCollection(things);
    const writes = [put('a', { group: 'x' }, 1), remove('b', 4)];
    await first.write([{ collection: things, writes }], [{ projection: 'things@1', position: at(3), eventId: null }]);
    await first.activateVersion('things', 1);
    await first.close();

    const second = await openFor(open);
    await second.ensureCollection(things);
    expect(await second.get(things, 'a')).toEqual({ group: 'x' });
    expect((await second.checkpoint('things@1'))?.position).toBe(3n);
    expect(await second.activeVersion('things')).toBe(1);
    await write(second, put('b', {}, 3));
    expect(await second.get(things, 'b')).toBeNull();
  });

  test('stand in versions side by side, of which one is active', async () => {
    const documents = await openPrepared(emptyPlace);
    const next = { ...things, version: 2 };
    expect(await documents.activeVersion('things')).toBeNull();
    await documents.activateVersion('things', 1);
    await documents.ensureCollection(next);
    await write(documents, put('a', { v: 1 }, 1));
    await documents.write([{ collection: next, writes: [put('a', { v: 2 }, 1)] }], []);
    expect(await documents.get(things, 'a')).toEqual({ v: 1 });
    expect(await documents.get(next, 'a')).toEqual({ v: 2 });
    expect(await documents.activeVersion('things')).toBe(1);
    await documents.activateVersion('things', 2);
    expect(await documents.activeVersion('things')).toBe(2);
    expect(await documents.activeVersion('others')).toBeNull();
  });

  test('are dropped with the checkpoint of their version alone', async () => {
    const documents = await openPrepared(emptyPlace);
    const next = { ...things, version: 2 };
    await documents.ensureCollection(next);
    const checkpoints = ['things@1', 'things@2'].map((projection) => ({
      projection,
      position: at(4),
      eventId: null,
    }));
    const writes = [put('a', { group: 'x' }, 1), remove('b', 9)];
    await documents.write(
      [things, next].map((collection) => ({ collection, writes })),
      checkpoints,
    );
    await documents.dropCollection(things);
    await documents.dropCollection(things);
    expect(await documents.checkpoint('things@1')).toBeNull();
    expect((await documents.checkpoint('things@2'))?.position).toBe(4n);
    expect(await documents.get(next, 'a')).toEqual({ group: 'x' });

    await documents.ensureCollection(things);
    expect(await documents.count(things, {})).toBe(0);
    await write(documents, put('b', {}, 1));
    expect(await documents.get(things, 'b')).toEqual({});
  });
}
