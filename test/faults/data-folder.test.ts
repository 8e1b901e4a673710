/** The data folder of the real program: readable by its owner only, used by one process only. */
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ProcessClient } from '../support/processes/process-client.ts';
import { runProgram, type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { eventually } from './support/asking.ts';

const WIDE_UMASK = 'umask 0';
const OTHERS = 0o077;

async function start(directory: string): Promise<ServiceProcess> {
  const service = await startServiceProcess({ DATA_DIR: directory }, undefined, WIDE_UMASK);
  onTestFinished(() => service.signal('SIGKILL'));
  return service;
}

/** Paths in the folder, itself included, that other users may read, write or execute. */
function wideIn(directory: string): string[] {
  const isWide = (path: string) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
  return ['.', ...namesIn(directory)].filter((name) => isWide(join(directory, name)));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch {
    // It is not there yet, or a folder in it is gone already.
    return [];
  }
}

async function writeSomething({ address }: ServiceProcess): Promise<void> {
  const client = new ProcessClient(address);
  const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body });
  const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
    body: { name: 'Support' },
    cookie,
  });
  const source = { type: 'text', title: 'Hours', content: 'We open at nine.' };
  await client.expect(201, 'POST', `/api/chatbots/${data.chatbot.id}/datasources`, { body: source, cookie });
}

test('Only its owner can read a file of the data folder at any moment, whatever the umask', async () => {
  const directory = join(temporaryDirectory(), 'data');
  const wide = new Set<string>();
  let isWatching = true;
  const watching = (async () => {
    for (; isWatching; await pause(1)) for (const name of wideIn(directory)) wide.add(name);
  })();
  const service = await start(directory);
  await writeSomething(service);
  expect(namesIn(directory)).toEqual(expect.arrayContaining(['events.db-wal', 'keys.db-shm', 'lock.db', 'side.db']));
  service.signal('SIGTERM');
  await service.exited;
  isWatching = false;
  await watching;
  expect([...wide]).toEqual([]);
});

test('Files that an earlier release left readable are tightened at the start', async () => {
  const directory = temporaryDirectory();
  const before = await start(directory);
  await writeSomething(before);
  before.signal('SIGKILL');
  await before.exited;
  for (const name of namesIn(directory)) chmodSync(join(directory, name), 0o755);
  chmodSync(directory, 0o755);
  await start(directory);
  expect(wideIn(directory)).toEqual([]);
});

test('A second process stays out although the lock file was deleted, and the first one locks it anew', async () => {
  const directory = temporaryDirectory();
  const service = await start(directory);
  rmSync(join(directory, 'lock.db'));
  const second = await runProgram('src/main.ts', { DATA_DIR: directory, PORT: '0' }).exited;
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(`${directory} is in use by another`) });
  await service.says(/lock\.db was deleted while the service runs; created and locked again/);
  const third = await runProgram('src/main.ts', { DATA_DIR: directory, PORT: '0' }).exited;
  expect(third.code).toBe(1);
  await eventually('ready', async () => ((await fetch(`${service.address}/readyz`)).ok ? true : null));
  await writeSomething(service);
});
