/** Processes that read a data folder beside the service, such as audits. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../../shared/private-files.ts';
import { toFailure } from './failure.ts';

const SQLITE_BUSY = 5;
const BUSY_TIMEOUT_MS = 5_000;
const FILE = 'readers.db';

export interface Registration {
  release(): void;
}

/**
 * Announces a reader of the folder until `release` or the end of the process, by a shared lock on an empty database. Register before any
 * database of the folder is opened: a service that starts would take the reader for another service.
 */
export function registerReader(directory: string): Registration {
  const path = join(directory, FILE);
  createPrivateFile(path);
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    db.close();
    throw error;
  }
  return { release: () => db.close() };
}

export function hasReaders(directory: string): boolean {
  const path = join(directory, FILE);
  if (!existsSync(path)) return false;
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    return toFailure(error).errcode === SQLITE_BUSY;
  } finally {
    db.close();
  }
}
