/** Registers the processes that use a data folder: readers, such as audits, and the service that writes it. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../../shared/private-files.ts';
import { isDamage, SQLITE_BUSY, toFailure } from './failure.ts';
import { inodeOf } from './file-place.ts';

const BUSY_TIMEOUT_MS = 5_000;
const FILE = 'readers.db';

export interface Registration {
  release(): void;
}

/**
 * Announces a reader of the folder until `release` or the end of the process, by a shared lock on an empty database. Register
 * before opening any database of the folder: a service that starts would take the reader for another service.
 */
export function registerReader(directory: string): Registration {
  const path = readersFile(directory);
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

export interface Reservation {
  readonly inode: bigint | null;
  /** There were readers at the time of the reservation. */
  readonly hasReaders: boolean;
  release(): void;
}

/**
 * Announces the writer of the folder by SQLite's RESERVED lock, which one process holds beside the shared locks of any readers.
 * @returns null while another process holds it
 */
export function reserveWriting(directory: string): Reservation | null {
  const path = readersFile(directory);
  createPrivateFile(path);
  try {
    return reserveIn(path);
  } catch (error) {
    if (!isDamage(toFailure(error))) throw error;
    // The file holds no data that could be lost.
    truncateSync(path);
    return reserveIn(path);
  }
}

function reserveIn(path: string): Reservation | null {
  const db = new DatabaseSync(path, { timeout: 0 });
  const succeeds = (sql: string): boolean => {
    try {
      db.exec(sql);
      return true;
    } catch (error) {
      if (toFailure(error).errcode === SQLITE_BUSY) return false;
      db.close();
      throw error;
    }
  };
  const hasReaders = !succeeds('BEGIN EXCLUSIVE; ROLLBACK');
  if (succeeds('BEGIN IMMEDIATE')) return { inode: inodeOf(path), hasReaders, release: () => db.close() };
  db.close();
  return null;
}

export const readersFile = (directory: string): string => join(directory, FILE);
