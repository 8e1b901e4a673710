import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DataDirInUse, DataDirLock } from '../../../../src/adapters/sqlite/thread/data-dir-lock.ts';
import { registerReader } from '../../../../src/adapters/sqlite/thread/data-dir-readers.ts';
import { SqliteThread } from '../../../../src/adapters/sqlite/thread/sqlite-thread.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const lockModule = new URL('../../../../src/adapters/sqlite/thread/data-dir-lock.ts', import.meta.url).href;

/** Another process that holds the lock until it is killed. */
async function holder(directory: string) {
  const script = `
    import { DataDirLock } from ${JSON.stringify(lockModule)};
    globalThis.lock = DataDirLock.acquire(${JSON.stringify(directory)});
    console.log('held');
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('A data folder that is missing is created', () => {
  const directory = join(temporaryDirectory(), 'made', 'here');
  const lock = DataDirLock.acquire(directory);
  expect(existsSync(directory)).toBe(true);
  lock.release();
});

test('A data folder can be locked again once it is released', () => {
  const directory = temporaryDirectory();
  DataDirLock.acquire(directory).release();
  expect(() => DataDirLock.acquire(directory).release()).not.toThrow();
});

test('A data folder has one holder in a process', () => {
  const directory = temporaryDirectory();
  const lock = DataDirLock.acquire(directory);
  expect(() => DataDirLock.acquire(directory)).toThrow(DataDirInUse);
  lock.release();
});

test('A second process is refused by a message that names the folder, until the first is killed', async () => {
  const directory = temporaryDirectory();
  const child = await holder(directory);
  expect(() => DataDirLock.acquire(directory)).toThrow(`The data folder ${directory} is in use`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  DataDirLock.acquire(directory).release();
});

const lockFileOf = (directory: string) => join(directory, 'lock.db');

test('A lock file that is deleted lets nobody in while a database of the folder is open', async () => {
  const directory = temporaryDirectory();
  const lock = DataDirLock.acquire(directory);
  onTestFinished(() => lock.release());
  const module = new URL('./notes.ts', import.meta.url);
  const events = await SqliteThread.open({ store: 'notes', module, path: join(directory, 'events.db') });
  rmSync(lockFileOf(directory));
  // Twice: the first one leaves a lock file behind that nobody holds.
  expect(() => DataDirLock.acquire(directory)).toThrow(DataDirInUse);
  expect(() => DataDirLock.acquire(directory)).toThrow(DataDirInUse);
  await events.close();
});

test('A process that reads the databases keeps no service from starting', async () => {
  const directory = temporaryDirectory();
  const module = new URL('./notes.ts', import.meta.url);
  const reader = registerReader(directory);
  const events = await SqliteThread.open({ store: 'notes', module, path: join(directory, 'events.db') });
  DataDirLock.acquire(directory).release();
  reader.release();
  expect(() => DataDirLock.acquire(directory)).toThrow(DataDirInUse);
  await events.close();
});

test.each([[['lock.db']], [['readers.db']], [['lock.db', 'readers.db']]])(
  'A process that is stopped, and cannot lock anew, keeps the folder beside a reader when %s is deleted',
  async (deleted) => {
    const directory = temporaryDirectory();
    const child = await holder(directory);
    const module = new URL('./notes.ts', import.meta.url);
    const events = await SqliteThread.open({ store: 'notes', module, path: join(directory, 'events.db') });
    const reader = registerReader(directory);
    onTestFinished(async () => {
      child.kill('SIGKILL');
      reader.release();
      await events.close();
    });
    child.kill('SIGSTOP');
    for (const name of deleted) rmSync(join(directory, name));
    expect(() => DataDirLock.acquire(directory)).toThrow(DataDirInUse);
  },
);

test('A lock file that is deleted is created and locked anew, and reported', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const directory = temporaryDirectory();
  const told: string[] = [];
  const lock = DataDirLock.acquire(directory, ({ message }) => void told.push(message));
  onTestFinished(() => lock.release());
  rmSync(lockFileOf(directory));
  expect(lock.isHeld).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(lock.isHeld).toBe(true);
  expect(() => DataDirLock.acquire(directory)).toThrow(DataDirInUse);
  expect(told).toEqual([expect.stringMatching(/lock\.db was deleted while the service runs/)]);
});

test('A data folder that is deleted while the service runs is reported once, and does not end the service', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const directory = join(temporaryDirectory(), 'data');
  const told: string[] = [];
  const lock = DataDirLock.acquire(directory, ({ message }) => void told.push(message));
  onTestFinished(() => lock.release());
  rmSync(directory, { recursive: true });
  vi.advanceTimersByTime(6_000);
  expect(lock.isHeld).toBe(false);
  expect(told).toEqual([expect.stringMatching(/Failed to lock .*lock\.db again after it was deleted/)]);
});

test('A lock that another process took meanwhile is not held', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const directory = temporaryDirectory();
  const lock = DataDirLock.acquire(directory);
  for (const name of ['lock.db', 'readers.db']) rmSync(join(directory, name));
  const other = DataDirLock.acquire(directory);
  vi.advanceTimersByTime(2_000);
  expect([lock.isHeld, other.isHeld]).toEqual([false, true]);
  other.release();
  vi.advanceTimersByTime(2_000);
  expect(lock.isHeld).toBe(true);
  lock.release();
});

test.each([
  ['nonsense', Buffer.from('no database at all '.repeat(500))],
  ['zeros', Buffer.alloc(8_192)],
])('A lock file full of %s is moved aside, reported, and locks', (_, content) => {
  const directory = temporaryDirectory();
  writeFileSync(lockFileOf(directory), content);
  const told: string[] = [];
  const lock = DataDirLock.acquire(directory, ({ message }) => void told.push(message));
  onTestFinished(() => lock.release());
  expect(readFileSync(`${lockFileOf(directory)}.damaged`)).toEqual(content);
  expect(statSync(lockFileOf(directory)).size).toBe(0);
  expect(told).toEqual([expect.stringContaining('was damaged; a copy is kept as')]);
  expect(() => DataDirLock.acquire(directory)).toThrow(DataDirInUse);
});

test('A damaged file of the readers keeps nobody out, and is locked by one', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'readers.db'), 'no database at all '.repeat(500));
  const lock = DataDirLock.acquire(directory);
  onTestFinished(() => lock.release());
  rmSync(lockFileOf(directory));
  expect(() => DataDirLock.acquire(directory)).toThrow(DataDirInUse);
  registerReader(directory).release();
});
