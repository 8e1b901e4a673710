import { expect, it, onTestFinished, vi } from 'vitest';
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { startReindexing } from '../../src/composition/reindexing.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';

type Deps = Parameters<typeof startReindexing>[0];

/** An index whose sources cannot be listed at first. */
function unlisted(...failures: readonly Error[]) {
  const told: string[] = [];
  const done = Promise.withResolvers<void>();
  const sources = vi.fn(async () => []);
  for (const failure of failures) sources.mockRejectedValueOnce(failure);
  const derivable = { watch: () => undefined };
  const run = vi.fn(async () => done.resolve());
  const deps = {
    application: { readSide: { caughtUp: async () => undefined }, commands: { dataSources: {} } },
    stores: { derivable: { searchIndex: { sources, derivable } } },
    models: { embedder: createOfflineEmbedder() },
    preparer: {},
    report: ({ message }: { message: string }) => void told.push(message),
    indexMigration: { run, status: { sources: { indexed: 0 }, otherIndexes: [] } },
  } as unknown as Deps;
  return { deps, told, sources, done: done.promise };
}

it('A search index is completed although text of unknown sources could not be removed from it', async () => {
  const { deps, told, done } = unlisted(new Error('damaged'));
  const reindexing = startReindexing(deps);
  await done;
  await reindexing.stop(0);
  expect(told).toEqual(['Failed to remove text of unknown sources from the search index']);
});

it('Text of unknown sources is looked for again once a store that was away is back', async () => {
  const { deps, told, sources, done } = unlisted(new StoreUnavailable('search index', 'away'));
  const reindexing = startReindexing(deps);
  await done;
  await reindexing.stop(0);
  expect(sources).toHaveBeenCalledTimes(2);
  expect(told).toEqual([expect.stringMatching(/^Store is unavailable; will retry/)]);
});

it('A stop does not wait for read models that are still being built', async () => {
  const { deps, told, sources } = unlisted();
  const building = { ...deps.application, readSide: { caughtUp: () => new Promise<void>(() => undefined) } };
  await startReindexing({ ...deps, application: building }).stop(0);
  expect(sources).not.toHaveBeenCalled();
  expect(told).toEqual([]);
});

it('An index beside others that are retained is completed every ten minutes until the stop, and the only one once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { deps } = unlisted();
  const status = { state: 'whole', sources: { indexed: 0, waiting: 0, failed: 0 }, otherIndexes: ['other'] } as const;
  const run = vi.fn(async () => undefined);
  const reindexing = startReindexing({ ...deps, indexMigration: { run, status } });
  for (const runs of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(runs === 1 ? 0 : 600_000);
    expect(run).toHaveBeenCalledTimes(runs);
  }
  await reindexing.stop(0);
  const alone = vi.fn(async () => undefined);
  const only = startReindexing({ ...deps, indexMigration: { run: alone, status: { ...status, otherIndexes: [] } } });
  await vi.advanceTimersByTimeAsync(1_300_000);
  await only.stop(0);
  expect([run.mock.calls.length, alone.mock.calls.length]).toEqual([3, 1]);
});
