import { describe, expect, test } from 'vitest';
import type { RateLimits } from '../../src/ports/rate-limits.ts';

export interface RateLimitsUnderTest {
  readonly rateLimits: RateLimits;
  /** Lets so much time pass, as the store sees it. */
  elapse(seconds: number): Promise<void>;
}

/** @param open Gives rate limits that have not limited anything yet, for the running test. */
export function describeRateLimitsContract(name: string, open: () => Promise<RateLimitsUnderTest>): void {
  describe(`Rate limits in ${name}`, () => {
    const limit = { name: 'test', count: 3, seconds: 2 };

    test('allow as many as they say, then tell how long to wait', async () => {
      const { rateLimits } = await open();
      for (let taken = 0; taken < 3; taken += 1) {
        expect(await rateLimits.take(limit, 'a')).toEqual({ allowed: true, retryAfterSeconds: 0 });
      }
      const refused = await rateLimits.take(limit, 'a');
      expect(refused.allowed).toBe(false);
      expect([1, 2]).toContain(refused.retryAfterSeconds);
    });

    test('count each key and each limit by itself', async () => {
      const { rateLimits } = await open();
      const once = { name: 'once', count: 1, seconds: 60 };
      expect((await rateLimits.take(once, 'a')).allowed).toBe(true);
      expect((await rateLimits.take(once, 'a')).allowed).toBe(false);
      expect((await rateLimits.take(once, 'b')).allowed).toBe(true);
      expect((await rateLimits.take({ ...once, name: 'other' }, 'a')).allowed).toBe(true);
      expect((await rateLimits.take(once, 'other:a')).allowed).toBe(true);
    });

    test('take any text as a key', async () => {
      const { rateLimits } = await open();
      const once = { name: 'strange', count: 1, seconds: 60 };
      for (const key of ['', '$ne', 'a.b', '__proto__', 'ключ', "'; --", 'x'.repeat(300)]) {
        expect((await rateLimits.take(once, key)).allowed).toBe(true);
        expect((await rateLimits.take(once, key)).allowed).toBe(false);
      }
    });

    test('allow exactly as many of those that come at once', async () => {
      const { rateLimits } = await open();
      const many = { name: 'many', count: 20, seconds: 60 };
      const taken = await Promise.all(Array.from({ length: 100 }, () => rateLimits.take(many, 'a')));
      expect(taken.filter(({ allowed }) => allowed)).toHaveLength(20);
    });

    test('begin afresh when the window has ended, however many were refused in it', async () => {
      const { rateLimits, elapse } = await open();
      for (let taken = 0; taken < 10; taken += 1) await rateLimits.take(limit, 'a');
      await elapse(1);
      const refused = await rateLimits.take(limit, 'a');
      expect(refused).toEqual({ allowed: false, retryAfterSeconds: 1 });
      await elapse(1.1);
      for (let taken = 0; taken < 3; taken += 1) expect((await rateLimits.take(limit, 'a')).allowed).toBe(true);
      expect((await rateLimits.take(limit, 'a')).allowed).toBe(false);
    });

    test.each([
      { name: 'none', count: 0, seconds: 1 },
      { name: 'half', count: 1.5, seconds: 1 },
      { name: 'no window', count: 1, seconds: 0 },
      { name: 'endless', count: 1, seconds: Number.POSITIVE_INFINITY },
    ])('refuse a limit that is none: $count in $seconds seconds', async (strange) => {
      const { rateLimits } = await open();
      await expect(rateLimits.take(strange, 'a')).rejects.toBeInstanceOf(RangeError);
    });
  });
}
