import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskRefusal } from '../../ports/store-unavailable.ts';
import { refusalOf } from './disk-refusal.ts';

/** A small change to every store together. */
const PROBE_BYTES = 64 * 1024;
const PREFIX = '.space-';

/** Writes a little, because the free-space figure ignores quotas and reserves. @returns null when the disk accepts it */
export async function probeDisk(directory: string): Promise<DiskRefusal | null> {
  const path = join(directory, `${PREFIX}${randomUUID()}`);
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o600 });
    return null;
  } catch (error) {
    return refusalOf(error) ?? 'failing';
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
