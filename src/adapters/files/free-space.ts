import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A small change to every store together. */
const PROBE_BYTES = 64 * 1024;
const PREFIX = '.space-';

/** The free-space figure ignores quotas and reserves. */
export async function hasFreeSpace(directory: string): Promise<boolean> {
  const path = join(directory, `${PREFIX}${randomUUID()}`);
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
