import { expect, test } from 'vitest';
import type { CollectionDefinition, Documents } from '../../../src/ports/documents.ts';
import { type EmptyPlace, openFor } from '../../support/stores/store-place.ts';
import { put, things } from './support.ts';

export function describeRawFields(emptyPlace: EmptyPlace<Documents>): void {
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
}
