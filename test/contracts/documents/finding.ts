import { expect, test } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import { type EmptyPlace, openFor } from '../../support/stores/store-place.ts';
import { at, openPrepared, put, things, write } from './support.ts';

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

export function describeFinding(emptyPlace: EmptyPlace<Documents>): void {
  test('are read many at once, those that exist', async () => {
    const documents = await openPrepared(emptyPlace);
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
    const documents = await openPrepared(emptyPlace);
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

  test('find and keep any text in ids, fields and values', async () => {
    const documents = await openPrepared(emptyPlace);
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
    const documents = await openPrepared(emptyPlace);
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

  test('cannot be searched by a field without an index, nor hold a list in an indexed field', async () => {
    const documents = await openPrepared(emptyPlace);
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
}
