import { expect, test } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import type { EmptyPlace } from '../../support/stores/store-place.ts';
import { at, openPrepared, put, remove, things, write } from './support.ts';

export function describeWriting(emptyPlace: EmptyPlace<Documents>): void {
  test('are read as they were written, as soon as the write has answered', async () => {
    const documents = await openPrepared(emptyPlace);
    const document = {
      text: 'some',
      number: -1.5e-7,
      large: Number.MAX_SAFE_INTEGER,
      yes: true,
      nothing: null,
      list: [1, 'two', [null], {}],
      $set: { 'a.b': { '': 1 } },
      rank: 3,
    };
    await write(documents, put('a', document, 1));
    expect(await documents.get(things, 'a')).toEqual(document);
    expect(await documents.get(things, 'b')).toBeNull();
    await write(documents, put('a', { changed: true }, 2));
    expect(await documents.get(things, 'a')).toEqual({ changed: true });
    await write(documents, remove('a', 3));
    expect(await documents.get(things, 'a')).toBeNull();
  });

  test('change nothing when a write is older than what is there, and change when it is as old', async () => {
    const documents = await openPrepared(emptyPlace);
    await write(documents, put('a', { rank: 5 }, 5));
    await write(documents, put('a', { rank: 4 }, 4), remove('a', 4));
    expect(await documents.get(things, 'a')).toEqual({ rank: 5 });
    expect(await documents.find(things, { where: { rank: 4 }, limit: 10 })).toEqual([]);
    await write(documents, put('a', { rank: 6 }, 5));
    expect(await documents.get(things, 'a')).toEqual({ rank: 6 });
    await write(documents, remove('a', 5));
    expect(await documents.get(things, 'a')).toBeNull();
  });

  test('compare positions that no double can hold', async () => {
    const documents = await openPrepared(emptyPlace);
    const high = 2n ** 62n;
    await write(documents, put('a', { rank: 1 }, high + 1n));
    await write(documents, put('a', { rank: 0 }, high));
    expect(await documents.get(things, 'a')).toEqual({ rank: 1 });
    await documents.write([], [{ projection: 'things@1', position: at(high + 1n), eventId: null }]);
    expect((await documents.checkpoint('things@1'))?.position).toBe(high + 1n);
  });

  test('stay deleted when events from before the deletion are delivered again', async () => {
    const documents = await openPrepared(emptyPlace);
    const before = [put('a', { group: 'x' }, 1), put('b', { group: 'x' }, 2), put('c', { group: 'y' }, 3)];
    await write(documents, ...before);
    await write(documents, remove('a', 4), { kind: 'deleteWhere', where: { group: 'x' }, position: at(5) });
    for (const again of before) {
      await write(documents, again);
      expect(await documents.get(things, 'a')).toBeNull();
      expect(await documents.get(things, 'b')).toBeNull();
      expect(await documents.find(things, { where: {}, limit: 10 })).toHaveLength(1);
    }
    await write(documents, put('a', { group: 'again' }, 6), remove('missing', 7), put('missing', {}, 6));
    expect(await documents.get(things, 'a')).toEqual({ group: 'again' });
    expect(await documents.get(things, 'missing')).toBeNull();
  });

  test('stay deleted when the deletion and what was before it come in one write', async () => {
    const documents = await openPrepared(emptyPlace);
    const changes = [{ collection: things, writes: [remove('a', 7), put('a', {}, 6)] }];
    await documents.write(changes, [{ projection: 'things@1', position: at(7), eventId: null }]);
    expect(await documents.get(things, 'a')).toBeNull();
  });

  test('are deleted where they match, unless they are newer', async () => {
    const documents = await openPrepared(emptyPlace);
    await write(
      documents,
      put('a', { group: 'x', rank: 1 }, 1),
      put('b', { group: 'x', rank: 2 }, 9),
      put('c', { group: 'y', rank: 1 }, 1),
      put('d', { rank: 1 }, 1),
      put('e', { group: null, rank: 2 }, 1),
    );
    await write(documents, { kind: 'deleteWhere', where: { group: 'x' }, position: at(5) });
    await write(documents, { kind: 'deleteWhere', where: { group: null, rank: 2 }, position: at(5) });
    const left = await documents.find(things, { where: {}, limit: 10 });
    expect(left.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  });

  test('are written in the order given, over all collections', async () => {
    const documents = await openPrepared(emptyPlace);
    const others = { name: 'others', version: 1, indexes: [] };
    await documents.ensureCollection(others);
    await documents.write(
      [
        { collection: things, writes: [put('a', { n: 1 }, 1), remove('a', 1), put('a', { n: 2 }, 1)] },
        { collection: others, writes: [put('a', { n: 3 }, 1)] },
        { collection: things, writes: [{ kind: 'deleteWhere', where: {}, position: at(2) }, put('b', { n: 4 }, 2)] },
      ],
      [],
    );
    expect(await documents.find(things, { where: {}, limit: 10 })).toEqual([{ id: 'b', document: { n: 4 } }]);
    expect(await documents.get(others, 'a')).toEqual({ n: 3 });
  });

  test('are all written when many write at once', async () => {
    const documents = await openPrepared(emptyPlace);
    const count = 40;
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        documents.write(
          [{ collection: things, writes: [put(`own ${index}`, {}, index), put('shared', { rank: index }, index)] }],
          [{ projection: 'things@1', position: at(index), eventId: null }],
        ),
      ),
    );
    expect(await documents.count(things, {})).toBe(count + 1);
    expect(await documents.get(things, 'shared')).toEqual({ rank: count - 1 });
    expect((await documents.checkpoint('things@1'))?.position).toBe(BigInt(count - 1));
  });
}
