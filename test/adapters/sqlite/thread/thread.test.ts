import { copyFileSync, existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getLoadablePath } from 'sqlite-vec';
import { describe, expect, test } from 'vitest';
import { openReader } from '../../../../src/adapters/sqlite/thread/connection.ts';
import { StoreDamaged, StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { newGate, occupy, openNotes, release } from './open-notes.ts';

describe('A SQLite thread', () => {
  test('resolves with the result of the handler once other connections see the write', async () => {
    const { thread, path } = await openNotes();
    expect(await thread.call('add', 'one')).toBe(1);
    const reader = openReader(path);
    expect(reader.prepare('SELECT text FROM notes').all()).toEqual([{ text: 'one' }]);
    expect(() => reader.exec('DELETE FROM notes')).toThrow();
    reader.close();
  });

  test('takes a file for damaged that ends within its last page, and none whose pages are in its write-ahead log', async () => {
    const { thread, path } = await openNotes();
    await thread.call('add', 'one');
    const copy = `${path}.copy`;
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    const { thread: copied } = await openNotes({ path: copy });
    expect(await copied.call('texts', undefined)).toEqual(['one']);
    await thread.close();
    truncateSync(path, statSync(path).size - 1);
    await expect(openNotes({ path })).rejects.toThrow(new StoreDamaged('notes', 'its end is cut off'));
  });

  test('runs writes inside a transaction and reads outside of it', async () => {
    const { thread } = await openNotes();
    expect(await thread.call('writeIsInTransaction', undefined)).toBe(true);
    expect(await thread.call('isInTransaction', undefined)).toBe(false);
  });

  test('lets a read see the writes that were called before it', async () => {
    const { thread } = await openNotes();
    const [, , texts] = await Promise.all([
      thread.call('add', 'a'),
      thread.call('add', 'b'),
      thread.call('texts', undefined),
    ]);
    expect(texts).toEqual(['a', 'b']);
  });

  test('commits waiting calls together', async () => {
    const { thread, path } = await openNotes();
    const reader = openReader(path);
    // Changes once for every commit another connection makes.
    const commits = () => Number(reader.prepare('PRAGMA data_version').get()?.data_version);
    const before = commits();
    const seen = new Set<number>();
    await Promise.all(
      Array.from({ length: 400 }, (_, index) => thread.call('add', `note ${index}`).then(() => seen.add(commits()))),
    );
    expect(seen.has(before)).toBe(false);
    expect(seen.size).toBeLessThanOrEqual(2);
    reader.close();
  });

  test('notifies its owner of a write whose caller timed out, once it is done', async () => {
    const gate = newGate();
    const told = Promise.withResolvers<void>();
    let late = 0;
    const opened = await openNotes({
      onLateAnswer() {
        late += 1;
        told.resolve();
      },
    });
    await opened.thread.call('add', 'one');
    const impatient = opened.thread.call('addSlowly', { text: 'two', gate }, { deadlineMs: 50 });
    await expect(impatient).rejects.toThrow(StoreUnavailable);
    expect(late).toBe(0);
    release(gate);
    await told.promise;
    const reader = openReader(opened.path);
    expect(reader.prepare('SELECT count(*) AS notes FROM notes').get()?.notes).toBe(2);
    reader.close();
  });

  test('rolls back only the call that failed half-way', async () => {
    const { thread } = await openNotes();
    const outcomes = await Promise.allSettled([
      thread.call('add', 'before'),
      thread.call('addTwice', 'twice'),
      thread.call('add', 'after'),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await thread.call('texts', undefined)).toEqual(['before', 'after']);
  });

  test('keeps the class of an error, and names the violated constraint', async () => {
    const { thread } = await openNotes();
    await expect(thread.call('refuseRange', undefined as never)).rejects.toThrow(RangeError);
    const refused = await thread.call('addTwice', 'x').catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: 'UNIQUE constraint failed: notes.text', errcode: 2067 });
    expect(refused).not.toBeInstanceOf(StoreUnavailable);
  });

  test('rejects a whole batch whose COMMIT fails, keeps nothing of it, and continues', async () => {
    const { thread } = await openNotes();
    const outcomes = await Promise.allSettled([thread.call('add', 'lost'), thread.call('oweMissingNote', 99)]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    }
    await thread.call('add', 'kept');
    expect(await thread.call('texts', undefined)).toEqual(['kept']);
  });

  test('rejects a batch as unavailable when the disk is full, and continues when there is room again', async () => {
    const { thread } = await openNotes();
    await thread.call('limitFileToPages', 10);
    await expect(thread.call('addLarge', 200_000)).rejects.toThrow(StoreUnavailable);
    await thread.call('limitFileToPages', 100_000);
    await thread.call('addLarge', 200_000);
    expect(await thread.call('texts', undefined)).toHaveLength(1);
  });

  test('refuses calls beyond the bound of its queue at once', async () => {
    const { thread } = await openNotes({ maxWaiting: 2 });
    const accepted = [thread.call('add', 'a'), thread.call('add', 'b')];
    await expect(thread.call('add', 'c')).rejects.toThrow('notes: overloaded');
    await Promise.all(accepted);
    await thread.call('add', 'd');
    expect(await thread.call('texts', undefined)).toEqual(['a', 'b', 'd']);
  });

  test('rejects a call whose deadline passed, and does not run it', async () => {
    const { thread } = await openNotes();
    const { occupied, release } = await occupy(thread);
    const late = thread.call('add', 'late', { deadlineMs: 50 });
    await expect(late).rejects.toThrow(/'add' within its deadline/);
    await expect(late).rejects.toThrow(StoreUnavailable);
    release();
    await occupied;
    expect(await thread.call('texts', undefined)).toEqual([]);
  });

  test('rejects only the call whose argument or result cannot be cloned', async () => {
    const { thread } = await openNotes();
    const outcomes = await Promise.allSettled([
      thread.call('add', 'a'),
      thread.call('add', (() => 'no value') as never),
      thread.call('giveFunction', undefined as never),
      thread.call('add', 'b'),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await thread.call('texts', undefined)).toEqual(['a', 'b']);
  });

  test('rejects a call of a handler that does not exist', async () => {
    const { thread } = await openNotes();
    await expect(thread.call('constructor' as 'add', 'x')).rejects.toThrow("no handler 'constructor'");
  });

  test('transfers buffers in both directions instead of copying them', async () => {
    const { thread } = await openNotes();
    const numbers = new Float64Array([1, 2, 3]);
    const answer = await thread.call('doubled', numbers, { transfer: [numbers.buffer] });
    expect([...answer]).toEqual([2, 4, 6]);
    expect(numbers.byteLength).toBe(0);
  });

  test('completes pending calls when it is closed, truncates the write-ahead log, and refuses later calls', async () => {
    const { thread, path } = await openNotes();
    const reader = new DatabaseSync(path);
    const waiting = Array.from({ length: 1500 }, (_, index) => thread.call('add', String(index)));
    await thread.close();
    expect(await Promise.all(waiting)).toHaveLength(1500);
    expect(reader.prepare('SELECT count(*) AS notes FROM notes').get()).toEqual({ notes: 1500 });
    expect(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0).toBe(0);
    await expect(thread.call('add', 'x')).rejects.toThrow('notes: closed');
    reader.close();
  });

  test('gives up what may be repeated when it is closed, and leaves none of it in the file', async () => {
    const { thread, path } = await openNotes({ giveUpAfterMs: 20 });
    await thread.call('add', 'kept');
    const gate = newGate();
    const running = thread.call('addSlowly', { text: 'running', gate });
    const waiting = Array.from({ length: 3 }, (_, index) => thread.call('add', `waiting ${index}`));
    const given = Promise.allSettled([running, ...waiting]);
    await thread.close();
    for (const outcome of await given) expect(outcome).toMatchObject({ reason: { message: 'notes: closed' } });
    const { thread: next } = await openNotes({ path });
    expect(await next.call('texts', undefined)).toEqual(['kept']);
  });

  test('rejects all pending and later calls when its worker dies', async () => {
    const { thread } = await openNotes();
    const outcomes = await Promise.allSettled([
      thread.call('die', undefined as never),
      ...Array.from({ length: 2000 }, (_, index) => thread.call('add', String(index))),
    ]);
    for (const outcome of outcomes) expect(outcome.status).toBe('rejected');
    await expect(thread.call('texts', undefined)).rejects.toThrow(/ended with code 3/);
    await thread.close();
  });

  test('syncs each commit to the disk unless told otherwise', async () => {
    const { thread: full } = await openNotes();
    const { thread: normal } = await openNotes({ synchronous: 'NORMAL' });
    expect(await full.call('synchronous', undefined)).toBe(2);
    expect(await normal.call('synchronous', undefined)).toBe(1);
  });

  test('loads an extension for its module, and none afterwards', async () => {
    const extension = getLoadablePath();
    const { thread } = await openNotes({ allowExtension: true, moduleOptions: { extension } });
    expect(await thread.call('vectorVersion', undefined)).toMatch(/^v\d/);
    await expect(thread.call('loadExtension', extension)).rejects.toThrow(/not allowed|not authorized|disabled/i);
    await expect(openNotes({ moduleOptions: { extension } })).rejects.toThrow(/extension/);
  });

  test('does not open a file that a newer release wrote, or that is no database', async () => {
    const path = join(temporaryDirectory(), 'newer.db');
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 7');
    db.close();
    await expect(openNotes({ path })).rejects.toThrow(/newer\.db has schema version 7, but this release knows up to 1/);
    await expect(openNotes({ path: import.meta.filename })).rejects.toThrow(StoreUnavailable);
  });

  test('has closed a file that it does not open by the time it says so', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'newer.db');
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 7');
    newer.close();
    await expect(openNotes({ path })).rejects.toThrow('start the newer release');
    // The last connection of a file removes its write-ahead log.
    expect(readdirSync(directory)).toEqual(['newer.db']);
  });

  test('does not open with an invalid module', async () => {
    const module = new URL('../../../support/temporary-directory.ts', import.meta.url);
    await expect(openNotes({ module })).rejects.toThrow();
  });
});
