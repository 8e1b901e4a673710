import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DataDirInUse, DataDirLock } from '../../../../src/adapters/sqlite/thread/data-dir-lock.ts';
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

test('A data folder is made, and free again once released', () => {
  const directory = join(temporaryDirectory(), 'made', 'here');
  DataDirLock.acquire(directory).release();
  DataDirLock.acquire(directory).release();
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
