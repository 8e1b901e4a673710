import { expect, onTestFinished, test, vi } from 'vitest';
import { followingReadSide } from '../../../src/composition/read-side/following-read-side.ts';
import { ReadModelRegress } from '../../../src/composition/read-side/read-model-regress.ts';
import type { Stores } from '../../../src/composition/stores/stores.ts';
import type { EventCodec } from '../../../src/event-log/codec.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
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

test('A node whose read models another one projects refuses requests from when they are put back to an older state until they have caught up', async () => {
  let position = 9n;
  const ended = Promise.withResolvers<void>();
  const stores = {
    log: { head: async () => 9n, subscribe: () => ({ ended: ended.promise, stop: async () => ended.resolve() }) },
    documents: {
      activeVersion: async (name: string) =>
        allProjections.find(({ collection }) => collection.name === name)?.collection.version,
      checkpoints: async (keys: readonly string[]) => keys.map(() => ({ position, eventId: 'last' })),
    },
  } as unknown as Stores;
  const told: string[] = [];
  const report = ({ message }: { message: string }) => void told.push(message);
  const readSide = followingReadSide({ ...unused, stores, report, verifyEveryMs: 5 });
  onTestFinished(() => readSide.stop());
  await readSide.caughtUp();
  await readSide.waitFor(9n as Position);
  expect(readSide.isRebuilding()).toBe(false);

  position = 4n;
  await expect.poll(() => readSide.isRebuilding()).toBe(true);
  await expect(readSide.waitFor(9n as Position, 20)).rejects.toThrow(StoreUnavailable);
  position = 9n;
  await expect.poll(() => readSide.isRebuilding()).toBe(false);
  await readSide.waitFor(9n as Position);
  expect(told).toMatchObject(
    [/went back to an older state/, /have caught up again/].map((text) => expect.stringMatching(text)),
  );
});

test('Read models that were put back together with the log have caught up at its former end, however many events follow', async () => {
  let [position, head] = [9n, 9n];
  const regress = new ReadModelRegress({
    log: { head: async () => head as Position },
    progress: { position: async () => position as Position, reset: () => undefined },
    report: () => undefined,
  });
  await regress.check();
  [position, head] = [2n, 5n];
  await regress.check();
  expect(regress.isBehind).toBe(true);
  [position, head] = [6n, 7n];
  await regress.check();
  expect(regress.isBehind).toBe(false);
});
