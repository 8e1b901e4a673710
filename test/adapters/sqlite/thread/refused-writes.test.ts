import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UnwritableStores } from '../../../../src/adapters/shared/unwritable-stores.ts';
import { IdleSqliteThread } from '../../../../src/adapters/sqlite/thread/idle-thread.ts';
import { StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import type { Notes } from './notes.ts';
import { notes, openNotes } from './open-notes.ts';

describe('A store that the disk refused', () => {
  const refusedThread = async () => {
    const unwritableStores = new UnwritableStores();
    const path = join(temporaryDirectory(), 'notes.db');
    const thread = new IdleSqliteThread<Notes>({
      store: 'notes',
      module: notes,
      path,
      unwritableStores,
      idleMs: 60_000,
    });
    onTestFinished(() => thread.close());
    const fill = thread.use(async (opened) => {
      await opened.call('limitFileToPages', 10);
      await opened.call('addLarge', 200_000);
    });
    await expect(fill).rejects.toThrow(StoreUnavailable);
    return { thread, unwritableStores };
  };

  test('is tried again after its thread has ended', async () => {
    const { thread, unwritableStores } = await refusedThread();
    // The next one opens the file without the limit.
    thread.endIfIdle();
    await thread.use((opened) => opened.call('texts', undefined));
    expect([...(await unwritableStores.remaining())]).toEqual([]);
  });

  test('is no longer reported once it is closed, as when its file turns out damaged and is replaced', async () => {
    const { thread, unwritableStores } = await refusedThread();
    await thread.close();
    expect([...(await unwritableStores.remaining())]).toEqual([]);
    const { thread: other } = await openNotes({ unwritableStores });
    await other.call('limitFileToPages', 10);
    await expect(other.call('addLarge', 200_000)).rejects.toThrow(StoreUnavailable);
    await other.close();
    expect([...(await unwritableStores.remaining())]).toEqual([]);
  });
});
