import { expect, test } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import type { EmptyPlace } from '../../support/stores/store-place.ts';
import { openPrepared, put, remove, things, write } from './support.ts';

export function describeCounting(emptyPlace: EmptyPlace<Documents>): void {
  test('are counted by the value of a text field, from one on', async () => {
    const documents = await openPrepared(emptyPlace);
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
    const documents = await openPrepared(emptyPlace);
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
    const documents = await openPrepared(emptyPlace);
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
}
