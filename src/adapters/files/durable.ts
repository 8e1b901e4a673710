/** Making what was written to a folder survive a power failure. */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes durable which names the folder holds. Windows cannot open a folder for it and does so by itself. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes the folder and those above it that are missing below `root` (which exists); all of it is durable when it answers, also
 * when somebody else made them a moment ago and has not come to making them durable yet.
 */
export async function makeDurableDirectory(root: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let inner = directory;
  while (inner !== root && inner !== dirname(inner)) {
    inner = dirname(inner);
    await syncDirectory(inner);
  }
}

/** The code of a file system error, as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
