import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openMemoryRateLimits } from '../../../src/adapters/memory/rate-limits.ts';
import { describeRateLimitsContract } from '../../contracts/rate-limits.ts';

describeRateLimitsContract('memory', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    rateLimits: openMemoryRateLimits(),
    elapse: async (seconds) => void (await vi.advanceTimersByTimeAsync(seconds * 1000)),
  };
});

describe('Rate limits in memory', () => {
  test('hold no more keys than their limit, and evict the least recently used', async () => {
    const rateLimits = openMemoryRateLimits({ maxKeys: 2 });
    const once = { name: 'once', count: 1, seconds: 60 };
    await rateLimits.consume(once, 'a');
    await rateLimits.consume(once, 'b');
    expect((await rateLimits.consume(once, 'a')).allowed).toBe(false);
    await rateLimits.consume(once, 'c');
    expect((await rateLimits.consume(once, 'a')).allowed).toBe(false);
    expect((await rateLimits.consume(once, 'b')).allowed).toBe(true);
  });
});
