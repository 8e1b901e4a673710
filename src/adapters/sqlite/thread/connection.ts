import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../../shared/private-files.ts';
import { damageError } from './failure.ts';
import type { WorkerSetup } from './protocol.ts';

/** The file's only writing connection. */
export function openWriter(setup: WorkerSetup): DatabaseSync {
  createPrivateFile(setup.path);
  const db = new DatabaseSync(setup.path, {
    timeout: setup.busyTimeoutMs,
    allowExtension: setup.allowExtension,
    enableForeignKeyConstraints: true,
  });
  // Savepoint journals stay in memory: files would cost more than the writes that they undo. The cache is small, because the
  // operating system caches the file too.
  try {
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${setup.synchronous};
      PRAGMA wal_autocheckpoint = ${setup.checkpointPages};
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -4096;
    `);
  } catch (error) {
    closeQuietly(db);
    throw error;
  }
  return db;
}

/**
 * Detects a file that ends within its last page, which SQLite takes for whole. Pages may still be in the write-ahead log alone.
 * @throws Error that means damage
 */
export function requireWhole(db: DatabaseSync, path: string): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
  if (statSync(path).size < pragma('page_count') * pragma('page_size')) throw damageError('its end is cut off');
}

export function closeQuietly(db: DatabaseSync): void {
  try {
    db.close();
  } catch {
    // A damaged file may not close; the caller reports why it was refused.
  }
}

/**
 * Opens a connection for short reads of committed data on the calling thread; the writer must have opened the file first. Read
 * bounded pages (`all`, `get`, no half-used `iterate`): an open read keeps the write-ahead log from being truncated.
 */
export function openReader(path: string, options: { readonly mmapBytes?: number } = {}): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  db.exec(`PRAGMA query_only = ON; PRAGMA mmap_size = ${options.mmapBytes ?? 0}; PRAGMA temp_store = MEMORY;`);
  return db;
}
