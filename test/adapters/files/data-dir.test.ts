import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareDataDir } from '../../../src/adapters/files/data-dir.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const MODULE = new URL('../../../src/adapters/files/data-dir.ts', import.meta.url);
const NOBODY = 65_534;
/** Root may write everywhere, so the permissions are tried as another user. */
const somebody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Prepares the folder in a process of a user without special rights. @returns what it says when it refuses */
function refusalOf(directory: string): string {
  const program = `import(${JSON.stringify(MODULE)}).then((m) => m.prepareDataDir(${JSON.stringify(directory)})).catch((e) => console.log(e.message))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    ...somebody,
    cwd: '/',
    encoding: 'utf8',
    timeout: 10_000,
  });
  return `${stdout}${stderr}`;
}

/** A temporary folder that the other user reaches. */
function reachableFolder(): string {
  const folder = temporaryDirectory();
  chmodSync(folder, 0o755);
  return folder;
}

const readableByOthers =
  spawnSync(process.execPath, ['-e', `require('fs').readFileSync(new URL(${JSON.stringify(MODULE)}))`], {
    ...somebody,
    cwd: '/',
  }).status === 0;

describe('DATA_DIR', () => {
  it('is created with the folders above it, for its owner alone, and left empty', async () => {
    const directory = join(temporaryDirectory(), 'a', 'b');
    await prepareDataDir(directory);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(dirname(directory)).mode & 0o777).toBe(0o700);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is left empty also after a process that was killed as it looked whether it could write there', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, '.writable-k1LLed'));
    await Promise.all([1, 2, 3].map(() => prepareDataDir(directory)));
    expect(readdirSync(directory)).toEqual([]);
  });

  it('may exist already, may be a link, and may be prepared by two at once', async () => {
    const directory = temporaryDirectory();
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(directory, link);
    await prepareDataDir(link);
    const missing = join(directory, 'x', 'y');
    await Promise.all([1, 2, 3].map(() => prepareDataDir(missing)));
    expect(readdirSync(missing)).toEqual([]);
  });

  it('that is a file, or lies below one, is refused with the name of the file', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    for (const directory of [file, join(file, 'x', 'y')]) {
      await expect(prepareDataDir(directory)).rejects.toThrow(
        `DATA_DIR ${directory} cannot be used: ${file} is a file, not a folder. Move it away, or set DATA_DIR to another folder.`,
      );
    }
  });

  const stores = ['events.db', 'keys.db', 'documents.db', 'search.db', 'side.db', 'lock.db', 'readers.db'];
  it.each([...stores, 'events.db-wal', 'master.key', 'tree-head.json'])(
    'with a folder in place of %s is refused with its path, as Docker creates one for a file that it mounts and does not find',
    async (name) => {
      const directory = temporaryDirectory();
      const path = join(directory, name);
      mkdirSync(path);
      await expect(prepareDataDir(directory)).rejects.toThrow(
        `DATA_DIR ${directory} cannot be used: ${path} is a folder, not a file. Move it away, or set DATA_DIR to another folder.`,
      );
    },
  );

  it('may hold folders of other programs, whatever they are called', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'photos.db'));
    await expect(prepareDataDir(directory)).resolves.not.toThrow();
  });

  it('that is a backup is refused and left as it is, until a service has used it', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'manifest.json'), '{}');
    await expect(prepareDataDir(directory)).resolves.not.toThrow();
    writeFileSync(join(directory, 'SHA256SUMS'), '');
    await expect(prepareDataDir(directory)).rejects.toThrow(
      `DATA_DIR ${directory} cannot be used: it is a backup, which a start would change. Set DATA_DIR to another folder, and restore into it: npm run restore -- ${directory}`,
    );
    expect(readdirSync(directory).sort()).toEqual(['SHA256SUMS', 'manifest.json']);
    writeFileSync(join(directory, 'lock.db'), '');
    await expect(prepareDataDir(directory)).resolves.not.toThrow();
  });

  it('that is a link to nothing is refused', async () => {
    const link = join(temporaryDirectory(), 'link');
    symlinkSync('/nowhere-at-all/x', link);
    await expect(prepareDataDir(link)).rejects.toThrow(`${link} cannot be created (EEXIST)`);
  });

  it.runIf(process.platform === 'linux')('in a file system that creates nothing is refused', async () => {
    await expect(prepareDataDir('/proc/x')).rejects.toThrow('/proc/x cannot be created (ENOENT)');
    await expect(prepareDataDir('/proc')).rejects.toThrow('DATA_DIR /proc cannot be used: it is not writable (ENOENT)');
  });

  it.runIf(readableByOthers)('that its user may not write to is refused with the path and the user', () => {
    const folder = reachableFolder();
    chmodSync(folder, 0o555);
    const user = somebody.uid ?? process.getuid?.();
    expect(refusalOf(folder)).toBe(
      `DATA_DIR ${folder} cannot be used: it is not writable (EACCES). Let the user ${user} write to ${folder}, or set DATA_DIR to another folder.\n`,
    );
    const below = join(folder, 'data');
    expect(refusalOf(below)).toContain(`${below} cannot be created (EACCES). Let the user ${user} write to ${folder},`);
    expect(existsSync(below)).toBe(false);
  });

  it('with a file in place of the folder of files and texts is refused with its path', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'blobs'), '');
    await expect(prepareDataDir(directory)).rejects.toThrow(
      `${join(directory, 'blobs')} is no folder. Move it away, or set DATA_DIR to another folder.`,
    );
  });

  it.runIf(readableByOthers).each(['events.db', 'events.db-wal', 'events.db-shm'])(
    'with %s that its user may not write to is refused with its path',
    (name) => {
      const folder = join(reachableFolder(), 'data');
      mkdirSync(folder);
      chmodSync(folder, 0o777);
      const store = join(folder, name);
      writeFileSync(store, '');
      chmodSync(store, 0o444);
      expect(refusalOf(folder)).toContain(`${store} is not writable (EACCES). Let the user`);
    },
  );

  it.runIf(readableByOthers).each([
    ['master.key', 'readable', 'read'],
    ['tree-head.json', 'readable', 'read'],
    ['blobs', 'writable', 'write to'],
    ['blobs/.work', 'writable', 'write to'],
  ])('with %s that belongs to another user is refused with its path', (name, lacks, verb) => {
    const folder = join(reachableFolder(), 'data');
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const path = join(folder, name);
    if (name.startsWith('blobs')) mkdirSync(path, { recursive: true });
    else writeFileSync(path, '');
    if (name === 'blobs/.work') chmodSync(dirname(path), 0o777);
    chmodSync(path, 0o000);
    const user = somebody.uid ?? process.getuid?.();
    const refusal = refusalOf(folder);
    // Only root could delete it otherwise.
    chmodSync(path, 0o700);
    expect(refusal).toContain(
      `${path} is not ${lacks} (EACCES). Let the user ${user} ${verb} ${path}, or set DATA_DIR to another folder.`,
    );
  });
});
