import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReadModelWatch } from '../../../src/composition/lifecycle/read-model-watch.ts';
import type { LostReadModels } from '../../../src/ports/documents.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const whole: LostReadModels = { lost: [], rebuilding: [] };
const keys = ['messages@4', 'leads@2'];

async function watched() {
  const retireLost = vi.fn(async () => whole);
  const told: string[] = [];
  const watch = await ReadModelWatch.start(retireLost, ({ message }) => void told.push(message));
  return { retireLost, told, watch };
}

test('Read models that get lost are named once, and count as being rebuilt until they are whole again', async () => {
  const { retireLost, told, watch } = await watched();
  expect(watch.isRebuilding).toBe(false);
  retireLost
    .mockResolvedValueOnce({ lost: keys, rebuilding: keys })
    .mockRejectedValueOnce(new StoreUnavailable('documents', 'away'))
    .mockResolvedValue({ lost: [], rebuilding: ['leads@2'] });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(watch.isRebuilding).toBe(true);
  expect(told).toEqual([expect.stringMatching(/^MongoDB .+ \(messages@4, leads@2\).+ rebuilt from the log/)]);
  retireLost.mockResolvedValue(whole);
  await vi.advanceTimersByTimeAsync(500);
  expect([watch.isRebuilding, told.slice(1)]).toEqual([false, ['The read models are whole again']]);
  watch.stop();
});

test('Read models that another node found lost count as being rebuilt, too', async () => {
  const { retireLost, told, watch } = await watched();
  retireLost.mockResolvedValue({ lost: [], rebuilding: keys });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(watch.isRebuilding).toBe(true);
  expect(told).toEqual([expect.stringMatching(/^Read models are being rebuilt from the log \(messages@4, leads@2\)/)]);
  watch.stop();
});

test('A watch that was stopped, or whose first check failed, checks no more', async () => {
  const { retireLost, watch } = await watched();
  watch.stop();
  const failing = vi.fn(async () => Promise.reject(new StoreUnavailable('documents', 'away')));
  await expect(ReadModelWatch.start(failing, () => undefined)).rejects.toThrow(StoreUnavailable);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect([retireLost, failing].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
