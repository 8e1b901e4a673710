/** Backups of the real program: made while it works, killed in the middle, restored elsewhere. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type RunningProgram, runProgram } from '../support/processes/service-process.ts';
import { directoryOfFile, temporaryDirectory } from '../support/temporary-directory.ts';
import {
  ask,
  backup,
  historyOf,
  OWNER,
  openShop,
  reopened,
  restore,
  type Shop,
  startService,
  stop,
  WORDS,
} from './support/backed-up-shop.ts';
import { filesWith } from './support/files-with.ts';
import { Random } from './support/random.ts';

const KILLS = 2;
/** Longest time until a kill: a command ends sooner on an idle machine. */
const MAX_KILL_MS = 1_500;

async function killed(program: RunningProgram, random: Random): Promise<void> {
  await pause(random.between(50, MAX_KILL_MS));
  program.signal('SIGKILL');
  await program.exited;
}

describe('A backup made while visitors ask', () => {
  const folder = directoryOfFile();
  const [live, copy] = [join(folder, 'live'), join(folder, 'backup')];
  const random = new Random(Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000));
  const masterKey = ['--master-key', join(live, 'master.key')];
  let answered: readonly string[] = [];
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop(live);
    const asking = new AbortController();
    const all: string[] = [];
    const visitors = ['visitor-2', 'visitor-3'].map(async (sessionId) => {
      for (let number = 0; !asking.signal.aborted; number += 1) {
        const question = `Question ${number} of ${sessionId}`;
        await ask(shop, sessionId, question);
        all.push(question);
      }
    });
    await shop.client.moreAnswers(5);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killed(backup(live, copy), random);
      // A backup that was killed has another name, so that it cannot be taken for a whole one.
      if (existsSync(copy)) expect(readdirSync(copy)).toContain('manifest.json');
      rmSync(copy, { recursive: true, force: true });
    }
    answered = [...all];
    const exit = await backup(live, copy).exited;
    asking.abort();
    await Promise.all(visitors);
    expect(exit).toMatchObject({ code: 0, stdout: expect.stringContaining(`Backup in ${copy}`) });
    expect(exit.stdout).toContain('It does not include the master key');
    await stop(shop.service);
  }, 180_000);

  test('holds everything that was answered before, and the restored chatbot goes on', async () => {
    expect(answered.length).toBeGreaterThan(4);
    const restored = join(temporaryDirectory(), 'restored');
    expect(await restore(restored, copy, ...masterKey).exited).toMatchObject({ code: 0, stderr: '' });
    const again = await reopened(shop, restored);
    expect(await historyOf(again)).toEqual(expect.arrayContaining([...answered]));
    // The search index is filled again meanwhile.
    const reply = () => ask(again, 'visitor-9', `Where does the ${WORDS.source} live?`);
    await expect.poll(async () => (await reply()).text, { timeout: 20_000 }).toContain('wood of old trees');
    const running = await restore(restored, copy, '--force').exited;
    expect(running).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use by another running Chatledger'),
    });
    expect((await stop(again.service)).code).toBe(0);
  }, 180_000);

  test('replaces data that is older, also when the restore was killed and the service started', async () => {
    const restored = join(temporaryDirectory(), 'restored');
    expect(await restore(restored, copy, ...masterKey).exited).toMatchObject({ code: 0 });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killed(restore(restored, copy, '--force', ...masterKey), random);
      const again = await reopened(shop, restored);
      expect(await historyOf(again)).toEqual(expect.arrayContaining([...answered]));
      await stop(again.service);
    }
  }, 180_000);

  test('does not bring back an account that was deleted since: its words are in no file, and its address is free again', async () => {
    const list = join(temporaryDirectory(), 'erasures.jsonl');
    const again = await reopened(shop, live);
    const body = { password: OWNER.password };
    await again.client.expect(200, 'DELETE', '/api/auth/me', { body, cookie: again.cookie });
    const listed = await runProgram('src/cli/audit.ts', { DATA_DIR: live }, undefined, ['erasures']).exited;
    writeFileSync(list, listed.stdout);
    await stop(again.service);

    const restored = join(temporaryDirectory(), 'restored');
    const exit = await restore(restored, copy, ...masterKey, '--erasures', list).exited;
    expect(exit).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Repeated [1-9]\d* erasures? that came after the backup/),
    });
    expect(filesWith(copy, WORDS.source)).not.toEqual([]);
    for (const word of Object.values(WORDS)) expect(filesWith(restored, word)).toEqual([]);
    const { client } = await startService(restored);
    await client.expect(401, 'POST', '/api/auth/login', { body: OWNER });
    await client.expect(201, 'POST', '/api/auth/register', { body: OWNER });
    for (const word of Object.values(WORDS)) expect(filesWith(restored, word)).toEqual([]);
  }, 180_000);
});
