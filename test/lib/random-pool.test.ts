import { expect, test } from 'vitest';
import { randomPool } from '../../src/lib/random-pool.ts';

test('Each value of a pool is given once, also when the pool is drawn anew', () => {
  const next = randomPool(12);
  const values = Array.from({ length: 2_000 }, () => next());
  expect(values.every(({ byteLength }) => byteLength === 12)).toBe(true);
  // What was given earlier must not change with the pool.
  expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(2_000);
});

test('Two pools give different values', () => {
  expect(randomPool(16)().equals(randomPool(16)())).toBe(false);
});
