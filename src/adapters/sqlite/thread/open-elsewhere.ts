import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_BUSY, toFailure } from './failure.ts';

const DATABASES = ['events.db', 'keys.db', 'documents.db', 'search.db', 'side.db'];

/**
 * A connection in WAL mode holds a shared lock, which denies an exclusive one. An unreadable file counts as closed; opening it
 * reports the reason.
 */
export function isOpenElsewhere(directory: string): boolean {
  return DATABASES.map((name) => join(directory, name)).some((path) => existsSync(path) && isOpen(path));
}

function isOpen(path: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    return toFailure(error).errcode === SQLITE_BUSY;
  } finally {
    db?.close();
  }
}
