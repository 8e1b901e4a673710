import { describe, expect, it } from 'vitest';
import { Batches } from '../../src/commands/batches.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';

/** Batches that are carried out when the test says so. */
function heldBatches(limits?: { maxBatch: number; maxWaiting: number }) {
  const begun: { key: string; items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const batches = new Batches<string, string>((key, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    begun.push({ key, items, end: () => resolve(items.join()), fail: reject });
    return promise;
  }, limits);
  const end = async (place: number) => {
    begun[place]?.end();
    await new Promise(setImmediate);
  };
  return { batches, begun, end };
}

describe('Batches', () => {
  it('begin at once with the first item, and collect those that arrive meanwhile', async () => {
    const { batches, begun, end } = heldBatches();
    const results = ['a', 'b', 'c'].map((item) => batches.add('key', item));
    expect(begun.map(({ items }) => items)).toEqual([['a']]);
    await end(0);
    expect(begun.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
    await end(1);
    expect(await Promise.all(results)).toEqual(['a', 'b,c', 'b,c']);
    const later = batches.add('key', 'd');
    await end(2);
    expect(await later).toBe('d');
  });

  it('of different keys do not wait for one another', async () => {
    const { batches, begun } = heldBatches();
    void batches.add('one', 'a');
    void batches.add('other', 'b');
    expect(begun.map(({ key }) => key)).toEqual(['one', 'other']);
  });

  it('hold so many at most; the others come next', async () => {
    const { batches, begun, end } = heldBatches({ maxBatch: 2, maxWaiting: 10 });
    const results = ['a', 'b', 'c', 'd'].map((item) => batches.add('key', item));
    for (const place of [0, 1, 2]) await end(place);
    expect(begun.map(({ items }) => items)).toEqual([['a'], ['b', 'c'], ['d']]);
    await Promise.all(results);
  });

  it('that fail do so for all of theirs, and the next go on', async () => {
    const { batches, begun, end } = heldBatches();
    const results = ['a', 'b'].map((item) => batches.add('key', item));
    begun[0]?.fail(new Error('away'));
    await expect(results[0]).rejects.toThrow('away');
    await end(1);
    expect(await results[1]).toBe('b');
  });

  it('let only so many wait', async () => {
    const { batches, end } = heldBatches({ maxBatch: 2, maxWaiting: 1 });
    const first = batches.add('key', 'a');
    const second = batches.add('key', 'b');
    await expect(batches.add('key', 'c')).rejects.toThrow(StoreUnavailable);
    for (const place of [0, 1]) await end(place);
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });
});
