/** `npm run audit -- verify` and `export-heads` as an operator runs them, beside a running service and after it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ProcessClient } from '../support/processes/process-client.ts';
import { type Environment, runProgram, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const AUDIT = 'src/cli/audit.ts';
const BACKUP = 'src/cli/backup.ts';

test('A log is verified while the service runs and after it, against heads kept elsewhere, and changes are named', async () => {
  const directory = temporaryDirectory();
  const environment: Environment = { DATA_DIR: directory };
  const audit = (...words: string[]) => runProgram(AUDIT, environment, undefined, words).exited;
  const service = await startServiceProcess(environment);
  const client = new ProcessClient(service.address);
  const body = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' };
  await client.expect(201, 'POST', '/api/auth/register', { body });
  expect(await audit('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('Sound: ') });
  service.signal('SIGTERM');
  expect((await service.exited).code).toBe(0);

  expect(readdirSync(directory)).toContain('tree-head.json');
  expect(await audit('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('All are signed') });
  const { code, stdout } = await audit('export-heads');
  expect(code).toBe(0);
  const kept = join(temporaryDirectory(), 'heads.jsonl');
  writeFileSync(kept, stdout);
  expect(await audit('verify', '--heads', kept)).toMatchObject({ code: 0 });
  const withBanner = join(temporaryDirectory(), 'heads.jsonl');
  writeFileSync(withBanner, `\n> chatledger@0.1.0 audit\n> node scripts/launch.cjs\n\n${stdout}`);
  expect(await audit('verify', '--heads', withBanner)).toMatchObject({ code: 0 });
  expect(stdout.trim()).toBe(readFileSync(join(directory, 'tree-head.json'), 'utf8'));
  expect(await audit('verify', '--heads', join(directory, 'none'))).toMatchObject({ code: 2 });
  const forged = join(temporaryDirectory(), 'forged.jsonl');
  writeFileSync(
    forged,
    stdout.replace(/.(?=.{9}","leaves")/, (byte) => (byte === 'A' ? 'B' : 'A')),
  );
  const unsigned = await audit('verify', '--heads', forged, '--key', kept);
  expect(unsigned).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Head 1 of --heads was cut off or changed, or signed with another key'),
  });
  const cutOff = join(temporaryDirectory(), 'cut-off.jsonl');
  writeFileSync(cutOff, '');
  const unproven = await audit('verify', '--heads', cutOff, '--key', kept);
  expect(unproven).toMatchObject({ code: 2, stderr: expect.stringContaining(`${cutOff} holds no signed heads`) });

  const db = new DatabaseSync(join(directory, 'events.db'));
  const last = Number(db.prepare('SELECT max(position) AS last FROM events').get()?.last);
  db.exec(`DROP TRIGGER events_are_never_changed; DROP TRIGGER events_are_never_deleted;
    DELETE FROM events WHERE position = ${last}`);
  const cut = await audit('verify', '--key', kept);
  expect(cut).toMatchObject({ code: 1, stdout: expect.stringContaining('1 more than there are') });
  db.exec("UPDATE events SET category = 'x' WHERE position = 2");
  db.close();
  expect((await audit('verify')).stdout).toMatch(
    /^Changed: the event at position 2 \(\S+@0\) has the category x beside it/,
  );
});

test('The log of a backup is verified and read in a folder of its own, before a service starts there, and never in the backup itself', async () => {
  const [source, backup, folder] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const service = await startServiceProcess({ DATA_DIR: source });
  const client = new ProcessClient(service.address);
  const body = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' };
  await client.expect(201, 'POST', '/api/auth/register', { body });
  const backedUp = await runProgram(BACKUP, { DATA_DIR: source }, undefined, [backup]).exited;
  expect(backedUp).toMatchObject({ code: 0 });
  service.signal('SIGTERM');
  await service.exited;
  const files = readdirSync(backup);
  const audited = await runProgram(AUDIT, { DATA_DIR: backup }, undefined, ['verify']).exited;
  expect(audited).toMatchObject({ code: 2, stderr: expect.stringContaining(`${backup} is a backup`) });
  expect(readdirSync(backup)).toEqual(files);
  const run = (program: string, ...words: string[]) =>
    runProgram(program, { DATA_DIR: folder }, undefined, words).exited;

  const key = join(source, 'master.key');
  expect(await run('src/cli/restore.ts', backup, '--master-key', key)).toMatchObject({ code: 0 });

  expect(await run(AUDIT, 'verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('Sound: ') });
  const registered = await run(AUDIT, 'events', '--type', 'AccountRegistered');
  expect(registered).toMatchObject({ code: 0, stdout: expect.stringContaining('"email":"ada@example.com"') });
  const lacking = 'There is no documents.db in ';
  expect(await run(AUDIT, 'subject', 'Ada')).toMatchObject({ code: 2, stderr: expect.stringContaining(lacking) });
});
