import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TopK } from '../../../../src/adapters/sqlite/search-index/top-k.ts';

test('the top k are kept, of equal values the earlier, in order', () => {
  const many = fc.array(fc.oneof(fc.integer(), fc.integer({ min: -3, max: 3 })), { maxLength: 200 });
  fc.assert(
    fc.property(many, fc.integer({ min: 1, max: 20 }), (values, most) => {
      const highest = new TopK(most);
      for (const [place, value] of values.entries()) if (value > highest.threshold) highest.add(value, place);
      const sorted = values
        .map((value, place) => ({ place, value }))
        .sort((one, other) => other.value - one.value || one.place - other.place);
      const places = sorted.slice(0, most).map(({ place }) => place);
      expect([...highest.places()]).toEqual(places.sort((one, other) => one - other));
      expect(highest.drain()).toEqual(sorted.slice(0, most));
    }),
  );
});
