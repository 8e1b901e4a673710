import { afterAll, describe, expect, it, vi } from 'vitest';

vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance'] });
// A module of its own, which starts its timer on the fake clock whatever was imported before.
const { href } = new URL('../../src/lib/expiring-cache.ts?fake-clock', import.meta.url);
const { expiringCache, expiringCacheByCount, memoizedByText }: typeof import('../../src/lib/expiring-cache.ts') =
  await import(href);
afterAll(() => vi.useRealTimers());

describe('A cache of texts', () => {
  it('makes a thing once, and again when there was no room to keep it', () => {
    const made: string[] = [];
    const bytes = 1_000;
    const remembered = memoizedByText(
      (text) => {
        made.push(text);
        return { text };
      },
      { maxBytes: 3 * bytes, bytesOf: () => bytes - 200 },
    );
    for (const text of ['one', 'one', 'two', 'three', 'one', 'four', 'two', 'one']) {
      expect(remembered(text)).toEqual({ text });
    }
    expect(made).toEqual(['one', 'two', 'three', 'four', 'two']);
  });

  it('does not keep what alone is larger than its bound', () => {
    const cache = expiringCache<{ readonly text: string }>({ maxBytes: 1_000, bytesOf: () => 5_000 });
    cache.set('large', { text: 'large' });
    expect(cache.size).toBe(0);
    expect(cache.calculatedSize).toBe(0);
  });

  it('that is bounded in entries keeps the latest, finds none that has expired, and lets go of it', () => {
    const cache = expiringCacheByCount<object>(2, 240_000);
    vi.advanceTimersByTime(1_000);
    for (const name of ['one', 'two', 'three']) cache.set(name, {});
    expect([...cache.keys()].sort()).toEqual(['three', 'two']);
    vi.advanceTimersByTime(241_000);
    expect(cache.get('three')).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    expect(cache.size).toBe(0);
  });

  it('lets go of everything after a while, asked for or not', () => {
    const cache = expiringCache<object>({ maxBytes: 1_000_000, bytesOf: () => 1 });
    vi.advanceTimersByTime(1_000);
    cache.set('erased since', {});
    vi.advanceTimersByTime(300_000);
    expect(cache.size).toBe(1);
    vi.advanceTimersByTime(400_000);
    expect(cache.size).toBe(0);
  });
});
