import { describe, expect, test } from 'vitest';
import type { CollectionDefinition, Documents, DocumentWrite } from '../../src/ports/documents.ts';
import type { JsonObject, Position } from '../../src/ports/event-log.ts';
import { type EmptyPlace, openFor } from '../support/stores/store-place.ts';
import { describeDocumentsProperties } from './documents-properties.ts';

const at = (position: number | bigint): Position => BigInt(position) as Position;

const put = (id: string, document: JsonObject, position: number | bigint): DocumentWrite => ({
  kind: 'put',
  id,
  document,
  position: at(position),
});
const remove = (id: string, position: number): DocumentWrite => ({ kind: 'delete', id, position: at(position) });

const things: CollectionDefinition = { name: 'things', version: 1, indexes: [['group', 'rank'], ['rank']] };

const strangeTexts = [
  `it's`,
  '"; DROP TABLE things; --',
  "' OR '1'='1",
  '$ne',
  '{"$gt": ""}',
  'a.b.c',
  '%_*?',
  'nul\0inside',
  '\0',
  'ключ 鍵 🗝️',
  'e\u0301',
  'é',
  ' ',
  '',
  '__proto__',
  '\\',
  '\u2028',
];

/**
 * @param emptyPlace see EmptyPlace.
 * @param engine.ordersBeyondFfff false for a stand-in of an engine that orders texts beyond U+FFFF unlike the engine
 */
