/** An owner of a real service, who only signs in and reads the account. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type Environment,
  type Exit,
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/processes/service-process.ts';
import { directoryOfFile, temporaryDirectory } from '../../support/temporary-directory.ts';
import { copyOf } from './data-folder.ts';

const PASSWORD = 'correct horse';
const UNLIMITED = '1000000/60';

/** It ends with the running test at the latest. */
export async function startIn(directory: string, environment: Environment = {}): Promise<ServiceProcess> {
  const service = await startServiceProcess({ DATA_DIR: directory, AUTH_RATE_LIMIT: UNLIMITED, ...environment });
  onTestFinished(() => service.signal('SIGKILL'));
  return service;
}

/** How a start in the folder ends that is refused. */
export async function refusedStart(directory: string): Promise<Exit> {
  const program = runProgram('src/main.ts', { PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: directory });
  onTestFinished(() => program.signal('SIGKILL'));
  return program.exited;
}

export async function stop(service: ServiceProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
  service.signal(signal);
  return service.exited;
}

/** By a client that would repeat it. @returns the cookie of the session */
export async function register({ address }: ServiceProcess, name: string): Promise<string> {
  const body = { email: `${name}@example.com`, password: PASSWORD, name };
  const answer = await post(`${address}/api/auth/register`, body, { 'idempotency-key': `registering ${name}` });
  if (answer.status !== 201) throw new Error(`${name} was answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The status of a sign-in. */
export async function signIn({ address }: ServiceProcess, name: string): Promise<number> {
  return (await post(`${address}/api/auth/login`, { email: `${name}@example.com`, password: PASSWORD })).status;
}

/** The name that the session's owner is told. */
export async function nameOf({ address }: ServiceProcess, cookie: string): Promise<string | null> {
  const answer = await fetch(`${address}/api/auth/me`, { headers: { cookie } });
  const { data } = (await answer.json()) as { data?: { user: { name: string } } };
  return data?.user.name ?? null;
}

/** Readiness, and whether a read model was rebuilt because the log is another one. */
export async function readiness({ address }: ServiceProcess): Promise<{ status: number; rebuilt: boolean }> {
  const answer = await fetch(`${address}/readyz`);
  return { status: answer.status, rebuilt: /"rebuiltBecause":"it /.test(await answer.text()) };
}

function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const sent = { 'content-type': 'application/json', ...headers };
  return fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
}

interface Backups {
  readonly early: string;
  readonly late: string;
  readonly killed: string;
}

/** Data folders: Ada is in all of them, Bob from the second on, Cleo in the write-ahead log of a process that was killed. */
async function makeBackups(): Promise<Backups> {
  const directory = temporaryDirectory();
  const first = await startIn(directory);
  await register(first, 'ada');
  await stop(first);
  const early = copyOf(directory);
  const second = await startIn(directory);
  await register(second, 'bob');
  await stop(second);
  const late = copyOf(directory);
  const third = await startIn(directory);
  await register(third, 'cleo');
  await stop(third, 'SIGKILL');
  return { early, late, killed: directory };
}

/** The same backups for all tests of a file. The first test that needs them makes them. */
export function backupsOfFile(): () => Promise<Backups> {
  const directory = directoryOfFile();
  let made: Promise<Backups> | null = null;
  return () => {
    made ??= makeBackups().then((folders) => {
      for (const [name, folder] of Object.entries(folders)) cpSync(folder, join(directory, name), { recursive: true });
      return { early: join(directory, 'early'), late: join(directory, 'late'), killed: join(directory, 'killed') };
    });
    return made;
  };
}
