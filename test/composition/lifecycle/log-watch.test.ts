import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LogWatch } from '../../../src/composition/lifecycle/log-watch.ts';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const MINUTE_MS = 60_000;
const created = [{ id: 'created' }] as unknown as readonly StoredEvent[];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

async function watched() {
  const log = { readStream: vi.fn(async () => created) };
  const told: string[] = [];
  const watch = await LogWatch.start(log, 'EVENTSTORE_URL', ({ message }) => void told.push(message));
  return { log, told, watch };
}

test.each([
  ['was emptied', []],
  ["is another service's", [{ id: 'other' }]],
])('A log that %s is lost, which is said once, until its events are back', async (_, events) => {
  const { log, told, watch } = await watched();
  log.readStream.mockImplementation(async () => events as unknown as readonly StoredEvent[]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(watch.isLost).toBe(true);
  expect(told).toEqual([expect.stringMatching(/^The event log \(EVENTSTORE_URL\) lost the events .+ from a backup/)]);
  log.readStream.mockImplementation(async () => created);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(watch.isLost).toBe(false);
  expect(told).toHaveLength(2);
  watch.stop();
});

test('A log that is away is not lost', async () => {
  const { log, told, watch } = await watched();
  log.readStream.mockImplementation(async () => {
    throw new StoreUnavailable('event log', 'away');
  });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect([watch.isLost, told]).toEqual([false, []]);
  watch.stop();
});
