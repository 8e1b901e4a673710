import { mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';

/** Makes the entries of a folder durable (fsync). Windows cannot open a folder and does this by itself. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function syncFolders(directory: string): Promise<void> {
  const folder = await opendir(directory);
  const folders: string[] = [];
  for await (const entry of folder) if (entry.isDirectory()) folders.push(join(directory, entry.name));
  for (const each of folders) await syncFolders(each);
  await syncDirectory(directory);
}

/** All missing folders below `root` are durable once it resolves, even those that a concurrent caller has just created. */
export async function createDurableDirectory(root: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let inner = directory;
  while (inner !== root && inner !== dirname(inner)) {
    inner = dirname(inner);
    await syncDirectory(inner);
  }
}

/** The file holds the old text or the new one, even after a crash. One process writes the folder at a time. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncDirectory(dirname(path));
}

export async function readFileIfAny(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
