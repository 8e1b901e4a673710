import { describe, expect, test } from 'vitest';
import type { Counters } from '../../src/ports/counters.ts';
import { type EmptyPlace, openFor } from '../support/stores/store-place.ts';

/** @param emptyPlace see EmptyPlace. */
export function describeCountersContract(name: string, emptyPlace: EmptyPlace<Counters>): void {
  describe(`Counters in ${name}`, () => {
    test('add up, and keep the latest time whatever the order', async () => {
      const counters = await openFor(emptyPlace());
      await counters.increment(new Map([['a', { count: 2, lastAt: 1_700_000_000_500 }]]));
      await counters.increment(
        new Map([
          ['a', { count: 3, lastAt: 1_700_000_000_400 }],
          ['b', { count: 1, lastAt: 7 }],
        ]),
      );
      const read = await counters.read(['a', 'b', 'c', 'a']);
      expect(read).toEqual(
        new Map([
          ['a', { count: 5, lastAt: 1_700_000_000_500 }],
          ['b', { count: 1, lastAt: 7 }],
        ]),
      );
    });

    test('lose nothing when many add at once', async () => {
      const counters = await openFor(emptyPlace());
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          counters.increment(new Map([['a', { count: index, lastAt: index }]])),
        ),
      );
      expect(await counters.read(['a'])).toEqual(new Map([['a', { count: 4950, lastAt: 99 }]]));
    });

    test('are there after a restart', async () => {
      const open = emptyPlace();
      const first = await open();
      await first.increment(new Map([['a', { count: 2, lastAt: 3 }]]));
      await first.close();
      const second = await openFor(open);
      await second.increment(new Map([['a', { count: 1, lastAt: 9 }]]));
      expect(await second.read(['a'])).toEqual(new Map([['a', { count: 3, lastAt: 9 }]]));
    });

    test('may be called anything', async () => {
      const counters = await openFor(emptyPlace());
      const names = ['', '$inc', 'a.b', '__proto__', "'; --", 'nul\0', 'ключ'];
      await counters.increment(new Map(names.map((name, index) => [name, { count: index, lastAt: index }])));
      const read = await counters.read(names);
      expect(names.map((name) => read.get(name)?.count)).toEqual(names.map((_, index) => index));
    });

    test('take and give nothing when asked for nothing', async () => {
      const counters = await openFor(emptyPlace());
      await counters.increment(new Map());
      expect(await counters.read([])).toEqual(new Map());
    });

    test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])(
      'refuse to add %d, and all that came with it',
      async (count) => {
        const counters = await openFor(emptyPlace());
        const increments = new Map([
          ['a', { count: 1, lastAt: 1 }],
          ['b', { count, lastAt: 1 }],
        ]);
        await expect(counters.increment(increments)).rejects.toBeInstanceOf(RangeError);
        expect(await counters.read(['a', 'b'])).toEqual(new Map());
      },
    );
  });
}
