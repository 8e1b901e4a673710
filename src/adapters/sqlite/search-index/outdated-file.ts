/** A `search.db` of an earlier release: all it holds is made again from the stored passages and their embeddings. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { searchIndexMigrations } from './schema.ts';

/**
 * Removes it, bytes and all, before it is opened for good. Only while nobody else has it open.
 * A newer release's is left: opening it refuses with what to do.
 */
export async function removeOutdatedFile(path: string): Promise<void> {
  if (!existsSync(path) || versionOf(path) >= searchIndexMigrations.length) return;
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true });
}

function versionOf(path: string): number {
  const db = new DatabaseSync(path);
  try {
    return Number(db.prepare('PRAGMA user_version').get()?.user_version);
  } finally {
    db.close();
  }
}
