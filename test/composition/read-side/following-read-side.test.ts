import { expect, onTestFinished, test, vi } from 'vitest';
import { followingReadSide } from '../../../src/composition/read-side/following-read-side.ts';
import type { Stores } from '../../../src/composition/stores/stores.ts';
import type { EventCodec } from '../../../src/event-log/codec.ts';
import { allProjections } from '../../../src/projections/all.ts';

/** These tests decode no events and report no problems. */
const unused = { codec: {} as EventCodec, report: () => undefined };

test('All who ask when another node has caught up are told at the same moment, however long after each other they asked', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isBuilt = false;
  const versions = new Map(allProjections.map(({ collection: { name, version } }) => [name, version]));
  const stores = {
    log: {
      head: async () => 7n,
      subscribe: () => ({ ended: new Promise(() => undefined), stop: async () => undefined }),
    },
    documents: {
      activeVersion: async (name: string) => (isBuilt ? versions.get(name) : null),
      checkpoints: async (keys: readonly string[]) =>
        keys.map(() => (isBuilt ? { position: 7n, eventId: 'last' } : null)),
    },
  } as unknown as Stores;
  const readSide = followingReadSide({ ...unused, stores });

  const told: string[] = [];
  void readSide.caughtUp().then(() => told.push('first'));
  await vi.advanceTimersByTimeAsync(60);
  void readSide.caughtUp().then(() => told.push('second'));
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual([]);

  isBuilt = true;
  while (told.length === 0) await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['first', 'second']);
});
