/**
 * The last steps of a restore, as a write-ahead journal of two folders in the data folder. Renaming the folder of the staged, durable files
 * to `READY` is the commit: until then the former files are in place, and from then on whoever opens the data folder next completes the
 * steps. All are renames within one file system and may be repeated.
 */
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, syncFolders } from '../../adapters/files/durable.ts';
import { MASTER_KEY_FILE } from '../../adapters/files/master-key.ts';
import { isTreeHeadFile } from '../../adapters/files/tree-heads.ts';
import { errorCode } from '../../lib/thrown.ts';

const STAGING = '.restore-staging';
const READY = '.restore-ready';
/** The former files have been moved aside. */
const MOVED = '.restore-moved';
const FILES = 'files';
/** Holds the name of the folder that takes the former files. */
const FORMER = 'former';
export const REPLACED = /^replaced-[0-9TZ-]+$/;

const DATA = /^(?:(?:documents|events|keys|search|side)\.db(?:\.damaged)?(?:-(?:wal|shm|journal))?|blobs)$/;

const isData = (name: string): boolean => DATA.test(name) || isTreeHeadFile(name);

export function isRestoreUnfinished(dataDir: string): boolean {
  return [READY, MOVED].some((name) => existsSync(join(dataDir, name)));
}

/** A restore replaces these files and folders. */
export async function dataFilesIn(dataDir: string): Promise<readonly string[]> {
  return (await readdir(dataDir)).filter(isData);
}

export async function startStaging(dataDir: string): Promise<string> {
  await dropStaging(dataDir);
  const files = join(dataDir, STAGING, FILES);
  await mkdir(files, { recursive: true, mode: 0o700 });
  return files;
}

export async function dropStaging(dataDir: string): Promise<void> {
  await rm(join(dataDir, STAGING), { recursive: true, force: true });
}

/** @returns the folder that takes the former files, when there are any */
export async function commitRestore(dataDir: string, now: number): Promise<string | null> {
  const staging = join(dataDir, STAGING);
  const former = `replaced-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  const hasFormer = (await formerFiles(dataDir, join(staging, FILES))).length > 0;
  await writeFile(join(staging, FORMER), former, { mode: 0o600, flush: true });
  await syncFolders(staging);
  await rename(staging, join(dataDir, READY));
  await syncDirectory(dataDir);
  await completeRestore(dataDir);
  return hasFormer ? join(dataDir, former) : null;
}

/**
 * Does nothing without a committed restore. The data folder must be locked.
 * @returns whether there was one
 */
export async function completeRestore(dataDir: string): Promise<boolean> {
  const [ready, moved] = [join(dataDir, READY), join(dataDir, MOVED)];
  const wasUnfinished = isRestoreUnfinished(dataDir);
  if (existsSync(ready)) {
    await moveFormer(dataDir, ready);
    await rename(ready, moved);
    await syncDirectory(dataDir);
  }
  if (existsSync(moved)) {
    const files = join(moved, FILES);
    for (const name of await readdir(files)) await rename(join(files, name), join(dataDir, name));
    await syncDirectory(dataDir);
    await rm(moved, { recursive: true });
  }
  return wasUnfinished;
}

async function moveFormer(dataDir: string, ready: string): Promise<void> {
  const names = await formerFiles(dataDir, join(ready, FILES));
  if (names.length === 0) return;
  const former = join(dataDir, (await readFile(join(ready, FORMER), 'utf8')).trim());
  await mkdir(former, { recursive: true, mode: 0o700 });
  for (const name of names) await rename(join(dataDir, name), join(former, name));
  await syncDirectory(former);
  await syncDirectory(dataDir);
}

/** A master key is replaced only by one that is restored. */
async function formerFiles(dataDir: string, files: string): Promise<readonly string[]> {
  const restoresKey = await lstat(join(files, MASTER_KEY_FILE)).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
  const names = await readdir(dataDir);
  return names.filter((name) => isData(name) || (restoresKey && name === MASTER_KEY_FILE));
}
