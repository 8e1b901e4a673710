/** Checks the data folder before any store opens, so that the error names the path and the reason. */
import { constants, type Dirent } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';
import { DATABASES } from '../shared/database-names.ts';
import { isBackup } from './backup-folder.ts';
import { WORK_FOLDER } from './blobs.ts';

const FOLDER_MODE = 0o700;
/** Beginning of the names of folders that show whether the data folder is writable. */
const PROBE = '.writable-';
/** The folder may hold other files and folders too. */
const NEEDED_FILE = new RegExp(`^(?:${DATABASES}(?:-wal|-shm)?|master\\.key|tree-head\\.json)$`);
/** Databases, of other programs too, and what SQLite keeps beside them. */
const DATABASE_FILE = /\.db(?:-wal|-shm)?$/;
/** Files that must be readable only: they are replaced, not written to. */
const READ_FILE = /^(?:(?:next-)?master\.key|tree-head\.json)$/;

interface Access {
  readonly mode: number;
  readonly verb: 'read' | 'write to';
  readonly lacks: string;
}

const { R_OK, W_OK, X_OK } = constants;
const READ: Access = { mode: R_OK, verb: 'read', lacks: 'readable' };
const WRITE: Access = { mode: R_OK | W_OK, verb: 'write to', lacks: 'writable' };
const WRITE_FOLDER: Access = { ...WRITE, mode: R_OK | W_OK | X_OK };

const CHOOSE_ANOTHER = 'or set DATA_DIR to another folder.';

export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
  constructor(directory: string, reason: string, options?: ErrorOptions) {
    super(`DATA_DIR ${directory} cannot be used: ${reason}`, options);
  }
}

/** @param directory absolute @throws DataDirUnusable */
export async function prepareDataDir(directory: string): Promise<void> {
  if (isBackup(directory)) {
    const way = `Set DATA_DIR to another folder, and restore into it: npm run restore -- ${directory}`;
    throw new DataDirUnusable(directory, `it is a backup, which a start would change. ${way}`);
  }
  for (const missing of await missingFolders(directory)) await createFolder(directory, missing);
  await checkWritable(directory);
  for (const entry of await readdir(directory, { withFileTypes: true })) await checkEntry(directory, entry);
}

async function checkEntry(directory: string, entry: Dirent): Promise<void> {
  const { name } = entry;
  const path = join(directory, name);
  if (NEEDED_FILE.test(name) && (await isFolder(path))) {
    throw new DataDirUnusable(directory, `${path} is a folder, not a file. Move it away, ${CHOOSE_ANOTHER}`);
  }
  if (name === 'blobs' && !(await isFolder(path))) {
    throw new DataDirUnusable(directory, `${path} is no folder. Move it away, ${CHOOSE_ANOTHER}`);
  }
  if (entry.isFile() && DATABASE_FILE.test(name)) await checkAccess(directory, path, WRITE);
  if (entry.isFile() && READ_FILE.test(name)) await checkAccess(directory, path, READ);
  if (entry.isDirectory() && name === 'blobs') {
    for (const folder of [path, join(path, WORK_FOLDER)]) await checkAccess(directory, folder, WRITE_FOLDER);
  }
}

/** Outermost first. */
async function missingFolders(directory: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let path = directory; ; path = dirname(path)) {
    try {
      if ((await stat(path)).isDirectory()) return missing.reverse();
      throw new DataDirUnusable(directory, `${path} is a file, not a folder. Move it away, ${CHOOSE_ANOTHER}`);
    } catch (error) {
      if (error instanceof DataDirUnusable) throw error;
      const code = errorCode(error);
      // ENOTDIR: an ancestor is a file; the loop reports it when it gets there.
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || path === dirname(path)) {
        throw new DataDirUnusable(directory, `${path} cannot be read (${code}). ${advice(path)}`, { cause: error });
      }
      missing.push(path);
    }
  }
}

/** One level at a time: recursive `mkdir` never ends on a file system that answers ENOENT, as /proc does. */
async function createFolder(directory: string, path: string): Promise<void> {
  try {
    await mkdir(path, { mode: FOLDER_MODE });
  } catch (error) {
    const code = errorCode(error);
    // EEXIST: another process created it meanwhile, or it is a dangling link.
    if (code === 'EEXIST' && (await isFolder(path))) return;
    const reason = `${path} cannot be created (${code}). ${advice(dirname(path))}`;
    throw new DataDirUnusable(directory, reason, { cause: error });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Creates something, because permission bits do not show read-only file systems, access lists or /proc. */
async function checkWritable(directory: string): Promise<void> {
  try {
    await mkdtemp(join(directory, PROBE));
    for (const name of await readdir(directory)) if (name.startsWith(PROBE)) await removeProbe(join(directory, name));
  } catch (error) {
    const code = errorCode(error);
    // The stores report a full disk themselves.
    if (code === 'ENOSPC' || code === 'EDQUOT') return;
    throw new DataDirUnusable(directory, `it is not writable (${code}). ${advice(directory)}`, { cause: error });
  }
}

/** Another process that starts may have removed it: each removes those of killed processes too. */
async function removeProbe(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Does not open the file: closing any descriptor of it drops the locks that SQLite holds on it in this process. */
async function checkAccess(directory: string, path: string, { mode, verb, lacks }: Access): Promise<void> {
  try {
    await access(path, mode);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return;
    const reason = `${path} is not ${lacks} (${code}). ${advice(path, verb)}`;
    throw new DataDirUnusable(directory, reason, { cause: error });
  }
}

function advice(path: string, verb: Access['verb'] = 'write to'): string {
  const user = process.getuid?.();
  return `Let ${user === undefined ? 'this user' : `the user ${user}`} ${verb} ${path}, ${CHOOSE_ANOTHER}`;
}
