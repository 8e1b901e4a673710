import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openMemoryRateLimits } from '../../../src/adapters/memory/rate-limits.ts';
import { describeRateLimitsContract } from '../../contracts/rate-limits.ts';

describeRateLimitsContract('memory', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    rateLimits: openMemoryRateLimits(),
    elapse: async (seconds) => void (await vi.advanceTimersByTimeAsync(seconds * 1000)),
  };
});

describe('Rate limits in memory', () => {
  test('remember no more keys than they may, and forget the one not seen for longest', async () => {
    const rateLimits = openMemoryRateLimits({ maxKeys: 2 });
    const once = { name: 'once', count: 1, seconds: 60 };
    await rateLimits.take(once, 'a');
    await rateLimits.take(once, 'b');
    expect((await rateLimits.take(once, 'a')).allowed).toBe(false);
    await rateLimits.take(once, 'c');
    expect((await rateLimits.take(once, 'a')).allowed).toBe(false);
    expect((await rateLimits.take(once, 'b')).allowed).toBe(true);
  });
});
