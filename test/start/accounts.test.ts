/** `npm run accounts -- reset-password`, on a data folder whose owner has forgotten the password, and `… create` where nobody may register. */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ProcessClient } from '../support/processes/process-client.ts';
import { loadedProgram, runProgram, startServiceProcess } from '../support/processes/service-process.ts';
import { directoryOfFile, temporaryDirectory } from '../support/temporary-directory.ts';

const PROGRAM = 'src/cli/accounts.ts';
const hasTerminals = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
const OWNER = { email: 'Olivia@example.com', password: 'correct horse battery', name: 'Olivia' };
const NEW_PASSWORD = 'battery staple';

const inputs = directoryOfFile();

/** Runs the command with a text on its standard input. */
function run(action: string, environment: Readonly<Record<string, string>>, words: readonly string[], input: string) {
  const file = join(inputs, randomUUID());
  writeFileSync(file, input);
  return runProgram(PROGRAM, environment, undefined, [action, ...words], undefined, `exec < '${file}'`).exited;
}

const reset = (environment: Readonly<Record<string, string>>, words: readonly string[], input: string) =>
  run('reset-password', environment, words, input);

const signedInTwice = directoryOfFile();
let cookies: readonly string[];

// Once for all tests: each of them changes a copy.
beforeAll(async () => {
  cookies = await use({ DATA_DIR: signedInTwice });
}, 120_000);

/** A folder whose owner is signed in twice: the cookies, and that of a stranger. */
function used() {
  const directory = temporaryDirectory();
  cpSync(signedInTwice, directory, { recursive: true });
  return { environment: { DATA_DIR: directory }, cookies };
}

async function use(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const service = await startServiceProcess(environment);
  const client = new ProcessClient(service.address);
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: OWNER });
  const other = await client.expect(200, 'POST', '/api/auth/login', { body: OWNER });
  const stranger = { ...OWNER, email: 'eve@example.com' };
  const { cookie: foreign } = await client.expect(201, 'POST', '/api/auth/register', { body: stranger });
  const refused = await reset(environment, [OWNER.email], NEW_PASSWORD);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('is in use by another running Chatledger. Stop that one');
  service.signal('SIGTERM');
  await service.exited;
  return [cookie, other.cookie, foreign];
}

/** Types at each prompt in turn. */
async function onTerminal(environment: Readonly<Record<string, string>>, answers: readonly [RegExp, string][]) {
  const command = `exec '${process.execPath}' '${loadedProgram(join(import.meta.dirname, '../..', PROGRAM))}' reset-password '${OWNER.email}'`;
  const { PATH = '', TMPDIR = '' } = process.env;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH, TMPDIR, TERM: 'xterm-256color', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  const exited = once(terminal, 'exit');
  terminal.stdout.setEncoding('utf8');
  const left = [...answers];
  let said = '';
  for await (const text of terminal.stdout) {
    said += text;
    const next = left[0];
    if (next === undefined || !next[0].test(said)) continue;
    left.shift();
    terminal.stdin.write(next[1]);
  }
  const [code] = await exited;
  return { said, code };
}

describe('The command that creates an account', () => {
  test('creates one where nobody may register, once, and leaves a sound log', async () => {
    const environment = { DATA_DIR: temporaryDirectory(), REGISTRATION: 'closed' };
    const first = await startServiceProcess(environment);
    await new ProcessClient(first.address).expect(403, 'POST', '/api/auth/register', { body: OWNER });
    first.signal('SIGTERM');
    await first.exited;
    const create = (email: string, input = `${OWNER.password}\n`) => run('create', environment, [email], input);
    expect(await create(OWNER.email)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `The account ${OWNER.email} was created.\n`,
    });
    for (const [email, input, says] of [
      ['OLIVIA@example.com', undefined, 'There is an account with the email address OLIVIA@example.com already.\n'],
      ['olivia', undefined, 'olivia is not an email address.\n'],
      ['max@example.com', 'short', 'The password must have 8 to 72 bytes.\n'],
    ] as const) {
      expect(await create(email, input)).toMatchObject({ code: 1, stdout: '', stderr: says });
    }
    const verified = await runProgram('src/cli/audit.ts', environment, undefined, ['verify']).exited;
    expect(verified).toMatchObject({ code: 0 });
    const service = await startServiceProcess(environment);
    const client = new ProcessClient(service.address);
    const { cookie } = await client.expect(200, 'POST', '/api/auth/login', { body: OWNER });
    await client.expect(201, 'POST', '/api/chatbots', { cookie, body: { name: 'Desk' } });
    service.signal('SIGTERM');
    await service.exited;
  }, 120_000);
});

