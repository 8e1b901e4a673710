import { expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../../../src/adapters/system/ids.ts';

test('The system clock tells epoch milliseconds', () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('Ids are UUIDv7, unique, and sort by when they were made', () => {
  const ids = Array.from({ length: 20_000 }, () => uuidV7Ids.next());
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids.slice(0, 100))
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
