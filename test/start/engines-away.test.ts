import { expect, onTestFinished, test } from 'vitest';
import { failures } from '../support/engines/eventstoredb/faults.ts';
import { TestEventStore } from '../support/engines/eventstoredb/test-server.ts';
import { type Environment, type RunningProgram, runProgram } from '../support/processes/service-process.ts';
import { freePort } from '../support/servers/free-port.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const NO_MONGODB = {
  MONGODB_URL: 'mongodb://127.0.0.1:1/chatledger?serverSelectionTimeoutMS=200',
  MASTER_KEY: 'a'.repeat(64),
};

async function eventStore() {
  const server = await TestEventStore.start();
  onTestFinished(() => server.stop());
  return { server, EVENTSTORE_URL: `${server.url}&defaultDeadline=400` };
}

function startOf(environment: Environment): RunningProgram {
  const program = runProgram('src/main.ts', { DATA_DIR: temporaryDirectory(), ...environment });
  onTestFinished(() => program.signal('SIGKILL'));
  return program;
}

async function get(url: string) {
  const response = await fetch(url);
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
}

test('A start waits for EventStoreDB, says so in the log and to probes, and serves at the same address when it comes', async () => {
  const { server, EVENTSTORE_URL } = await eventStore();
  await server.stop();
  const port = await freePort();
  const program = startOf({ EVENTSTORE_URL, PORT: String(port) });
  const [line] = await program.says(/\{.*"awaiting":"EventStoreDB".*\}\n/);
  const address = `http://127.0.0.1:${port}`;
  expect(JSON.parse(line)).toMatchObject({ address, atMostSeconds: 300, msg: 'Waiting for an engine' });
  expect(await get(`${address}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await get(`${address}/readyz`)).toMatchObject({
    status: 503,
    body: { status: 'not ready', checks: { service: 'waiting', awaiting: 'EventStoreDB' } },
  });
  expect(await get(`${address}/api/chatbots`)).toMatchObject({
    status: 503,
    retryAfter: '5',
    body: { success: false, code: 'SERVICE_UNAVAILABLE' },
  });

  await server.startAgain();
  expect(await program.says(/"address":"([^"]+)".*"msg":"Service started"/)).toMatchObject({ 1: address });
  await expect
    .poll(() => get(`${address}/readyz`), { timeout: 20_000 })
    .toMatchObject({ status: 200, body: { checks: { eventLog: 'ok' } } });
  program.signal('SIGTERM');
  expect(await program.exited).toMatchObject({ code: 0, stderr: '' });
});

test('SIGTERM ends the wait at once', async () => {
  const program = startOf({ ...NO_MONGODB, PORT: '0' });
  await program.says(/"awaiting":"MongoDB"/);
  program.signal('SIGTERM');
  expect(await program.exited).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('A start gives up after START_TIMEOUT, and says why', async () => {
  const exit = await startOf({ ...NO_MONGODB, PORT: '0', START_TIMEOUT: '1' }).exited;
  expect(exit).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^mongodb: .*(?:ECONNREFUSED|Server selection timed out).*\n$/),
  });
});

test('A start does not wait for an engine that refuses its credentials', async () => {
  const { server } = await eventStore();
  server.faults.failNext('read', failures.accessDenied, 100);
  const exit = await startOf({ EVENTSTORE_URL: server.url, PORT: '0' }).exited;
  expect(exit.code).toBe(1);
  expect(exit.stderr).toContain('check the user and password in EVENTSTORE_URL');
  expect(exit.stdout).not.toContain('awaiting');
});
