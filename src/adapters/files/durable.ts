import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

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

/** All missing folders below `root` are durable once it resolves, even those that a concurrent caller has just created. */
export async function createDurableDirectory(root: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let inner = directory;
  while (inner !== root && inner !== dirname(inner)) {
    inner = dirname(inner);
    await syncDirectory(inner);
  }
}

/** `ENOENT` and the like, from a file system error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
