/** The terminal of somebody who starts the program. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type Environment,
  type Exit,
  loadedProgram,
  runProgram,
  startServiceProcess,
} from '../support/processes/service-process.ts';
import { freePort } from '../support/servers/free-port.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A start that is refused: what it said, and how it ended. */
async function refusedStart(environment: Environment): Promise<Exit> {
  const program = runProgram('src/main.ts', { PORT: '0', LOG_LEVEL: 'warn', ...environment });
  onTestFinished(() => program.signal('SIGKILL'));
  return program.exited;
}

async function runningIn(directory: string, environment: Environment = {}) {
  const service = await startServiceProcess({ DATA_DIR: directory, ...environment });
  onTestFinished(() => service.signal('SIGKILL'));
  return service;
}

test('It says where it listens, where console and documentation are and how to try it, and answers from then on', async () => {
  const directory = temporaryDirectory();
  const service = await runningIn(directory);
  const [said] = await service.says(/Chatledger listens on [\s\S]*Answers .*\n/);
  expect(said).toContain(`API documentation   ${service.address}/docs`);
  expect(said).toContain(`Console             ${service.address}/console`);
  expect(said).toMatch(/Try it .*npm run demo/);
  expect(said).toContain(directory);
  expect(said).toMatch(/Answers +extractive/);
  expect(said).not.toContain('\u001b[');

  const documentation = await fetch(`${service.address}/docs`);
  expect([documentation.status, documentation.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  // The documentation's page asks the API where it was itself read from: it may ask nowhere else.
  const document = (await (await fetch(`${service.address}/openapi.json`)).json()) as { servers: unknown };
  expect(document.servers).toEqual([{ url: '/', description: 'The server of this document' }]);
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  console.log(`listening after ${service.startedInMs} ms`);
});

/** Names of the process's threads, as Linux tells them. */
const threadsOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim());

test.runIf(process.platform === 'linux')('A service that nobody uses keeps no thread of the side store', async () => {
  const { pid } = await runningIn(temporaryDirectory());
  expect(threadsOf(pid)).toContain('documents');
  await vi.waitFor(() => expect(threadsOf(pid)).not.toContain('side stores'), 5_000);
});

test.for(['SIGTERM', 'SIGINT'] as const)('On %s it ends with 0 and has nothing to complain about', async (signal) => {
  const service = await runningIn(temporaryDirectory());
  service.signal(signal);
  expect(await service.exited).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('A Ctrl-C that npm repeats is one: it ends with 0', async () => {
  const service = await runningIn(temporaryDirectory(), { LOG_LEVEL: 'info' });
  service.signal('SIGINT');
  await service.says(/Service stopping/);
  service.signal('SIGINT');
  expect(await service.exited).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('All faults of the configuration are told at once, no secret among them, and it ends with 1', async () => {
  const directory = temporaryDirectory();
  const faulty = {
    PORT: '99999',
    PUBLIC_URL: 'example.com',
    LOG_LEVEL: 'chatty',
    WEB_ORIGINS: 'https://fine.example, not-an-origin',
    TRUST_PROXY: 'perhaps',
    OPENAI_BASE_URL: 'ftp://models.example',
    PLAN_CHATBOTS: '-1',
    AUTH_RATE_LIMIT: 'ten',
    INGESTION_RATE_LIMIT: '5',
    MESSAGE_RATE_LIMIT: '0/60',
    KEY_RATE_LIMIT: '1/0',
    CHAT_RATE_LIMIT: '1/2/3',
    CRAWL_MAX_PAGES: '0',
    CRAWL_DELAY_MS: 'soon',
    CRAWL_ALLOW_HOSTS: 'localhost',
    ROLES: 'everything',
  };
  const secret = 'secret-that-nobody-may-see';
  const secrets = {
    OPENAI_API_KEY: secret,
    OPENAI_API_KEY_FILE: '/etc/hostname',
    MASTER_KEY_FILE: join(directory, 'no'),
  };
  const exit = await refusedStart({ DATA_DIR: directory, ...faulty, ...secrets });
  expect(exit).toMatchObject({ code: 1, stdout: '' });
  const told = exit.stderr.split('\n').flatMap((line) => /^ {2}(\w+): ./.exec(line)?.[1] ?? []);
  expect(new Set(told)).toEqual(new Set([...Object.keys(faulty), 'MASTER_KEY_FILE', 'OPENAI_API_KEY']));
  expect(exit.stderr).not.toContain(secret);
});

test('A misspelt setting is named, beside the faults of the others', async () => {
  const exit = await refusedStart({ DATADIR: '/srv/chatledger', DATA_DIR: '~/chatledger' });
  expect(exit).toMatchObject({ code: 1, stdout: '' });
  expect(exit.stderr).toMatch(/^Invalid configuration:\n {2}DATA_DIR: ~\/chatledger begins with ~.+\n$/);
  const misspelt = await refusedStart({ OPENAI_BASEURL: 'http://localhost:11434/v1', LOG_FORMAT: 'x' });
  expect(misspelt.stderr).toMatch(/^OPENAI_BASEURL is not a setting .* Did you mean OPENAI_BASE_URL\?\nInvalid/);
});

test('A second one on the same folder is refused with the reason, and the first goes on', async () => {
  const directory = temporaryDirectory();
  const first = await runningIn(directory);
  const second = await refusedStart({ DATA_DIR: directory });
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toBe(
    `The data folder ${directory} is in use by another running Chatledger. Stop that one, or give this one a DATA_DIR of its own.\n`,
  );
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
});

test('Another MASTER_KEY than the one the data was sealed with is refused, and the right one still opens it', async () => {
  const directory = temporaryDirectory();
  const [right, wrong] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];
  const first = await runningIn(directory, { MASTER_KEY: right });
  first.signal('SIGTERM');
  await first.exited;

  const refused = await refusedStart({ DATA_DIR: directory, MASTER_KEY: wrong });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/made with another MASTER_KEY/);
  expect(refused.stderr).not.toContain(wrong);

  const file = join(directory, 'right.key');
  writeFileSync(file, `${right}\n`);
  const again = await runningIn(directory, { MASTER_KEY_FILE: file });
  expect((await fetch(`${again.address}/readyz`)).status).toBe(200);
});

test('A MASTER_KEY that is none is refused without being repeated', async () => {
  const exit = await refusedStart({ DATA_DIR: temporaryDirectory(), MASTER_KEY: 'secret-that-nobody-may-see' });
  expect(exit).toMatchObject({ code: 1, stdout: '' });
  expect(exit.stderr).toMatch(/MASTER_KEY: must be 32 bytes/);
  expect(exit.stderr).not.toContain('secret-that-nobody-may-see');
});

test('A port that is taken is named, and how to choose another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const exit = await refusedStart({ DATA_DIR: temporaryDirectory(), PORT: String(port) });
  expect(exit).toMatchObject({ code: 1, stdout: '' });
  expect(exit.stderr).toBe(
    `Cannot listen on 127.0.0.1:${port}: another program uses port ${port}. Stop that one, or choose another port, for example PORT=${port + 1}.\n`,
  );
});

test('A HOST that is not of this machine is named', async () => {
  const exit = await refusedStart({ DATA_DIR: temporaryDirectory(), HOST: '192.0.2.1' });
  expect(exit).toMatchObject({ code: 1, stdout: '' });
  expect(exit.stderr).toMatch(/^Cannot listen on 192\.0\.2\.1:0: 192\.0\.2\.1 is not an address .*HOST=.*\n$/);
});

test.runIf(process.platform === 'linux')('A DATA_DIR where nothing can be created is named, at once', async () => {
  const exit = await refusedStart({ DATA_DIR: '/proc/x/y' });
  expect(exit).toMatchObject({ code: 1, stdout: '' });
  expect(exit.stderr).toMatch(/^DATA_DIR \/proc\/x\/y cannot be used: \/proc\/x cannot be created .+\n$/);
});

test.runIf(existsSync('/dev/full'))(
  'Standard output that takes nothing holds up neither answers nor the end',
  async () => {
    const port = await freePort();
    const program = spawn(process.execPath, [loadedProgram(join(import.meta.dirname, '../../src/main.ts'))], {
      env: { PORT: String(port), DATA_DIR: temporaryDirectory() },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'],
    });
    onTestFinished(() => void program.kill('SIGKILL'));
    const exited = once(program, 'exit');
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    program.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);
