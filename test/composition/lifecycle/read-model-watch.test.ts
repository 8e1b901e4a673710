import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReadModelWatch } from '../../../src/composition/lifecycle/read-model-watch.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('Read models that get lost are named once, until they are back', async () => {
  const findLost = vi.fn(async (): Promise<readonly string[]> => []);
  const told: string[] = [];
  const watch = await ReadModelWatch.start(findLost, ({ message }) => void told.push(message));
  expect(watch.isLost).toBe(false);
  findLost.mockResolvedValue(['messages@4', 'leads@2']);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(watch.isLost).toBe(true);
  expect(told).toEqual([expect.stringMatching(/^MongoDB .+ \(messages@4, leads@2\).+ rebuilt from the log/)]);
  findLost.mockRejectedValueOnce(new StoreUnavailable('documents', 'away')).mockResolvedValue([]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect([watch.isLost, told.length]).toEqual([false, 1]);
  watch.stop();
});

test('A first check that fails leaves no watch behind: the next attempt to start has its own', async () => {
  const findLost = vi.fn(async () => Promise.reject(new StoreUnavailable('documents', 'away')));
  await expect(ReadModelWatch.start(findLost, () => undefined)).rejects.toThrow(StoreUnavailable);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(findLost).toHaveBeenCalledTimes(1);
});
