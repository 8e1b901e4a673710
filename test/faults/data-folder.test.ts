/** The data folder of the real program: readable by its owner only, used by one process only. */
import { chmodSync, copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { NotAnswered, ProcessClient } from '../support/processes/process-client.ts';
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

test.for([
  ['events.db', 'deleted', 'event log'],
  ['events.db', 'replaced', 'event log'],
  ['keys.db', 'deleted', 'key store'],
  ['keys.db', 'replaced', 'key store'],
] as const)(
  'Once %s was %s while the service runs, it accepts no change that the next start would not have, and says why',
  async ([file, how, what]) => {
    const directory = temporaryDirectory();
    const service = await start(directory);
    const client = new ProcessClient(service.address);
    const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
    const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body });
    const [place, elsewhere] = [join(directory, file), join(directory, `${file}.moved`)];
    renameSync(place, elsewhere);
    if (how === 'replaced') copyFileSync(elsewhere, place);

    const create = () => client.call('POST', '/api/chatbots', { body: { name: 'Support' }, cookie });
    await expect(create()).rejects.toThrow(NotAnswered);
    await service.says(new RegExp(`The ${what} \\(${place}\\) was deleted, moved or replaced while the service runs`));
    const readiness = await fetch(`${service.address}/readyz`);
    expect([readiness.status, await readiness.json()]).toMatchObject([503, { checks: { dataFolder: 'lost' } }]);
    // Earlier answers are still shown.
    await client.expect(200, 'GET', '/api/chatbots', { cookie });

    renameSync(elsewhere, place);
    await service.says(/is in its place again/);
    await eventually('ready', async () => ((await fetch(`${service.address}/readyz`)).ok ? true : null));
    expect((await create()).status).toBe(201);
    service.signal('SIGTERM');
    expect(await service.exited).toMatchObject({ code: 0, stderr: '' });
    client.address = (await start(directory)).address;
    const { data } = await client.expect<{ chatbots: object[] }>(200, 'GET', '/api/chatbots', { cookie });
    expect(data.chatbots).toHaveLength(1);
  },
);

test('An erasure that cannot be completed while another process reads the keys is to be asked for again', async () => {
  const directory = temporaryDirectory();
  const service = await start(directory);
  const client = new ProcessClient(service.address);
  const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body });
  const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
    body: { name: 'Support' },
    cookie,
  });
  const reader = new DatabaseSync(join(directory, 'keys.db'), { readOnly: true });
  onTestFinished(() => reader.close());
  reader.exec('BEGIN; SELECT count(*) FROM data_keys');
  const path = `/api/chatbots/${data.chatbot.id}`;
  await expect(client.call('DELETE', path, { cookie })).rejects.toThrow(NotAnswered);
  reader.exec('COMMIT');
  await client.expect(404, 'GET', path, { cookie });
});
