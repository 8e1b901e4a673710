import { describe, expect, test } from 'vitest';
import { findUnavailableStores, type HealthSources, healthOf } from '../../../src/composition/lifecycle/health.ts';
import type { ReadSide } from '../../../src/composition/read-side/read-side.ts';
import type { Stores } from '../../../src/composition/stores/stores.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const unavailable = () => Promise.reject(new StoreUnavailable('a store', 'does not answer'));

/** Stores that answer, but for those named. */
function storesBut(...names: readonly string[]): Stores {
  const probe = (name: string) => (names.includes(name) ? unavailable : async () => null);
  return {
    log: { head: probe('eventLog') },
    documents: { checkpoint: probe('documents') },
    searchIndex: { countPassages: probe('searchIndex') },
    keys: { find: probe('keys') },
    blobs: { has: probe('blobs') },
    derivable: {},
    dataFolder: null,
  } as unknown as Stores;
}

async function health(sources: Partial<HealthSources> = {}, stores = storesBut(), isRebuilding = false) {
  const readSide = {
    caughtUp: async () => undefined,
    isRebuilding: () => isRebuilding,
    status: async () => ({}),
  } as unknown as ReadSide;
  const none = {
    keyStoreWatch: null,
    logWatch: null,
    readModelWatch: null,
    indexMigration: null,
    modelStates: () => ({}),
  };
  const created = healthOf(readSide, stores, { ...none, ...sources });
  await readSide.caughtUp();
  return created;
}

describe('A node', () => {
  test('is ready when its read models have caught up and every store answers', async () => {
    const node = await health();
    expect(node.caughtUp()).toBe(true);
    expect(await node.ready()).toMatchObject({ ready: true, checks: { service: 'running', eventLog: 'ok' } });
  });

  test.each(['eventLog', 'documents', 'searchIndex', 'keys', 'blobs'])('is not ready without %s', async (name) => {
    const { ready, checks } = await (await health({}, storesBut(name))).ready();
    expect([ready, checks]).toMatchObject([false, { [name]: 'away' }]);
    expect(Object.values(checks).filter((check) => check === 'away')).toHaveLength(1);
  });

  test.each([
    ['the key store', { keyStoreWatch: { isLost: true } }, { keys: 'lost' }],
    ['the log', { logWatch: { isLost: true } }, { eventLog: 'lost' }],
    ['MongoDB', { readModelWatch: { isRebuilding: true } }, { documents: 'rebuilding' }],
  ])('refuses requests while %s has lost what it held', async (_, sources, checks) => {
    const node = await health(sources);
    expect(node.caughtUp()).toBe(false);
    expect(await node.ready()).toMatchObject({ ready: false, checks });
  });

  test('refuses requests while its read models are rebuilt', async () => {
    const node = await health({}, storesBut(), true);
    expect(node.caughtUp()).toBe(false);
    expect(await node.ready()).toMatchObject({ ready: false, checks: { service: 'rebuilding' } });
  });

  test('is not ready once its shutdown has begun, while requests still find their read models', async () => {
    const node = await health();
    node.stopping();
    expect([node.isShuttingDown(), node.caughtUp()]).toEqual([true, true]);
    expect(await node.ready()).toMatchObject({ ready: false, checks: { service: 'stopping' } });
  });

  test('stays ready while a model fails', async () => {
    const node = await health({ modelStates: () => ({ languageModel: { failing: 'it answered 500' } }) });
    expect(await node.ready()).toMatchObject({
      ready: true,
      checks: { languageModel: { failing: 'it answered 500' } },
    });
  });
});

test('The unavailable stores for which a node leaves its work to others are those besides the log, which gives out the work', async () => {
  expect(await findUnavailableStores(storesBut('eventLog', 'documents', 'searchIndex'))).toEqual([
    'documents',
    'searchIndex',
  ]);
  expect(await findUnavailableStores(storesBut())).toEqual([]);
});
