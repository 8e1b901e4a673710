import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import { retryWhileUnavailable, willRetry } from '../../src/workers/retry-while-unavailable.ts';

const AWAY = new StoreUnavailable('search index', 'is away');
const HOUR_MS = 3_600_000;
let waiting: AbortController;
let reported: unknown[];
let messages: string[];
const around = () => ({
  message: willRetry('ingestion', { type: 'IngestionRequested', stream: 'source-1', revision: 3 }),
  signal: waiting.signal,
  report: ({ message, error }: { message: string; error?: unknown }) => {
    messages.push(message);
    reported.push(error);
  },
});

beforeEach(() => {
  waiting = new AbortController();
  [reported, messages] = [[], []];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Work that meets a store which is away', () => {
  it('is completed when the store is back, and the wait is reported', async () => {
    let absences = 2;
    const work = async () => {
      if (absences-- > 0) throw AWAY;
      return 'done';
    };
    expect(await retryWhileUnavailable(work, around())).toBe('done');
    const message = 'Store is unavailable; will retry ingestion of IngestionRequested at source-1@3';
    expect(messages).toEqual([message, message]);
    expect(reported).toEqual([AWAY, AWAY]);
  });

  it('fails at once for any other error', async () => {
    const fault = new Error('not a PDF');
    await expect(retryWhileUnavailable(() => Promise.reject(fault), around())).rejects.toBe(fault);
    expect(reported).toEqual([]);
  });

  it('ends its wait when the worker stops', async () => {
    const waits = retryWhileUnavailable(() => Promise.reject(AWAY), around());
    await vi.waitFor(() => expect(reported).toHaveLength(1));
    waiting.abort();
    await expect(waits).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  it('fails in the end when the store stays away', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const waits = retryWhileUnavailable(async () => {
      vi.advanceTimersByTime(HOUR_MS / 2);
      throw AWAY;
    }, around());
    await expect(waits).rejects.toBe(AWAY);
    expect(reported).toHaveLength(2);
  });
});