export function describeDocumentsContract(
  name: string,
  emptyPlace: EmptyPlace<Documents>,
  engine: { readonly ordersBeyondFfff: boolean } = { ordersBeyondFfff: true },
): void {
  describe(`Documents in ${name}`, () => {
    async function openPrepared(): Promise<Documents> {
      const documents = await openFor(emptyPlace());
      await documents.ensureCollection(things);
      return documents;
    }
    const write = (documents: Documents, ...writes: readonly DocumentWrite[]) =>
      documents.write([{ collection: things, writes }], []);

    test('are read as they were written, as soon as the write has answered', async () => {
      const documents = await openPrepared();
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

    test('return raw fields byte for byte, in order or reversed', async () => {
      const documents = await openFor(emptyPlace());
      const shows: CollectionDefinition = { name: 'shows', version: 1, indexes: [['group', 'rank']], rawField: 'seen' };
      await documents.ensureCollection(shows);
      const first = { group: '"seen":{', rank: 1, seen: { ',"seen":': '"},{', deep: { z: 1, a: ['\u2028é🗝', null] } } };
      const second = { group: '"seen":{', rank: 2, seen: {} };
      const third = { group: '"seen":{', rank: 3, seen: { n: 3 } };
      const [a, b, c] = [put('a', first, 1), put('b', second, 2), put('c', third, 3)];
      await documents.write([{ collection: shows, writes: [a, b, c, put('d', { group: 'bare', rank: 1 }, 4)] }], []);
      const show = async (limit: number, reversed: boolean, direction: 'asc' | 'desc' = 'asc') => {
        const options = { where: { group: '"seen":{' }, orderBy: { field: 'rank', direction }, limit, reversed };
        const { json: list, nextId: more } = await documents.findRaw(shows, options);
        return [Buffer.from(list).toString(), more];
      };
      const texts = [first, second, third].map(({ seen }) => JSON.stringify(seen));
      expect(await show(3, false)).toEqual([`[${texts.join(',')}]`, null]);
      expect(await show(2, true, 'desc')).toEqual([`[${texts.slice(1).join(',')}]`, 'b']);
      expect(await show(0, false)).toEqual(['[]', null]);
      await expect(documents.findRaw(shows, { where: { group: 'bare' }, limit: 1, reversed: false })).rejects.toThrow(
        'no raw field',
      );
      await expect(documents.findRaw(things, { where: {}, limit: 1, reversed: false })).rejects.toThrow(RangeError);
    });

    test('return as many raw fields as a page holds', async () => {
      const documents = await openFor(emptyPlace());
      const shows: CollectionDefinition = { name: 'shows', version: 1, indexes: [['rank']], rawField: 'seen' };
      await documents.ensureCollection(shows);
      const writes = Array.from({ length: 700 }, (_, rank) => put(`${rank}`, { rank, seen: { rank } }, rank));
      await documents.write([{ collection: shows, writes }], []);
      const orderBy = { field: 'rank', direction: 'desc' } as const;
      const options = { where: {}, orderBy, after: { value: 650, id: '650' }, limit: 600, reversed: true };
      const { json: list, nextId: more } = await documents.findRaw(shows, options);
      expect(more).toBe('50');
      expect(JSON.parse(Buffer.from(list).toString())).toEqual(
        Array.from({ length: 600 }, (_, index) => ({ rank: index + 50 })),
      );
    });

    test('are read many at once, those that exist', async () => {
      const documents = await openPrepared();
      const ids = Array.from({ length: 300 }, (_, index) => `id ${index}`);
      await write(documents, ...ids.map((id, index) => put(id, { index }, index)));
      const found = await documents.getMany(things, [...ids, 'missing', 'id 7', 'id 7']);
      expect(found).toHaveLength(300);
      expect(new Map(found.map(({ id, document }) => [id, document]))).toEqual(
        new Map(ids.map((id, index) => [id, { index }])),
      );
      expect(await documents.getMany(things, [])).toEqual([]);
    });

    test('are read many at once with the position of their last write', async () => {
      const documents = await openPrepared();
      const beyondDoubles = 2n ** 62n + 1n;
      await write(documents, put('a', { rank: 1 }, 1), put('b', { rank: 2 }, beyondDoubles), put('a', { rank: 3 }, 7));
      const found = await documents.getMany(things, ['a', 'b']);
      expect(new Map(found.map(({ id, position }) => [id, position]))).toEqual(
        new Map([
          ['a', 7n],
          ['b', beyondDoubles],
        ]),
      );
    });

    test('change nothing when a write is older than what is there, and change when it is as old', async () => {
      const documents = await openPrepared();
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
      const documents = await openPrepared();
      const high = 2n ** 62n;
      await write(documents, put('a', { rank: 1 }, high + 1n));
      await write(documents, put('a', { rank: 0 }, high));
      expect(await documents.get(things, 'a')).toEqual({ rank: 1 });
      await documents.write([], [{ projection: 'things@1', position: at(high + 1n), eventId: null }]);
      expect((await documents.checkpoint('things@1'))?.position).toBe(high + 1n);
    });

    test('stay deleted when events from before the deletion are delivered again', async () => {
      const documents = await openPrepared();
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
      const documents = await openPrepared();
      const changes = [{ collection: things, writes: [remove('a', 7), put('a', {}, 6)] }];
      await documents.write(changes, [{ projection: 'things@1', position: at(7), eventId: null }]);
      expect(await documents.get(things, 'a')).toBeNull();
    });

    test('are deleted where they match, unless they are newer', async () => {
      const documents = await openPrepared();
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
      const documents = await openPrepared();
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

    test('find and keep any text in ids, fields and values', async () => {
      const documents = await openPrepared();
      await write(documents, ...strangeTexts.map((text) => put(text, { group: text, rank: text, [text]: text }, 1)));
      for (const text of strangeTexts) {
        const document = { group: text, rank: text, [text]: text };
        expect(await documents.get(things, text)).toEqual(document);
        expect(await documents.find(things, { where: { group: text }, limit: 10 })).toEqual([{ id: text, document }]);
        expect(await documents.count(things, { group: text, rank: text })).toBe(1);
      }
      await write(documents, { kind: 'deleteWhere', where: { group: "' OR '1'='1" }, position: at(2) });
      expect(await documents.count(things, {})).toBe(strangeTexts.length - 1);
    });

    test('are found by values of one kind only', async () => {
      const documents = await openPrepared();
      const values = {
        zero: 0,
        no: false,
        textZero: '0',
        empty: '',
        nothing: null,
        one: 1,
        yes: true,
        textTrue: 'true',
      };
      await write(documents, ...Object.entries(values).map(([id, group]) => put(id, { group }, 1)));
      for (const [id, group] of Object.entries(values)) {
        const found = await documents.find(things, { where: { group }, limit: 10 });
        expect(found).toEqual([{ id, document: { group } }]);
      }
    });

    test('are counted by the value of a text field, from one on', async () => {
      const documents = await openPrepared();
      const ranks = { a: '2026-01-31', b: '2026-02-01', c: '2026-02-01', d: '2026-02-03', e: null, f: 7, g: true };
      await write(documents, ...Object.entries(ranks).map(([id, rank]) => put(id, { group: 'x', rank }, 1)));
      await write(documents, put('h', { group: 'y', rank: '2026-02-01' }, 1), put('i', { group: 'x', rank: '🗝' }, 1));
      const counted = async (group: string, from: string) =>
        Object.fromEntries(await documents.countByValue(things, { group }, { field: 'rank', from }));
      const fromFebruary = { '2026-02-01': 2, '2026-02-03': 1, '🗝': 1 };
      expect(await counted('x', '2026-02-01')).toEqual(fromFebruary);
      expect(await counted('x', '')).toEqual({ '2026-01-31': 1, ...fromFebruary });
      expect(await counted('z', '')).toEqual({});
      await write(documents, remove('b', 2), put('c', { group: 'y', rank: '2026-02-01' }, 2));
      expect(await counted('x', '2026-02-01')).toEqual({ '2026-02-03': 1, '🗝': 1 });
      const unindexed = documents.countByValue(things, { group: 'x' }, { field: 'body', from: '' });
      await expect(unindexed).rejects.toBeInstanceOf(RangeError);
    });

    test('are counted by the value of a text field, however many values there are', async () => {
      const documents = await openPrepared();
      const ids = Array.from({ length: 1_200 }, (_, index) => `d${index}`);
      await write(
        documents,
        ...ids.map((id) => put(id, { group: 'x', rank: id }, 1)),
        put('e', { group: 'x', rank: 'd7' }, 1),
      );
      const counted = await documents.countByValue(things, { group: 'x' }, { field: 'rank', from: '' });
      expect(counted).toEqual(new Map(ids.map((id) => [id, id === 'd7' ? 2 : 1])));
    });

    test('are counted by the value of a text field, for a list of values', async () => {
      const documents = await openPrepared();
      const places = {
        a: ['x', 1],
        b: ['x', 1],
        c: ['y', 1],
        d: ['y', 2],
        e: ['z', 1],
        f: [7, 1],
        g: ['"🗝', 1],
        h: [null, 1],
      };
      const writes = Object.entries(places).map(([id, [group = null, rank = null]]) => put(id, { group, rank }, 1));
      await write(documents, ...writes);
      const counted = async (among: readonly string[]) =>
        Object.fromEntries(await documents.countByValue(things, { rank: 1 }, { field: 'group', among }));
      expect(await counted(['x', 'y', 'w', '7', '"🗝', 'x'])).toEqual({ x: 2, y: 1, '"🗝': 1 });
      expect(await counted([])).toEqual({});
      await write(documents, remove('a', 2), put('c', { group: 'z', rank: 1 }, 2));
      expect(await counted(['x', 'y', 'z'])).toEqual({ x: 1, z: 2 });
      const many = Array.from({ length: 40_000 }, (_, n) => `none ${n}`);
      expect(await counted([...many, 'x'])).toEqual({ x: 1 });
    });

    test('cannot be searched by a field without an index, nor hold a list in an indexed field', async () => {
      const documents = await openPrepared();
      const unknown = { body: 'x' };
      const orderBy = { field: 'body', direction: 'asc' } as const;
      await expect(documents.find(things, { where: unknown, limit: 1 })).rejects.toBeInstanceOf(RangeError);
      await expect(documents.find(things, { where: {}, orderBy, limit: 1 })).rejects.toBeInstanceOf(RangeError);
      await expect(documents.count(things, unknown)).rejects.toBeInstanceOf(RangeError);
      const deletion = { kind: 'deleteWhere', where: unknown, position: at(1) } as const;
      await expect(write(documents, deletion)).rejects.toBeInstanceOf(RangeError);
      await expect(write(documents, put('a', {}, 1), put('b', { group: ['x'] }, 1))).rejects.toBeInstanceOf(RangeError);
      expect(await documents.count(things, {})).toBe(0);
    });

    test.each(['', 'Things', 'a-b', 'a"b', '1a', 'a; drop', 'x'.repeat(200)])(
      'refuse the collection %j',
      async (bad) => {
        const documents = await openPrepared();
        const collection = { name: bad, version: 1, indexes: [] };
        await expect(documents.ensureCollection(collection)).rejects.toBeInstanceOf(RangeError);
        await expect(documents.get(collection, 'a')).rejects.toBeInstanceOf(RangeError);
        await expect(documents.dropCollection(collection)).rejects.toBeInstanceOf(RangeError);
        await expect(documents.activateVersion(bad, 1)).rejects.toBeInstanceOf(RangeError);
      },
    );

    test('keep checkpoints that never move backwards', async () => {
      const documents = await openPrepared();
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
      const documents = await openPrepared();
      const move = (position: number, eventId: string) =>
        documents.write([], [{ projection: 'things@1', position: at(position), eventId }]);
      await move(3, 'third');
      await move(5, 'fifth');
      await move(4, 'fourth');
      expect(await documents.checkpoint('things@1')).toEqual({ position: 5n, eventId: 'fifth' });
    });

    test('are emptied with their checkpoint when the log was replaced, and hold what is written afterwards', async () => {
      const documents = await openPrepared();
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
      const documents = await openPrepared();
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
      const documents = await openPrepared();
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

    test('are found by an index that is added later', async () => {
      const documents = await openFor(emptyPlace());
      await documents.ensureCollection({ ...things, indexes: [] });
      const values = ['text', 'nul\0', 5, 0.5, true, false, null];
      await documents.write(
        [{ collection: { ...things, indexes: [] }, writes: values.map((group, n) => put(`${n}`, { group }, 1)) }],
        [],
      );
      await documents.ensureCollection(things);
      await documents.ensureCollection(things);
      for (const [n, group] of values.entries()) {
        const found = await documents.find(things, { where: { group }, limit: 10 });
        expect(found).toEqual([{ id: `${n}`, document: { group } }]);
      }
    });

    test('are all written when many write at once', async () => {
      const documents = await openPrepared();
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

    describeDocumentsProperties(emptyPlace, engine);
  });
}
