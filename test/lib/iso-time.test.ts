import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../src/lib/iso-time.ts';

const MAX_TIME = 8.64e15;

test('A time is the text that Date makes of it, whatever time came before', () => {
  const near = fc.integer({ min: 1_790_000_000_000, max: 1_790_100_000_000 });
  const any = fc.integer({ min: -MAX_TIME, max: MAX_TIME });
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any), { maxLength: 20 }), (times) => {
      expect(times.map(isoTime)).toEqual(times.map((at) => new Date(at).toISOString()));
    }),
  );
  const edges = [-1, 0, 1, 86_399_999, 86_400_000, -MAX_TIME, MAX_TIME, 1.5];
  expect(edges.map(isoTime)).toEqual(edges.map((at) => new Date(at).toISOString()));
});

test.for([Number.NaN, Number.POSITIVE_INFINITY, MAX_TIME + 1])('%d is no time', (at) => {
  expect(() => isoTime(at)).toThrow(RangeError);
});
