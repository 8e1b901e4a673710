import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DataDirLock } from '../../../src/adapters/sqlite/thread/data-dir-lock.ts';
import { DataFolder } from '../../../src/composition/stores/data-folder.ts';
import { directoryOfFile, temporaryDirectory } from '../../support/temporary-directory.ts';
import {
  backUp,
  contentOf,
  copied,
  flipByte,
  INSTALLATION,
  MASTER_KEY,
  openFolder,
  restoreInto,
  startRotation,
} from './support.ts';

/** Renames so far, and the one at which the process ends, after which nothing is renamed or removed. */
const death = { at: Number.POSITIVE_INFINITY, renames: 0 };
const { rename, rm } = files;

beforeAll(() => {
  files.rename = async (from, to) => {
    if (death.renames >= death.at) throw new Error('the process ended');
    death.renames += 1;
    await rename(from, to);
  };
  files.rm = async (path, options) => {
    if (death.renames >= death.at) throw new Error('the process ended');
    await rm(path, options);
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(files, { rename, rm });
    syncBuiltinESMExports();
  };
});

const SOURCE = 'chatbot-1/source-1';
const OTHER = 'chatbot-2/source-2';
const folderOfFile = directoryOfFile();
const backup = join(folderOfFile, 'backup');
const blobs: (readonly [string, string])[] = [];

beforeAll(async () => {
  const folder = await openFolder(join(folderOfFile, 'data'));
  for (const id of ['chatbot-1', 'chatbot-2']) await folder.keys.getOrCreate(`chatbot:${id}`);
  await folder.keys.getOrCreate('chatbot:chatbot-2/lead:lead-1');
  for (const scope of [SOURCE, OTHER]) {
    blobs.push([scope, (await folder.blobs.put(scope, Buffer.from(`text of ${scope}`))).hash]);
  }
  await folder.append('ChatbotCreated', 'first');
  await folder.append('ChatbotCreated', 'second');
  await backUp(folder.directory, backup);
  await folder.close();
});

beforeEach(() => {
  Object.assign(death, { at: Number.POSITIVE_INFINITY, renames: 0 });
});

/** A data folder that holds something else: one event, no blobs. */
async function otherData(): Promise<string> {
  const folder = await openFolder(join(temporaryDirectory(), 'data'));
  await folder.append('MessageRecorded', 'former');
  await folder.close();
  return folder.directory;
}

const newFolder = () => join(temporaryDirectory(), 'data');
const NEW = { types: ['ChatbotCreated', 'ChatbotCreated'], texts: [`text of ${SOURCE}`, `text of ${OTHER}`] };
const OLD = { types: ['MessageRecorded'], texts: ['', ''] };

