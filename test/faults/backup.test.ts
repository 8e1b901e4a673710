/** Backups of the real program: made while it works, restored elsewhere, killed in the middle, damaged. */
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { directoryOfFile, temporaryDirectory } from '../support/temporary-directory.ts';
import {
  ask,
  backup,
  historyOf,
  openShop,
  reopened,
  restore,
  type Shop,
  startService,
  stop,
  WORDS,
} from './support/backed-up-shop.ts';

/** Paths and modes of everything below a folder. */
const modesIn = (directory: string) =>
  globSync('**/*', { cwd: directory }).map((path) => [path, statSync(join(directory, path)).mode & 0o777] as const);

const filesWith = (directory: string, word: string): readonly string[] =>
  globSync('**/*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(word))
    .map(({ name }) => name);

describe('A backup made while visitors ask', () => {
  const folder = directoryOfFile();
  const [live, copy] = [join(folder, 'live'), join(folder, 'backup')];
  const answered: string[] = [];
  let shop: Shop;
  let output = '';

  beforeAll(async () => {
    shop = await openShop(live);
    const asking = new AbortController();
    const visitors = ['visitor-2', 'visitor-3'].map(async (sessionId) => {
      for (let number = 0; !asking.signal.aborted; number += 1) {
        const question = `Question ${number} of ${sessionId}`;
        await ask(shop, sessionId, question);
        answered.push(question);
      }
    });
    await shop.client.moreAnswers(5);
    const before = [...answered];
    const exit = await backup(live, copy).exited;
    asking.abort();
    await Promise.all(visitors);
    expect(exit).toMatchObject({ code: 0 });
    output = exit.stdout;
    answered.splice(0, Number.POSITIVE_INFINITY, ...before);
    await stop(shop.service);
  }, 60_000);

  test('says where it is, and that the master key is not in it', () => {
    expect(output).toContain(`Backup in ${copy}`);
    expect(output).toContain('It does not include the master key');
    expect(existsSync(join(copy, 'master.key'))).toBe(false);
  });

  test('is readable by its owner only', () => {
    const modes = modesIn(copy);
    expect(modes.length).toBeGreaterThan(5);
    for (const [path, mode] of modes) {
      expect([path, mode]).toEqual([path, statSync(join(copy, path)).isDirectory() ? 0o700 : 0o600]);
    }
  });

  test('holds everything that was answered before, and the restored chatbot goes on', async () => {
    const restored = join(temporaryDirectory(), 'restored');
    const key = join(live, 'master.key');
    expect(await restore(restored, copy, '--master-key', key).exited).toMatchObject({ code: 0, stderr: '' });
    const again = await reopened(shop, restored);
    expect(await historyOf(again)).toEqual(expect.arrayContaining(answered));
    const reply = await ask(again, 'visitor-9', `Where does the ${WORDS.source} live?`);
    expect(reply.text).toContain('wood of old trees');
    expect((await stop(again.service)).code).toBe(0);
  });

  test('is refused without its master key, and with another one', async () => {
    const restored = join(temporaryDirectory(), 'restored');
    const without = await restore(restored, copy).exited;
    expect(without).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The backup holds no master key.*\n$/) });
    const other = join(temporaryDirectory(), 'other.key');
    writeFileSync(other, Buffer.alloc(32, 7).toString('base64'));
    const wrong = await restore(restored, copy, '--master-key', other).exited;
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is not the one that the backup was made with.*\n$/),
    });
    expect(existsSync(restored)).toBe(false);
  });

  test.each([
    ['with a changed byte in the log', 'events.db', (path: string) => flipByte(path)],
    ['with a cut log', 'events.db', (path: string) => truncateSync(path, 8_192)],
    ['without its keys', 'keys.db', (path: string) => rmSync(path)],
    ['with changed checksums', 'SHA256SUMS', (path: string) => flipByte(path)],
    ['with a changed manifest', 'manifest.json', (path: string) => writeFileSync(path, '{}')],
    ['without a manifest', 'manifest.json', (path: string) => rmSync(path)],
    ['with a file more', 'blobs/more', (path: string) => writeFileSync(path, 'more')],
  ])('is refused in one sentence %s, before anything is touched', async (_, name, damage) => {
    const damaged = join(temporaryDirectory(), 'backup');
    cpSync(copy, damaged, { recursive: true });
    damage(join(damaged, name));
    const restored = join(temporaryDirectory(), 'restored');
    const exit = await restore(restored, damaged, '--master-key', join(live, 'master.key')).exited;
    expect(exit).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The backup .* is damaged.*\n$|is no backup/),
    });
    expect(exit.stderr).toContain(damaged);
    expect(existsSync(restored)).toBe(false);
  });

  test('is refused where a service runs or data is, until it is forced to move that data aside', async () => {
    const other = join(temporaryDirectory(), 'other');
    const { service } = await startService(other);
    const key = ['--master-key', join(live, 'master.key')];
    const running = await restore(other, copy, '--force', ...key).exited;
    expect(running).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use by another running Chatledger'),
    });
    await stop(service);
    const full = await restore(other, copy, ...key).exited;
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
    const forced = await restore(other, copy, '--force', ...key).exited;
    expect(forced).toMatchObject({ code: 0, stdout: expect.stringContaining('The former data is in') });
    const again = await reopened(shop, other);
    expect(await historyOf(again)).toEqual(expect.arrayContaining(answered));
  });

  test('is not made over another, in the data folder, or of distributed stores', async () => {
    expect(await backup(live, copy).exited).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
    const inside = await backup(live, join(live, 'backup')).exited;
    expect(inside).toMatchObject({ code: 1, stderr: expect.stringContaining('is inside the data folder') });
    const nothing = await backup(temporaryDirectory(), join(folder, 'nothing')).exited;
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('There is nothing to back up') });
  });
});

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
