import { expect, it, vi } from 'vitest';
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
