/** A `search.db` of an earlier release is rebuilt from the stored passages and their embeddings. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { isDamage, toFailure } from '../../thread/failure.ts';
import { OLDEST_MIGRATED_VERSION } from './schema.ts';

/** Must run before any connection is open. Keeps a newer or damaged file: opening it reports what to do. */
export async function removeOutdatedFile(path: string): Promise<void> {
  if (!existsSync(path) || versionOf(path) >= OLDEST_MIGRATED_VERSION) return;
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true });
}

function versionOf(path: string): number {
  const db = new DatabaseSync(path);
  try {
    return Number(db.prepare('PRAGMA user_version').get()?.user_version);
  } catch (error) {
    if (isDamage(toFailure(error))) return Number.POSITIVE_INFINITY;
    throw error;
  } finally {
    db.close();
  }
}
