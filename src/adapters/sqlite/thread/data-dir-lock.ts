/** One process a DATA_DIR: the embedded stores count on being the only writers of their files. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toFailure } from './failure.ts';

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  readonly directory: string;

  constructor(directory: string, options?: ErrorOptions) {
    super(
      `The data folder ${directory} is in use by another running Chatledger. Stop that one, or give this one a DATA_DIR of its own.`,
      options,
    );
    this.directory = directory;
  }
}

/**
 * Held from `acquire` until `release` or the end of the process, however it ends: an exclusive transaction on an otherwise
 * empty database, so that it is the operating system that lets go after a kill -9, and no stale lock file is ever left.
 */
export class DataDirLock {
  readonly #db: DatabaseSync;

  private constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Makes the folder when it is missing. @throws DataDirInUse when another process (or this one) holds it already. */
  static acquire(directory: string): DataDirLock {
    mkdirSync(directory, { recursive: true });
    const db = new DatabaseSync(join(directory, 'lock.db'), { timeout: 0 });
    try {
      db.exec('BEGIN EXCLUSIVE');
      return new DataDirLock(db);
    } catch (error) {
      db.close();
      const busy = 5; // SQLITE_BUSY
      if (toFailure(error).errcode === busy) throw new DataDirInUse(directory, { cause: error });
      throw error;
    }
  }

  release(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}
