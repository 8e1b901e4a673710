import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleThread } from '../../../../src/adapters/sqlite/thread/idle-thread.ts';
import { StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';

const IDLE_MS = 1_000;

/** Opens numbered threads and tells what happens to them. */
function recording(closing: Promise<void> = Promise.resolve()) {
  const told: string[] = [];
  let count = 0;
  const idle = new IdleThread({
    store: 'notes',
    open: async () => {
      count += 1;
      const number = count;
      told.push(`open ${number}`);
      return {
        number,
        async close() {
          told.push(`close ${number}`);
          await closing;
          told.push(`closed ${number}`);
        },
      };
    },
    idleMs: IDLE_MS,
  });
  return { idle, told, use: () => idle.use(async ({ number }) => number) };
}

describe('A thread that ends when it is idle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('serves calls until none has come for a while, and starts again with the next', async () => {
    const { told, use } = recording();
    expect([await use(), await use()]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(await use()).toBe(1);
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(await use()).toBe(2);
    expect(told).toEqual(['open 1', 'close 1', 'closed 1', 'open 2']);
  });

  it('stays open for work that takes longer', async () => {
    const { idle, told, use } = recording();
    const { promise, resolve } = Promise.withResolvers<void>();
    const working = idle.use(() => promise);
    await use();
    await vi.advanceTimersByTimeAsync(IDLE_MS * 3);
    expect(told).toEqual(['open 1']);
    resolve();
    await working;
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(told).toEqual(['open 1', 'close 1', 'closed 1']);
  });

  it('ends when the work failed too', async () => {
    const { idle, told } = recording();
    await expect(idle.use(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(told).toEqual(['open 1', 'close 1', 'closed 1']);
  });

  it('opens the file only when the thread before it has closed it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { told, use } = recording(promise);
    await use();
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    const used = use();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['open 1', 'close 1']);
    resolve();
    expect(await used).toBe(2);
    expect(told).toEqual(['open 1', 'close 1', 'closed 1', 'open 2']);
  });

  it('refuses calls once it is closed', async () => {
    const { idle, told, use } = recording();
    await use();
    await idle.close();
    expect(told).toEqual(['open 1', 'close 1', 'closed 1']);
    await expect(use()).rejects.toThrow(StoreUnavailable);
    await vi.advanceTimersByTimeAsync(IDLE_MS * 2);
    expect(told).toHaveLength(3);
  });

  it('ends at once when it is told that nothing needs it, and starts again with the next call', async () => {
    const { idle, told, use } = recording();
    expect([await use(), await use()]).toEqual([1, 1]);
    idle.endIfIdle();
    expect(await use()).toBe(2);
    expect(told).toEqual(['open 1', 'close 1', 'closed 1', 'open 2']);
  });

  it('is closed only when every thread before it has closed the file, also when it was told so twice', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { idle, told, use } = recording(promise);
    await use();
    idle.endIfIdle();
    idle.endIfIdle();
    const closed = idle.close().then(() => told.push('all closed'));
    await vi.advanceTimersByTimeAsync(0);
    resolve();
    await closed;
    expect(told).toEqual(['open 1', 'close 1', 'closed 1', 'all closed']);
  });

  it('stays open for work that runs while it is told so', async () => {
    const { idle, told } = recording();
    const { promise, resolve } = Promise.withResolvers<void>();
    const working = idle.use(() => promise);
    await vi.advanceTimersByTimeAsync(0);
    idle.endIfIdle();
    expect(told).toEqual(['open 1']);
    resolve();
    await working;
  });
});