describe('The command that resets a password', () => {
  test('sets it while the service is stopped, ends all sessions of that account alone, and leaves a sound log', async () => {
    const { environment, cookies } = used();
    const [cookie, other, foreign = ''] = cookies;
    const done = await reset(environment, ['OLIVIA@example.com'], `${NEW_PASSWORD}\n`);
    expect([done.code, done.stderr, done.stdout]).toEqual([
      0,
      '',
      'The password of OLIVIA@example.com was changed, and 2 sessions were ended.\n',
    ]);
    const verify = () => runProgram('src/cli/audit.ts', environment, undefined, ['verify']).exited;
    expect(await verify()).toMatchObject({ code: 0 });
    const service = await startServiceProcess(environment);
    const client = new ProcessClient(service.address);
    for (const ended of [cookie, other]) {
      await client.expect(401, 'GET', '/api/auth/me', { cookie: ended ?? '' });
      await client.expect(401, 'POST', '/api/auth/refresh', { cookie: ended ?? '' });
    }
    await client.expect(200, 'GET', '/api/auth/me', { cookie: foreign });
    await client.expect(401, 'POST', '/api/auth/login', { body: OWNER });
    await client.expect(200, 'POST', '/api/auth/login', { body: { ...OWNER, password: NEW_PASSWORD } });
    const events = await runProgram('src/cli/audit.ts', environment, undefined, [
      ...['events', '--type', 'PasswordChanged'],
    ]).exited;
    const [changed] = events.stdout.split('\n', 1).map((line) => JSON.parse(line));
    expect(changed).toMatchObject({ data: { keptSessionId: null }, actor: { kind: 'system', part: 'operator' } });
    service.signal('SIGTERM');
    await service.exited;
    expect(await verify()).toMatchObject({ code: 0 });
  }, 120_000);

  test('refuses an unknown address and a password that registration would refuse, and changes nothing', async () => {
    const { environment } = used();
    const unknown = await reset(environment, ['nobody@example.com'], NEW_PASSWORD);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toBe('There is no account with the email address nobody@example.com.\n');
    for (const [input, says] of [
      ['1234567', 'The password must have 8 to 72 bytes.\n'],
      [`${'é'.repeat(36)}1`, 'The password must have 8 to 72 bytes.\n'],
      ['', 'The password must have 8 to 72 bytes.\n'],
      ['correct horse\nbattery staple\n', 'Standard input must hold the password alone, on one line.\n'],
    ] as const) {
      expect(await reset(environment, [OWNER.email], input)).toMatchObject({ code: 1, stdout: '', stderr: says });
    }
    const service = await startServiceProcess(environment);
    await new ProcessClient(service.address).expect(200, 'POST', '/api/auth/login', { body: OWNER });
    service.signal('SIGTERM');
    await service.exited;
  }, 120_000);

  test.skipIf(!hasTerminals)(
    'asks for it twice on a terminal, and shows nothing of it',
    async () => {
      const { environment } = used();
      const once = /New password of Olivia@example\.com: /;
      const again = /The same again: /;
      const differing = await onTerminal(environment, [
        [once, `${NEW_PASSWORD}\r`],
        [again, 'battery stable\r'],
      ]);
      expect(differing.code).toBe(1);
      expect(differing.said).toContain('The two passwords differ.');
      const interrupted = await onTerminal(environment, [[once, '\u0003']]);
      expect(interrupted).toMatchObject({ code: 1, said: expect.stringContaining('No password was given.') });
      const done = await onTerminal(environment, [
        [once, `${NEW_PASSWORD}\r`],
        [again, `${NEW_PASSWORD}\r`],
      ]);
      expect(done).toMatchObject({ code: 0, said: expect.stringContaining('2 sessions were ended') });
      for (const { said } of [differing, done]) expect(said).not.toMatch(/battery|staple/);
    },
    120_000,
  );

  test.each([
    { words: [], code: 2, says: 'The commands are create and reset-password.' },
    { words: ['delete'], code: 2, says: 'The commands are create and reset-password.' },
    { words: ['reset-password'], code: 2, says: 'Name the email address of the account.' },
    { words: ['reset-password', 'a@example.com', 'hunter22'], code: 2, says: 'One email address is enough.' },
    { words: ['reset-password', 'a@example.com'], code: 1, says: 'There is no events.db in ' },
  ])('refuses $words with a sentence, and creates nothing', async ({ words, code, says }) => {
    const environment = { DATA_DIR: join(temporaryDirectory(), 'mistyped') };
    const exit = await runProgram(PROGRAM, environment, undefined, words).exited;
    expect(exit).toMatchObject({ code, stdout: '' });
    expect(exit.stderr.split('\n')[0]).toContain(says);
    expect(exit.stderr).not.toContain('hunter22');
    expect(existsSync(environment.DATA_DIR)).toBe(false);
  });

  test('refuses a folder without its master key, and creates none', async () => {
    const environment = { DATA_DIR: temporaryDirectory() };
    for (const name of ['events.db', 'keys.db'])
      writeFileSync(join(environment.DATA_DIR, name), 'stands for a database');
    const exit = await reset(environment, [OWNER.email], NEW_PASSWORD);
    expect(exit).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no master.key in ') });
    expect(existsSync(join(environment.DATA_DIR, 'master.key'))).toBe(false);
  });
});
