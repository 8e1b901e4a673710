import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteDocuments } from '../../../src/adapters/sqlite/documents/documents.ts';
import { openSqliteSideStores } from '../../../src/adapters/sqlite/side-stores/side-stores.ts';
import { countStart } from '../../../src/composition/stores/side-store-age.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { NOON } from '../../support/fixtures.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const OLDER = /side\.db is older than the read models: usage counts/;

/** Starts on the folders of the two files. @returns what was reported */
async function start(sideFolder: string, documentsFolder: string): Promise<readonly string[]> {
  const { counters, embeddingCache, idempotency, endIdleThread } = await openSqliteSideStores({
    directory: sideFolder,
  });
  const documents = await openSqliteDocuments({ directory: documentsFolder });
  const told: string[] = [];
  const report = ({ message }: { readonly message: string }) => void told.push(message);
  await countStart({ counters, endIdleThread, documents, path: join(sideFolder, 'side.db'), now: NOON, report });
  for (const store of [counters, embeddingCache, idempotency, documents]) await store.close();
  return told;
}

test('A side store that was put back from an older copy is reported by the next start, once', async () => {
  const [folder, copies] = [temporaryDirectory(), temporaryDirectory()];
  expect(await start(folder, folder)).toEqual([]);
  copyFileSync(join(folder, 'side.db'), join(copies, 'side.db'));
  expect(await start(folder, folder)).toEqual([]);
  copyFileSync(join(copies, 'side.db'), join(folder, 'side.db'));
  expect(await start(folder, folder)).toEqual([expect.stringMatching(OLDER)]);
  expect(await start(folder, folder)).toEqual([]);
});

test('Read models or a side store that are new are no older side store', async () => {
  const [folder, rebuilt] = [temporaryDirectory(), temporaryDirectory()];
  for (let starts = 0; starts < 3; starts += 1) await start(folder, folder);
  expect(await start(folder, rebuilt)).toEqual([]);
  expect(await start(temporaryDirectory(), folder)).toEqual([]);
});

test('A store that is away while it is compared stops no start', async () => {
  const documents = await openSqliteDocuments({ directory: temporaryDirectory() });
  onTestFinished(() => documents.close());
  const away = () => Promise.reject(new StoreUnavailable('side stores', 'damaged; a rebuild is running'));
  const told: string[] = [];
  const report = ({ message }: { readonly message: string }) => void told.push(message);
  const counters = { read: away, increment: away };
  await countStart({ counters, endIdleThread: () => undefined, documents, path: 'side.db', now: NOON, report });
  expect(told).toEqual([
    'Failed to compare the age of side.db with the read models: side stores: damaged; a rebuild is running',
  ]);
});
