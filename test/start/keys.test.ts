/** `npm run keys -- rotate`, on a data folder with an owner in it. */
import { createSecretKey } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { newWrappedKey } from '../../src/adapters/shared/key-wrapping.ts';
import { ProcessClient } from '../support/processes/process-client.ts';
import { runProgram, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const OWNER = { email: 'owner@example.com', password: 'correct horse battery', name: 'Olivia' };
const rotation = (environment: Record<string, string>) =>
  runProgram('src/cli/keys.ts', environment, undefined, ['rotate']);

/** A folder whose owner has a chatbot; returns the session's cookie. */
async function used(environment: Record<string, string>): Promise<string> {
  const service = await startServiceProcess(environment);
  const client = new ProcessClient(service.address);
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: OWNER });
  await client.expect(201, 'POST', '/api/chatbots', { body: { name: 'Helpdesk' }, cookie });
  expect(await rotation(environment).exited).toMatchObject({ code: 1 });
  service.signal('SIGTERM');
  await service.exited;
  return cookie;
}

async function expectUsable(environment: Record<string, string>, formerCookie: string): Promise<void> {
  const service = await startServiceProcess(environment);
  const client = new ProcessClient(service.address);
  await client.expect(401, 'GET', '/api/auth/me', { cookie: formerCookie });
  const { cookie } = await client.expect(200, 'POST', '/api/auth/login', { body: OWNER });
  const { data } = await client.expect<{ chatbots: { name: string }[] }>(200, 'GET', '/api/chatbots', { cookie });
  expect(data.chatbots.map(({ name }) => name)).toEqual(['Helpdesk']);
  await client.expect(409, 'POST', '/api/auth/register', { body: OWNER });
  service.signal('SIGTERM');
  await service.exited;
}

/** So many that the rotation is under way when its first line is read. */
function addKeys(directory: string, count: number): void {
  const masterKey = createSecretKey(Buffer.from(readFileSync(join(directory, 'master.key'), 'utf8'), 'base64'));
  const db = new DatabaseSync(join(directory, 'keys.db'));
  const insert = db.prepare('INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, ?, 0)');
  db.exec('BEGIN');
  for (let n = 0; n < count; n += 1) insert.run(`chatbot:more-${n}`, newWrappedKey(masterKey, `chatbot:more-${n}`));
  db.exec('COMMIT');
  db.close();
}

describe('The command that rotates the master key', () => {
  test('replaces the key of the folder; killed in the middle, it lets no service start and goes on', async () => {
    const directory = temporaryDirectory();
    const environment = { DATA_DIR: directory };
    const cookie = await used(environment);
    const former = readFileSync(join(directory, 'master.key'), 'utf8');
    addKeys(directory, 20_000);
    const killed = rotation(environment);
    await killed.says(/keys so far/);
    killed.signal('SIGKILL');
    await killed.exited;
    expect(readFileSync(join(directory, 'master.key'), 'utf8')).toBe(former);
    const refused = await runProgram('src/main.ts', { ...environment, PORT: '0' }).exited;
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toMatch(/rotation of the master key .* was interrupted\. Run npm run keys -- rotate again/);

    const resumed = await rotation(environment).exited;
    expect(resumed).toMatchObject({ code: 0 });
    const [, all, before] =
      /Wrapped (\d+) keys by the new master key, (\d+) of them by an earlier run\./.exec(resumed.stdout) ?? [];
    expect(Number(all)).toBeGreaterThan(20_000);
    expect(Number(before)).toBeGreaterThanOrEqual(5_000);
    const path = join(directory, 'master.key');
    expect(readFileSync(path, 'utf8')).not.toBe(former);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(join(directory, 'next-master.key'))).toBe(false);
    await expectUsable(environment, cookie);
    // Six processes, one after the other, on whatever machine.
  }, 240_000);

  test('says how it is used when it is given anything else', async () => {
    const exit = await runProgram('src/cli/keys.ts', {}, undefined, ['turn']).exited;
    expect(exit).toMatchObject({ code: 2 });
    expect(exit.stderr).toContain('npm run keys -- rotate');
  });
});
