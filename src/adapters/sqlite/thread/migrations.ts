/** Schema versions of one file, kept in `PRAGMA user_version`. */
import type { DatabaseSync } from 'node:sqlite';

/** The file was written by a newer release than this one. */
export class NewerFileError extends Error {
  override readonly name = 'NewerFileError';
}

/**
 * Brings the file from the version it has to `steps.length`: step n (SQL, from 1) leads from version n-1 to n. Each step is one
 * transaction, so that a crash leaves the version before or after it. Never change a step that was released: add one.
 * @throws NewerFileError when the file's version is higher than the number of steps.
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
