import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { PreviousIndex } from '../../../src/ports/search-index.ts';
import { IndexMigration } from '../../../src/workers/ingestion/index-migration.ts';

type Deps = Parameters<IndexMigration['run']>[0];

const { signal } = new AbortController();

/** A complete index beside another one, which its nodes may create again. */
function besideAnother() {
  let [exists, drops] = [true, 0];
  const drop = async () => {
    exists = false;
    drops += 1;
  };
  const other = { name: 'other', drop } as PreviousIndex;
  const searchIndex = { refresh: async () => undefined, previousIndexes: async () => (exists ? [other] : []) };
  const deps = { searchIndex, documents: { find: async () => [] }, report: () => undefined } as unknown as Deps;
  const createAgain = () => {
    exists = true;
  };
  return { deps, drops: () => drops, createAgain };
}

it('The index of another model is dropped once the index is complete', async () => {
  const { deps, drops } = besideAnother();
  const migration = new IndexMigration();
  await migration.run(deps, signal);
  expect(drops()).toBe(1);
  expect(migration.status).toMatchObject({ state: 'whole', otherIndexes: [] });
});

it('The index of another model that other nodes may use is retained, and for as long again when they have created it again', async () => {
  const { deps, drops, createAgain } = besideAnother();
  const migration = new IndexMigration(100);
  for (const dropped of [0, 1]) {
    await migration.run(deps, signal);
    expect(drops()).toBe(dropped);
    expect(migration.status).toMatchObject({ state: 'whole', otherIndexes: ['other'] });
    await pause(110);
    await migration.run(deps, signal);
    expect(drops()).toBe(dropped + 1);
    expect(migration.status).toMatchObject({ state: 'whole', otherIndexes: [] });
    createAgain();
  }
});
