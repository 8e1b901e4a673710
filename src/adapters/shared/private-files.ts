/** Owner-only modes for the data folder and its files, whatever the umask: they hold conversations and contacts in the clear. */
import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';
import { DATABASES } from './database-names.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const MODE_BITS = 0o777;
const STICKY_BIT = 0o1000;
/** The data folder may hold other files too. */
const PRIVATE_FILE = new RegExp(
  `^(?:${DATABASES}(?:\\.damaged)?(?:-(?:wal|shm|journal))?|(?:next-)?master\\.key.*|tree-head\\..*json.*)$`,
);
const BLOBS = 'blobs';

export function createPrivateFolder(directory: string): void {
  const created = mkdirSync(directory, { recursive: true, mode: FOLDER_MODE });
  if (created !== undefined) chmodSync(directory, FOLDER_MODE);
}

/**
 * SQLite's `-wal` and `-shm` inherit the mode of their database. Does not open an existing file: closing any descriptor of it
 * drops the locks that SQLite holds on it in this process.
 */
export function createPrivateFile(path: string): void {
  try {
    const file = openSync(path, 'wx', FILE_MODE);
    fchmodSync(file, FILE_MODE);
    closeSync(file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Tightens modes that an earlier release or a restore left.
 * @returns paths that stay too open, because of the file system or another owner; they do not prevent the start
 */
export async function tightenDataFolder(directory: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  const wide: string[] = [];
  const { mode } = await stat(directory);
  // A sticky folder such as /tmp is shared.
  if ((mode & STICKY_BIT) !== 0) wide.push(directory);
  else await tighten(directory, mode, FOLDER_MODE, wide);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isFile() && PRIVATE_FILE.test(entry.name)) await tightenFile(path, wide);
    if (entry.isDirectory() && entry.name === BLOBS) await tightenTree(path, wide);
  }
  return wide;
}

/** Tightens a folder after its content, so that a tight folder can be skipped. */
async function tightenTree(directory: string, wide: string[]): Promise<void> {
  const { mode } = await lstat(directory);
  if ((mode & MODE_BITS) === FOLDER_MODE) return;
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await tightenTree(path, wide);
    else if (entry.isFile()) await tightenFile(path, wide);
  }
  await tighten(directory, mode, FOLDER_MODE, wide);
}

/** Ignores a missing file: another process deletes a journal when it closes the database. */
async function tightenFile(path: string, wide: string[]): Promise<void> {
  try {
    await tighten(path, (await lstat(path)).mode, FILE_MODE, wide);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

async function tighten(path: string, mode: number, wanted: number, wide: string[]): Promise<void> {
  if ((mode & MODE_BITS) === wanted) return;
  await chmod(path, wanted).catch(() => undefined);
  const others = MODE_BITS & ~FOLDER_MODE;
  if (((await stat(path)).mode & others) !== 0) wide.push(path);
}
