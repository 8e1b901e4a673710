import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Position } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { Waiters } from '../../../src/projections/engine/waiters.ts';

const at = (position: number) => BigInt(position) as Position;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('waiting for a position', () => {
  it('ends when it has been passed, for each waiter in its turn', async () => {
    const waiters = new Waiters();
    const ended: number[] = [];
    const waiting = [3, 1, 2].map((position) => waiters.wait(at(position), 1000).then(() => ended.push(position)));
    waiters.passed(at(2));
    await Promise.all(waiting.slice(1));
    expect(ended.toSorted()).toEqual([1, 2]);
    waiters.passed(at(5));
    await Promise.all(waiting);
    expect(ended).toContain(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is over at once when it was passed before', async () => {
    const waiters = new Waiters();
    waiters.passed(at(5));
    await waiters.wait(at(5), 1000);
    await waiters.wait(at(1), 1000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails when the time is over, and not a moment before', async () => {
    const waiters = new Waiters();
    let failure: unknown;
    waiters.wait(at(5), 1000).catch((error: unknown) => {
      failure = error;
    });
    waiters.passed(at(4));
    await vi.advanceTimersByTimeAsync(999);
    expect(failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(failure).toBeInstanceOf(StoreUnavailable);
  });

  it('goes on for its whole time while the read models get further', async () => {
    const waiters = new Waiters();
    let failure: unknown;
    waiters.wait(at(99), 60_000).catch((error: unknown) => {
      failure = error;
    });
    for (let second = 9; second < 60; second += 9) {
      await vi.advanceTimersByTimeAsync(9_000);
      waiters.passed(at(second));
      expect(failure).toBeUndefined();
    }
    await vi.advanceTimersByTimeAsync(6_000);
    expect(failure).toBeInstanceOf(StoreUnavailable);
  });

  it('fails when they have got no further for ten seconds, and soon for those that come during the stall', async () => {
    const waiters = new Waiters();
    const failures: string[] = [];
    const wait = (name: string) => waiters.wait(at(5), 60_000).catch(() => failures.push(name));
    void wait('first');
    waiters.passed(at(4));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(failures).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(failures).toEqual(['first']);
    void wait('second');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(failures).toEqual(['first', 'second']);
    const third = wait('third');
    waiters.passed(at(5));
    await third;
    expect(failures).toEqual(['first', 'second']);
  });

  it('without a limit waits as long as it takes', async () => {
    const waiters = new Waiters();
    const ended = vi.fn();
    const waiting = waiters.wait(at(5), null).finally(ended);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(ended).not.toHaveBeenCalled();
    waiters.passed(at(5));
    await waiting;
  });

  it('fails at once when nobody will pass it any more, whether it began before or after', async () => {
    const waiters = new Waiters();
    const before = waiters.wait(at(5), null);
    waiters.close();
    await expect(before).rejects.toThrow(StoreUnavailable);
    await expect(waiters.wait(at(5), null)).rejects.toThrow(StoreUnavailable);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('waiting for somebody who waits', () => {
  it('ends with the first who does', async () => {
    const waiters = new Waiters();
    const waited = waiters.firstWait(1000);
    const waiting = waiters.wait(at(1), null);
    await waited;
    await waiters.firstWait(1000);
    waiters.passed(at(1));
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends after the given time when nobody does, and not before', async () => {
    const waiters = new Waiters();
    const ended = vi.fn();
    const waited = waiters.firstWait(1000).then(ended);
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waited;
  });

  it('ends with the engine', async () => {
    const waiters = new Waiters();
    const waited = waiters.firstWait(1000);
    waiters.close();
    await waited;
    await waiters.firstWait(1000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not end with one whose position was passed before', async () => {
    const waiters = new Waiters();
    waiters.passed(at(5));
    let isOver = false;
    const waited = waiters.firstWait(1000).then(() => {
      isOver = true;
    });
    await waiters.wait(at(5), 1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waited;
  });
});
