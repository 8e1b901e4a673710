import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteEventLog } from '../../../src/adapters/sqlite/event-log/event-log.ts';
import { DataFolder, rebuildFolder } from '../../../src/composition/stores/data-folder.ts';
import { startStaging } from '../../../src/composition/stores/restore-journal.ts';
import { newEvent } from '../../contracts/event-log/support.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('Leftovers of a killed swap or restore are removed by whoever locks the folder next', async () => {
  const directory = temporaryDirectory();
  const rebuilt = rebuildFolder(directory);
  mkdirSync(rebuilt);
  const staged = await startStaging(directory);
  for (const folder of [rebuilt, staged]) writeFileSync(join(folder, 'documents.db'), 'words of a visitor');
  const folder = await DataFolder.open(directory, () => undefined);
  folder.release();
  expect([existsSync(rebuilt), existsSync(staged)]).toEqual([false, false]);
});

test('A folder counts as used once its log holds an event: a first start that was killed has nothing to lose', async () => {
  const wasUsed = async (directory: string) => {
    const folder = await DataFolder.open(directory, () => undefined);
    folder.release();
    return folder.wasUsed;
  };
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'events.db'), '');
  expect(await wasUsed(directory)).toBe(false);
  await (await openSqliteEventLog({ directory })).close();
  expect(await wasUsed(directory)).toBe(false);
  const log = await openSqliteEventLog({ directory });
  await log.append('source-1', 'no-stream', [newEvent()]);
  await log.close();
  expect(await wasUsed(directory)).toBe(true);
  writeFileSync(join(directory, 'events.db'), 'no database at all '.repeat(1_000));
  expect(await wasUsed(directory)).toBe(true);
});

test('A disk that fails is not called full, unless another store finds it so', async () => {
  const folder = await DataFolder.open(temporaryDirectory(), () => undefined);
  onTestFinished(() => folder.release());
  const refuse = () => Promise.reject(new Error('disk I/O error'));
  folder.unwritableStores.add('event log', 'failing', refuse);
  expect(await folder.state()).toBe('failing');
  folder.unwritableStores.add('keys', 'full', refuse);
  // The state is cached for a second.
  await vi.waitFor(async () => expect(await folder.state()).toBe('full'), { timeout: 5_000 });
});
