import { describe, expect, test } from 'vitest';
import type { RateLimits } from '../../src/ports/rate-limits.ts';

export interface RateLimitsUnderTest {
  readonly rateLimits: RateLimits;
  /** Lets so much time pass, as the store sees it. */
  elapse(seconds: number): Promise<void>;
}

interface StoreTraits {
  /** False for a server that answers concurrent updates with each other's counts. */
  readonly answersEachUpdate?: boolean;
}

/** @param open returns unused rate limits for the running test */
export function describeRateLimitsContract(
  name: string,
  open: () => Promise<RateLimitsUnderTest>,
  { answersEachUpdate = true }: StoreTraits = {},
): void {
  describe(`Rate limits in ${name}`, () => {
    const limit = { name: 'test', count: 3, seconds: 2 };

    test('allow as many as they say, then tell how long to wait', async () => {
      const { rateLimits } = await open();
      for (const remaining of [2, 1, 0]) {
        const taken = await rateLimits.consume(limit, 'a');
        expect(taken).toEqual({ allowed: true, remaining, resetSeconds: taken.resetSeconds });
        expect([1, 2]).toContain(taken.resetSeconds);
      }
      const refused = await rateLimits.consume(limit, 'a');
      expect([refused.allowed, refused.remaining]).toEqual([false, 0]);
      expect([1, 2]).toContain(refused.resetSeconds);
    });

    test('count each key and each limit by itself', async () => {
      const { rateLimits } = await open();
      const once = { name: 'once', count: 1, seconds: 60 };
      expect((await rateLimits.consume(once, 'a')).allowed).toBe(true);
      expect((await rateLimits.consume(once, 'a')).allowed).toBe(false);
      expect((await rateLimits.consume(once, 'b')).allowed).toBe(true);
      expect((await rateLimits.consume({ ...once, name: 'other' }, 'a')).allowed).toBe(true);
      expect((await rateLimits.consume(once, 'other:a')).allowed).toBe(true);
    });

    test('tell what is left without counting', async () => {
      const { rateLimits } = await open();
      const year = { name: 'year', count: 1, seconds: 365 * 86_400 };
      const look = async () => (await rateLimits.consume(year, 'a', 0)).remaining;
      expect([await look(), await look()]).toEqual([1, 1]);
      expect(await rateLimits.consume(year, 'a')).toMatchObject({ allowed: true, remaining: 0 });
      expect([await look(), await look()]).toEqual([0, 0]);
    });

    test('take any text as a key', async () => {
      const { rateLimits } = await open();
      const once = { name: 'strange', count: 1, seconds: 60 };
      for (const key of ['', '$ne', 'a.b', '__proto__', 'ключ', "'; --", 'x'.repeat(300)]) {
        expect((await rateLimits.consume(once, key)).allowed).toBe(true);
        expect((await rateLimits.consume(once, key)).allowed).toBe(false);
      }
    });

    test('allow exactly as many of those that come at once', async () => {
      const { rateLimits } = await open();
      const many = { name: 'many', count: 20, seconds: 60 };
      const taken = await Promise.all(Array.from({ length: 100 }, () => rateLimits.consume(many, 'a')));
      const allowed = taken.filter((result) => result.allowed).length;
      if (answersEachUpdate) expect(allowed).toBe(20);
      else expect(allowed).toBeLessThanOrEqual(20);
      expect((await rateLimits.consume(many, 'a')).allowed).toBe(false);
    });

    test('take several points at once, and refuse more points than are left', async () => {
      const { rateLimits } = await open();
      const ten = { name: 'ten', count: 10, seconds: 60 };
      expect(await rateLimits.consume(ten, 'a', 7)).toMatchObject({ allowed: true, remaining: 3 });
      expect(await rateLimits.consume(ten, 'a', 4)).toMatchObject({ allowed: false, remaining: 0 });
      expect(await rateLimits.consume(ten, 'b', 10)).toMatchObject({ allowed: true, remaining: 0 });
      expect((await rateLimits.consume(ten, 'b')).allowed).toBe(false);
    });

    test('begin afresh when the window has ended, however many were refused in it', async () => {
      const { rateLimits, elapse } = await open();
      for (let taken = 0; taken < 10; taken += 1) await rateLimits.consume(limit, 'a');
      await elapse(1);
      const refused = await rateLimits.consume(limit, 'a');
      expect(refused).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
      await elapse(1.1);
      for (let taken = 0; taken < 3; taken += 1) expect((await rateLimits.consume(limit, 'a')).allowed).toBe(true);
      expect((await rateLimits.consume(limit, 'a')).allowed).toBe(false);
    });

    test.each([
      { name: 'none', count: 0, seconds: 1 },
      { name: 'half', count: 1.5, seconds: 1 },
      { name: 'no window', count: 1, seconds: 0 },
      { name: 'endless', count: 1, seconds: Number.POSITIVE_INFINITY },
    ])('refuse a limit that is none: $count in $seconds seconds', async (strange) => {
      const { rateLimits } = await open();
      await expect(rateLimits.consume(strange, 'a')).rejects.toBeInstanceOf(RangeError);
    });
  });
}
