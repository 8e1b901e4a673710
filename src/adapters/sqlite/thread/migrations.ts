/** The version of a file is `PRAGMA user_version`. */
import type { DatabaseSync } from 'node:sqlite';

/** A newer release wrote the file. */
export class NewerFileError extends Error {
  override readonly name = 'NewerFileError';
}

/**
 * Migrates the file to version `steps.length`: step n (SQL, from 1) leads from version n-1 to n, in one transaction each. Never
 * change a released step: add one.
 * @throws NewerFileError when the file's version is higher than the number of steps
 */
export function migrate(db: DatabaseSync, steps: readonly string[]): void {
  const row = db.prepare('PRAGMA user_version').get();
  const version = Number(row?.user_version);
  if (version > steps.length) {
    throw new NewerFileError(
      `${db.location() ?? 'The database'} has schema version ${version}, but this release knows up to ${steps.length}: start the newer release that wrote it`,
    );
  }
  steps.slice(version).forEach((step, offset) => {
    db.exec('BEGIN IMMEDIATE');
    try {
      db.exec(step);
      db.exec(`PRAGMA user_version = ${version + offset + 1}`);
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  });
}

/** An earlier release wrote the file, and nothing has migrated it since. */
class OlderFileError extends Error {
  override readonly name = 'OlderFileError';
}

/** Called by readers, which do not migrate. @throws OlderFileError */
export function requireMigrated(db: DatabaseSync, steps: readonly string[]): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version >= steps.length) return;
  throw new OlderFileError(
    `${db.location() ?? 'The database'} was written by an earlier release: start the service of this release once, which migrates it`,
  );
}