describe('A restored backup', () => {
  test('is the data that was backed up, without read models, which are rebuilt', async () => {
    const dataDir = newFolder();
    expect(await restoreInto(dataDir, backup)).toMatchObject({ erased: 0, former: null });
    expect(readdirSync(dataDir).toSorted()).toEqual([
      'blobs',
      'events.db',
      'keys.db',
      'lock.db',
      'readers.db',
      'side.db',
    ]);
    expect(await contentOf(dataDir, blobs)).toEqual(NEW);
  });

  test.each([
    ['a byte of the log is another', 'events.db', flipByte],
    ['the log is cut', 'events.db', (path: string) => truncateSync(path, 8_192)],
    ['the keys are missing', 'keys.db', (path: string) => rmSync(path)],
    ['the checksums are changed', 'SHA256SUMS', flipByte],
    ['the manifest is changed', 'manifest.json', (path: string) => writeFileSync(path, '{}')],
    ['a file was added', 'blobs/more', (path: string) => writeFileSync(path, 'more')],
    ['a blob is cut', `blobs/${SOURCE}`, (path: string) => truncateSync(onlyFileIn(path), 3)],
  ])('is refused in one sentence when %s, before anything is touched', async (_, name, damage) => {
    const damaged = copied(backup, join(temporaryDirectory(), 'backup'));
    damage(join(damaged, name));
    const dataDir = newFolder();
    const refusal = await restoreInto(dataDir, damaged).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      name: 'BackupRefused',
      message: expect.stringMatching(/^The backup .+ is damaged: .+ [^\n]+\.$/),
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('is refused when it lists a file outside of itself', async () => {
    const hostile = copied(backup, join(temporaryDirectory(), 'backup'));
    const sums = readFileSync(join(hostile, 'SHA256SUMS'), 'utf8').replace(/ {2}events\.db/, '  ../../etc/passwd');
    writeFileSync(join(hostile, 'SHA256SUMS'), sums);
    changeManifest(hostile, { checksums: createHash('sha256').update(sums).digest('hex') });
    await expect(restoreInto(newFolder(), hostile)).rejects.toThrow('SHA256SUMS is not as it was written');
  });

  test('is refused when a newer release made it, which it names', async () => {
    const newer = copied(backup, join(temporaryDirectory(), 'backup'));
    changeManifest(newer, { format: 99, release: '9.8.7' });
    await expect(restoreInto(newFolder(), newer)).rejects.toThrow('was made by the newer release 9.8.7');
  });

  test('is refused where a service runs, and over data unless forced', async () => {
    const dataDir = await otherData();
    const lock = DataDirLock.acquire(dataDir);
    await expect(restoreInto(dataDir, backup, { force: true })).rejects.toThrow(
      'is in use by another running Chatledger',
    );
    lock.release();
    await expect(restoreInto(dataDir, backup)).rejects.toThrow(/is not empty: it holds blobs, events\.db, keys\.db/);
    expect(await contentOf(dataDir, blobs)).toEqual(OLD);
  });

  test('moves former data aside when forced, until the next erasure deletes that', async () => {
    const dataDir = await otherData();
    const { former } = await restoreInto(dataDir, backup, { force: true });
    expect(former).not.toBeNull();
    expect(await contentOf(dataDir, blobs)).toEqual(NEW);
    expect(await contentOf(copied(former ?? '', newFolder()), blobs)).toEqual(OLD);
    const folder = await DataFolder.open(dataDir, () => undefined);
    onTestFinished(() => folder.release());
    await folder.removeFilesMovedAside();
    expect(existsSync(former ?? '')).toBe(false);
  });

  test('is refused with another master key, and without any', async () => {
    const dataDir = newFolder();
    const config = { dataDir, masterKey: null, eventStoreUrl: null, mongoUrl: null };
    await expect(restoreInto(dataDir, backup, { config })).rejects.toThrow('The backup holds no master key');
    const other = { ...config, masterKey: Buffer.alloc(32, 8).toString('base64') };
    await expect(restoreInto(dataDir, backup, { config: other })).rejects.toThrow(
      'is not the one that the backup was made with',
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test('is opened by the configured master key, even where a file with another is named', async () => {
    const file = join(temporaryDirectory(), 'other.key');
    writeFileSync(file, Buffer.alloc(32, 8).toString('base64'));
    await restoreInto(newFolder(), backup, { masterKeyFile: file });
  });

  test('is opened by the named file of the master key, which then belongs to the restored data', async () => {
    const file = join(temporaryDirectory(), 'the.key');
    writeFileSync(file, MASTER_KEY);
    const dataDir = newFolder();
    const config = { dataDir, masterKey: null, eventStoreUrl: null, mongoUrl: null };
    await restoreInto(dataDir, backup, { config, masterKeyFile: file });
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(MASTER_KEY);
  });

  test('is the former data or the new data wherever the process ends, never a mixture', async () => {
    const dataDir = await otherData();
    await restoreInto(copied(dataDir, newFolder()), backup, { force: true });
    const { renames } = death;
    expect(renames).toBeGreaterThan(6);
    const seen: string[][] = [];
    for (let at = 0; at < renames; at += 1) {
      const copy = copied(dataDir, newFolder());
      Object.assign(death, { at, renames: 0 });
      await restoreInto(copy, backup, { force: true }).catch(() => undefined);
      death.at = Number.POSITIVE_INFINITY;
      // The next start opens the folder.
      (await DataFolder.open(copy, () => undefined)).release();
      const content = await contentOf(copy, blobs);
      expect([OLD, NEW]).toContainEqual(content);
      seen.push(content.types);
    }
    expect(seen[0]).toEqual(OLD.types);
    expect(seen.at(-1)).toEqual(NEW.types);
  });
});

describe('Data that was erased after the backup', () => {
  const erased = ['chatbot:chatbot-2'];

  async function expectErased(dataDir: string) {
    expect(await contentOf(dataDir, blobs)).toEqual({ ...NEW, texts: [`text of ${SOURCE}`, ''] });
    const folder = await openFolder(dataDir);
    onTestFinished(() => folder.close());
    expect(await folder.keys.getOrCreate('chatbot:chatbot-2')).toBeNull();
    const [alive, lead] = ['chatbot:chatbot-1', 'chatbot:chatbot-2/lead:lead-1'];
    const found = await folder.keys.find([alive, lead]);
    expect([found.get(alive) !== null, found.get(lead)]).toEqual([true, null]);
  }

  test('stays erased when the former data knows of it', async () => {
    const dataDir = copied(join(folderOfFile, 'data'), newFolder());
    const folder = await openFolder(dataDir);
    await folder.keys.erase('chatbot:chatbot-2');
    // No subject of erasures, although its row looks like one.
    await startRotation(dataDir);
    await folder.close();
    expect((await restoreInto(dataDir, backup, { force: true })).erased).toBe(2);
    await expectErased(dataDir);
  });

  test('stays erased when an exported list names it', async () => {
    const erasures = join(temporaryDirectory(), 'erasures.jsonl');
    const lines = [
      { erasuresOf: INSTALLATION },
      ...erased.map((subject) => ({ subject, at: '2026-01-01T00:00:00.000Z' })),
      { erasures: erased.length },
    ];
    writeFileSync(erasures, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const dataDir = newFolder();
    expect((await restoreInto(dataDir, backup, { erasures })).erased).toBe(1);
    await expectErased(dataDir);
    const banner = '\n> chatledger@0.1.0 audit\n> node scripts/launch.cjs src/cli/audit.ts erasures\n\n';
    writeFileSync(erasures, `${banner}${readFileSync(erasures, 'utf8')}`);
    expect((await restoreInto(newFolder(), backup, { erasures })).erased).toBe(1);
  });

  test.each([
    ['of another installation', `${JSON.stringify({ erasuresOf: 'another' })}\n`, 'another installation'],
    ['that is none', 'chatbot:chatbot-2\n', 'is no erasure list: line 1'],
    ['that is empty', '', 'is no erasure list: line 1'],
    ['that was cut off', `${JSON.stringify({ erasuresOf: INSTALLATION })}\n`, 'was cut off'],
    [
      'that lacks a line',
      `${JSON.stringify({ erasuresOf: INSTALLATION })}\n${JSON.stringify({ erasures: 1 })}\n`,
      'was cut off',
    ],
    ['with a line that is none', `${JSON.stringify({ erasuresOf: INSTALLATION })}\n{"subject": "../x"}\n`, 'line 2'],
  ])('is not taken from a list %s', async (_, text, refusal) => {
    const erasures = join(temporaryDirectory(), 'erasures.jsonl');
    writeFileSync(erasures, text);
    await expect(restoreInto(newFolder(), backup, { erasures })).rejects.toThrow(refusal);
  });
});

function changeManifest(directory: string, changes: object): void {
  const path = join(directory, 'manifest.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changes }));
}

function onlyFileIn(directory: string): string {
  const [name] = readdirSync(directory);
  if (name === undefined) return directory;
  const path = join(directory, name);
  return /^[0-9a-f]{64}$/.test(name) ? path : onlyFileIn(path);
}
