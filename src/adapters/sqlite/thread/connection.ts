/** How this service opens its SQLite files. */
import { DatabaseSync } from 'node:sqlite';
import type { WorkerSetup } from './protocol.ts';

/** The one connection that writes a file. The file is made when it is missing. */
export function openWriter(setup: WorkerSetup): DatabaseSync {
  const db = new DatabaseSync(setup.path, {
    timeout: setup.busyTimeoutMs,
    allowExtension: setup.allowExtension,
    enableForeignKeyConstraints: true,
  });
  // The journals of savepoints stay in memory: a temporary file would cost more than what they undo.
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = ${setup.synchronous};
    PRAGMA wal_autocheckpoint = ${setup.checkpointPages};
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -16384;
  `);
  return db;
}

/**
 * A connection that only reads, for short reads on the thread that opens it; the file's writer must have opened it first.
 * It sees what has been committed. Read a bounded page at a time (`all`, `get`; not a half-used `iterate`): a reader that stays
 * inside a read keeps the write-ahead log from being emptied.
 */
export function openReader(path: string, options: { readonly mmapBytes?: number } = {}): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  db.exec(`PRAGMA query_only = ON; PRAGMA mmap_size = ${options.mmapBytes ?? 0}; PRAGMA temp_store = MEMORY;`);
  return db;
}
