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

  test('tell of a new window that it lasts as long as the limit says, at any fraction of a millisecond', async () => {
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    const rateLimits = openMemoryRateLimits();
    const told = new Set<number>();
    for (let client = 0; client < 1_000; client += 1) {
      now.mockReturnValue(client * 1_000.1 + client / 7);
      told.add((await rateLimits.consume({ name: 'minute', count: 1, seconds: 60 }, String(client))).resetSeconds);
    }
    expect([...told]).toEqual([60]);
  });
});
