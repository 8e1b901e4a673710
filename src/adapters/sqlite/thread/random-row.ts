import type { DatabaseSync } from 'node:sqlite';

/** Probes for damage: reads from the file, not from the connection's cache. */
export function readRandomRow(db: DatabaseSync, tables: readonly string[]): void {
  db.exec('PRAGMA shrink_memory');
  for (const table of tables) {
    const last = Number(db.prepare(`SELECT max(rowid) AS last FROM ${table}`).get()?.last ?? 0);
    db.prepare(`SELECT * FROM ${table} WHERE rowid >= ? LIMIT 1`).get(Math.ceil(Math.random() * last));
  }
}
