import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyStoreWatch } from '../../../src/composition/lifecycle/key-store-watch.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const MINUTE_MS = 60_000;
const joined = { installationId: 'installation', revision: 7 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

async function watched() {
  const keys = {
    revision: joined.revision,
    state: vi.fn(async () => joined as { installationId: string | null; revision: number }),
  };
  const told: string[] = [];
  const watch = await KeyStoreWatch.start(keys, 'MONGODB_URL', ({ message }) => void told.push(message));
  return { keys, told, watch };
}

test.each([
  ['was emptied', { installationId: null, revision: 0 }],
  ['was emptied and got new keys', { installationId: null, revision: 9 }],
  ['was rolled back', { installationId: 'installation', revision: 6 }],
  ['is of another installation', { installationId: 'other', revision: 9 }],
])('A key store that %s is lost, which is said once, until its keys are back', async (_, state) => {
  const { keys, told, watch } = await watched();
  keys.state.mockImplementation(async () => state);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(watch.isLost).toBe(true);
  expect(told).toEqual([
    expect.stringMatching(/^The key store \(MONGODB_URL\) lost keys .+ restore the newest backup/),
  ]);
  keys.state.mockImplementation(async () => joined);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(watch.isLost).toBe(false);
  watch.stop();
});

test('A key store that is away, or that another node adds keys to, is not lost', async () => {
  const { keys, told, watch } = await watched();
  keys.state.mockImplementation(async () => ({ ...joined, revision: 12 }));
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  keys.state.mockImplementation(async () => {
    throw new StoreUnavailable('keys', 'away');
  });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect([watch.isLost, told]).toEqual([false, []]);
  watch.stop();
});
