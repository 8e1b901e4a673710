/** A data folder migrates to the engines and back: what clients and auditors are told stays the same. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readAll, signIn, useService } from '../../releases/acts.ts';
import { comparable, contentOfFolder, migrate, migrateUnderKills } from '../../support/processes/migration.ts';
import { ProcessClient } from '../../support/processes/process-client.ts';
import {
  type Environment,
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/processes/service-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { ownInstallation, sharesStores } from '../nodes/support.ts';

const PUBLIC_URL = 'http://localhost:3000';

let service: ServiceProcess | null = null;
afterEach(async () => {
  service?.signal('SIGKILL');
  await service?.exited;
  service = null;
});

async function start(environment: Environment): Promise<ProcessClient> {
  service = await startServiceProcess({ ...environment, PUBLIC_URL });
  return new ProcessClient(service.address);
}

async function stop(): Promise<void> {
  service?.signal('SIGTERM');
  expect((await service?.exited)?.code).toBe(0);
  service = null;
}

async function audit(environment: Environment, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram('src/cli/audit.ts', environment, undefined, words).exited;
  expect([code, stderr], words.join(' ')).toEqual([0, expect.any(String)]);
  return comparable(stdout);
}

const askedOf = (root: string) => ({ path: `${root}/chat`, message: 'How long can I return a jacket?' });

/** Id of an answer to a visitor. */
function answerIn(history: unknown): string {
  const { messages } = history as { messages: readonly { messageId: string; role: string }[] };
  const id = messages.find(({ role }) => role === 'assistant')?.messageId;
  if (id === undefined) throw new Error('The history holds no answer');
  return id;
}

async function auditsOf(environment: Environment, messageId: string) {
  return {
    subject: await audit(environment, 'subject', 'vera@example.com'),
    explained: await audit(environment, 'explain', messageId, '--no-today'),
    verified: await audit(environment, 'verify'),
  };
}

describe.runIf(sharesStores)('An installation', () => {
  test('migrates to the engines and back, killed on the way, and answers the same everywhere', {
    timeout: 900_000,
  }, async () => {
    const engines = (await ownInstallation()).environment;
    const { MASTER_KEY = '' } = engines;
    const here = { DATA_DIR: join(temporaryDirectory(), 'here'), MASTER_KEY };
    const client = await start(here);
    const paths = await useService(client);
    const cookie = await signIn(client);
    const root = paths.find((path) => path.endsWith('/history'))?.replace('/history', '') ?? '';
    const { path, message } = askedOf(root);
    const repeated = { cookie, body: { name: 'Only once' }, headers: { 'idempotency-key': randomUUID() } };
    const once = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', repeated);
    await stop();
    // Counts of key usage are written a moment later: read from the folder as it was closed.
    const again = await start(here);
    const answers = await readAll(again, cookie, paths);
    await stop();
    const messageId = answerIn(answers[`${root}/history`]);
    const audits = await auditsOf(here, messageId);
    const before = contentOfFolder(here.DATA_DIR);

    const there = { ...engines, DATA_DIR: here.DATA_DIR };
    expect(await migrate(there, 'distributed', ['--dry-run']).exited).toMatchObject({ code: 0 });
    const migrated = await migrateUnderKills(there, 'distributed');
    expect(migrated).toMatchObject({ code: 0, stdout: expect.stringContaining('the same at both ends') });
    expect(migrated.kills).toBeGreaterThan(2);
    expect(contentOfFolder(here.DATA_DIR)).toEqual(before);
    expect((await migrate(there, 'distributed').exited).stdout).toContain('Nothing was changed');

    const nodes = { ...engines, DATA_DIR: join(temporaryDirectory(), 'unused') };
    const node = await start(nodes);
    expect(await readAll(node, cookie, paths)).toEqual(answers);
    const same = await node.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', repeated);
    expect(same.data.chatbot.id).toBe(once.data.chatbot.id);
    expect(await auditsOf(nodes, messageId)).toMatchObject({ subject: audits.subject, explained: audits.explained });
    const asked = await node.expect<{ response: string }>(200, 'POST', path, { cookie, body: { message } });
    expect(asked.data.response).toContain('30 days');
    const answersThere = await readAll(node, cookie, paths);
    await stop();

    const back = { ...engines, DATA_DIR: join(temporaryDirectory(), 'back') };
    const returned = await migrateUnderKills(back, 'embedded');
    expect(returned).toMatchObject({ code: 0, stdout: expect.stringContaining('the same at both ends') });
    const home = { DATA_DIR: back.DATA_DIR, MASTER_KEY };
    expect(await auditsOf(home, messageId)).toMatchObject({ explained: audits.explained });
    const atHome = await start(home);
    expect(await readAll(atHome, cookie, paths)).toEqual(answersThere);
    await audit(home, 'verify');
    await stop();
    await audit(home, 'verify');
  });
});
