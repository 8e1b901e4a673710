import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  createPrivateFile,
  createPrivateFolder,
  tightenDataFolder,
} from '../../../src/adapters/shared/private-files.ts';
import { openWriter } from '../../../src/adapters/sqlite/thread/connection.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

beforeEach(() => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
});

describe('Under a umask that forbids nothing', () => {
  test('a new folder, those made above it and a new file are their owner’s alone', () => {
    const directory = join(temporaryDirectory(), 'made', 'here');
    createPrivateFolder(directory);
    createPrivateFile(join(directory, 'events.db'));
    expect([modeOf(join(directory, '..')), modeOf(directory)]).toEqual(['700', '700']);
    expect(modeOf(join(directory, 'events.db'))).toBe('600');
  });

  test('a database and the files beside it are their owner’s alone as soon as they are there', () => {
    const path = join(temporaryDirectory(), 'notes.db');
    const setup = {
      module: '',
      moduleOptions: null,
      synchronous: 'FULL',
      busyTimeoutMs: 0,
      checkpointPages: 100,
      truncateLogAfterMs: null,
    } as const;
    const db = openWriter({ ...setup, path, allowExtension: false, irreplaceable: false });
    onTestFinished(() => db.close());
    db.exec('CREATE TABLE notes (text TEXT)');
    expect(['', '-wal', '-shm'].map((end) => modeOf(`${path}${end}`))).toEqual(['600', '600', '600']);
  });
});

describe('A data folder whose modes are too wide', () => {
  function wideFolder(): string {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'blobs', 'bot', 'ab'), { recursive: true, mode: 0o755 });
    for (const name of [
      'events.db',
      'events.db-wal',
      'search.db.damaged',
      'master.key',
      'blobs/bot/ab/abcd',
      'run.sh',
    ]) {
      writeFileSync(join(directory, name), 'x', { mode: 0o755 });
    }
    chmodSync(directory, 0o755);
    return directory;
  }

  test('is tightened with all that is ours in it, and nothing else', async () => {
    const directory = wideFolder();
    expect(await tightenDataFolder(directory)).toEqual([]);
    const modes = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map(
      (name) => [name, modeOf(join(directory, name))] as const,
    );
    expect(modeOf(directory)).toBe('700');
    expect(Object.fromEntries(modes)).toEqual({
      ...{ 'events.db': '600', 'events.db-wal': '600', 'search.db.damaged': '600', 'master.key': '600' },
      ...{ blobs: '700', 'blobs/bot': '700', 'blobs/bot/ab': '700', 'blobs/bot/ab/abcd': '600', 'run.sh': '755' },
    });
  });

  test('that everybody writes to is left as it is, and told', async () => {
    const directory = wideFolder();
    chmodSync(directory, 0o1777);
    expect(await tightenDataFolder(directory)).toEqual([directory]);
    expect([modeOf(directory), modeOf(join(directory, 'events.db'))]).toEqual(['1777', '600']);
  });

  test('may lose files meanwhile, such as the journal of a database that another process closes', async () => {
    const directory = temporaryDirectory();
    const paths = Array.from({ length: 500 }, (_, at) => join(directory, `tree-head.${at}.json`));
    for (const path of paths) writeFileSync(path, 'x', { mode: 0o755 });
    const tightening = tightenDataFolder(directory);
    while (!paths.some((path) => modeOf(path) === '600')) await setImmediate();
    for (const path of paths) rmSync(path);
    expect(await tightening).toEqual([]);
  });

  test('is not created by being looked at', async () => {
    const directory = join(temporaryDirectory(), 'missing');
    await expect(tightenDataFolder(directory)).rejects.toThrow('ENOENT');
    expect(existsSync(directory)).toBe(false);
  });
});
