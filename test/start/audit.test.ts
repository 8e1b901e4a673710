import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/cli/audit/command.ts';
import { eventsCommand } from '../../src/cli/audit/events.ts';
import { stateCommand } from '../../src/cli/audit/state.ts';
import { ProcessClient } from '../support/processes/process-client.ts';
import {
  type Environment,
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const environment: Environment = { DATA_DIR: mkdtempSync(join(tmpdir(), 'chatledger-')) };
const SECRET = 'correct horse battery';
let service: ServiceProcess;
let client: ProcessClient;
let cookie: string;
let chatbotId: string;
let otherId: string;

const audit = (...words: string[]) => runProgram('src/cli/audit.ts', environment, undefined, words).exited;

async function events(...words: string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await audit('events', ...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

beforeAll(async () => {
  service = await startServiceProcess(environment);
  client = new ProcessClient(service.address);
  const account = { email: 'ada@example.com', password: SECRET, name: 'Ada' };
  cookie = (await client.expect(201, 'POST', '/api/auth/register', { body: account })).cookie;
  const create = async (name: string) => {
    const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
      body: { name },
      cookie,
    });
    return data.chatbot.id;
  };
  chatbotId = await create('Harbour office');
  otherId = await create('Bakery');
}, 60_000);

afterAll(async () => {
  service.signal('SIGTERM');
  await service.exited;
  rmSync(environment.DATA_DIR ?? '', { recursive: true, force: true });
});

describe('npm run audit -- events, beside a running service', () => {
  test('prints every event in log order, decrypted, as JSON lines', async () => {
    const all = await events();
    expect(all.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['InstallationCreated', 'AccountRegistered', 'SessionStarted', 'ChatbotCreated']),
    );
    const positions = all.map(({ position }) => BigInt(String(position)));
    expect(positions).toEqual([...positions].sort((a, b) => Number(a - b)));
    expect(all.find(({ type }) => type === 'AccountRegistered')).toMatchObject({
      revision: 0,
      schemaVersion: 1,
      data: { email: 'ada@example.com', name: 'Ada' },
      actor: { kind: 'anonymous' },
      requestId: expect.any(String),
      recordedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('never prints the hash of a password', async () => {
    const [registered] = await events('--type', 'AccountRegistered');
    expect(registered).toMatchObject({ data: { passwordHash: { withheld: true } } });
  });

  test('filters by type, stream, chatbot, time and position, and stops at a limit', async () => {
    const created = await events('--type', 'ChatbotCreated');
    expect(created).toMatchObject([
      { type: 'ChatbotCreated', data: { name: 'Harbour office' } },
      { type: 'ChatbotCreated', data: { name: 'Bakery' } },
    ]);
    const { position, recordedAt } = created[0] ?? {};
    const narrowed = ['--from', String(recordedAt), '--to', String(recordedAt), '--limit', '1'];
    expect(await events('--stream', `chatbot-${chatbotId}`, ...narrowed)).toEqual(created.slice(0, 1));
    const ofOther = await events('--chatbot', otherId, '--after', String(position));
    expect(ofOther.map(({ type }) => type)).toEqual(['ChatbotSlotTaken', 'ChatbotCreated']);
  });

  test('shows what was erased as erased', async () => {
    await client.expect(200, 'DELETE', `/api/chatbots/${otherId}`, { cookie });
    expect(await events('--type', 'ChatbotCreated', '--chatbot', otherId)).toMatchObject([
      { data: { chatbotId: otherId, name: { erased: true } } },
    ]);
  });

  test('leaves the service able to write and to answer', async () => {
    await client.expect(201, 'POST', '/api/chatbots', { body: { name: 'Written after audits' }, cookie });
    await client.expect(200, 'GET', '/readyz');
  });

  test('ends quietly when its reader leaves', async () => {
    const script = `"$0" src/cli/audit.ts events | head -c 20 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const { PATH = '' } = process.env;
    const left = spawnSync('bash', ['--norc', '-c', script, process.execPath], {
      env: { PATH, ...environment },
      encoding: 'utf8',
    });
    expect({ stdout: left.stdout, stderr: left.stderr }).toEqual({ stdout: '0\n', stderr: '' });
  });
});

test('A list that does not fit on the disk is no success', () => {
  if (!existsSync('/dev/full')) return;
  const { PATH = '' } = process.env;
  const ended = spawnSync('bash', ['--norc', '-c', '"$0" src/cli/audit.ts erasures > /dev/full', process.execPath], {
    env: { PATH, ...environment },
    encoding: 'utf8',
  });
  expect({ code: ended.status, stderr: ended.stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(
      /^The disk of the output is full \(ENOSPC.*\): make room on it, and run the command again\.\n$/,
    ),
  });
});

describe('What the log does not know, beside a running service', () => {
  test.each([
    { words: 'events --type Foo', says: 'There is no event type Foo, only AccountDeleted, ' },
    { words: 'events --type ChatbotCreated --type Foo', says: 'There is no event type Foo' },
    { words: 'events --stream chatbot-nope', says: 'There is no stream chatbot-nope' },
    { words: 'events --chatbot nope', says: 'There is no chatbot nope' },
    { words: 'events --session nobody', says: '--session needs --chatbot ID' },
    { words: 'events --after 99999', says: '--after 99999 is not in the log, which ends at position ' },
    { words: 'events --from 2026-03-02 --to 2026-03-01', says: '--from is later than --to' },
    { words: 'content --chatbot nope', says: 'There is no chatbot nope' },
    { words: 'content', says: '--chatbot ID is needed' },
    { words: 'state --chatbot nope', says: 'There is no chatbot nope' },
    { words: 'state --at 99999', says: '--at 99999 is not in the log, which ends at position ' },
    {
      words: 'state --at 2001-09-09',
      says: '--at 2001-09-09T00:00:00.000Z is before the log, which begins at 2',
    },
    { words: 'state --chatbot any --limit 1001', says: '--limit is at most 1000' },
    { words: 'export --format csv --chatbot nope', says: 'There is no chatbot nope' },
    { words: 'erasures --after 99999', says: '--after 99999 is not in the log, which ends at position ' },
  ])('is refused by $words rather than shown as nothing', async ({ words, says }) => {
    const { code, stdout, stderr } = await audit(...words.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toContain(says);
  });

  test('does not include the end of the log and what was erased', async () => {
    const last = (await events()).at(-1);
    expect(await events('--after', String(last?.position))).toEqual([]);
    expect(await events('--type', 'WidgetKeyRevoked')).toEqual([]);
    expect(await events('--chatbot', otherId, '--limit', '1')).toHaveLength(1);
  });
});

describe('npm run audit -- state, beside a running service', () => {
  const state = async (...words: string[]) => {
    const { code, stdout, stderr } = await audit('state', ...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  test('prints a chatbot as it stood at a position, at a time, and now', async () => {
    const [created] = await events('--stream', `chatbot-${chatbotId}`);
    const path = `/api/chatbots/${chatbotId}`;
    await client.expect(200, 'PATCH', path, { body: { name: 'Lighthouse' }, cookie });
    const { data } = await client.expect(200, 'GET', `${path}/audit/state`, { cookie });
    expect(JSON.parse(await state('--chatbot', chatbotId))).toEqual(data);
    const then = JSON.parse(await state('--chatbot', chatbotId, '--at', String(created?.position)));
    expect(then).toMatchObject({ at: { position: created?.position }, configuration: { name: 'Harbour office' } });
    expect(JSON.parse(await state('--chatbot', chatbotId, '--at', String(created?.recordedAt)))).toEqual(then);
  });

  test('prints all accounts and chatbots that there were, without a password hash', async () => {
    const stdout = await state();
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual({ account: expect.objectContaining({ email: 'ada@example.com' }) });
    expect(lines).toContainEqual({ chatbot: expect.objectContaining({ id: chatbotId }) });
    expect(stdout).not.toContain('passwordHash');
  });
});

describe('npm run audit', () => {
  test('lists its commands, and explains one', async () => {
    expect(await audit('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('events') });
    expect(await audit('events', '--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--chatbot ID') });
  });

  test('without a command exits with 2 and its usage', async () => {
    const { code, stdout, stderr } = await audit();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('usage: npm run audit -- ');
  });

  test.each([
    { words: 'forget', says: 'Unknown command: forget' },
    { words: 'events --colour red', says: '--colour' },
  ])('refuses $words with its usage and exit status 2', async ({ words, says }) => {
    const { code, stdout, stderr } = await audit(...words.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).toContain('npm run audit -- ');
  });

  test.each([
    { command: eventsCommand, words: ['--after', '-1'], says: '--after' },
    { command: eventsCommand, words: ['--from', 'yesterday'], says: '--from yesterday is not a time' },
    { command: eventsCommand, words: ['--to', '2026-02-30'], says: '--to 2026-02-30 is not a time' },
    { command: eventsCommand, words: ['--limit', '0'], says: '--limit 0 is not a positive whole number' },
    { command: eventsCommand, words: ['more'], says: 'more' },
    { command: stateCommand, words: ['--at', 'noon'], says: '--at noon is neither a time' },
    { command: stateCommand, words: ['--limit', '5'], says: 'one --chatbot' },
  ])('refuses $words', ({ command, words, says }) => {
    expect(() => command.parse(words)).toThrow(UsageError);
    expect(() => command.parse(words)).toThrow(says);
  });

  test('says that there is nothing to audit, and creates nothing', async () => {
    const empty = temporaryDirectory();
    const exit = await runProgram('src/cli/audit.ts', { DATA_DIR: empty }, undefined, ['events']).exited;
    expect(exit).toMatchObject({ code: 2, stdout: '' });
    expect(exit.stderr).toContain(`There is no events.db in ${empty}`);
    expect(readdirSync(empty)).toEqual([]);
  });
});
