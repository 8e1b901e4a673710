/** Replaces collections of a `documents.db` by those of another one in one transaction. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CollectionDefinition } from '../../../ports/documents.ts';
import { layoutOf } from './layout.ts';

export interface SwapOptions {
  /** Folder of the file that changes. No other connection writes it. */
  readonly directory: string;
  /** Folder of the file to take them from; closed. */
  readonly from: string;
  /** Prepared in both files. */
  readonly collections: readonly CollectionDefinition[];
  /** Collection of dead letters, of which those of the swapped collections are replaced. */
  readonly deadLetters: CollectionDefinition;
}

export function swapCollections({ directory, from, collections, deadLetters }: SwapOptions): void {
  const db = new DatabaseSync(join(directory, 'documents.db'), { timeout: 5_000 });
  try {
    db.exec('PRAGMA secure_delete = ON');
    db.prepare('ATTACH ? AS rebuilt').run(join(from, 'documents.db'));
    db.exec('BEGIN IMMEDIATE');
    for (const collection of collections) swap(db, collection, layoutOf(deadLetters).table);
    db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

function swap(db: DatabaseSync, collection: CollectionDefinition, letters: string): void {
  const { key, table } = layoutOf(collection);
  const copy = (name: string, where: string) => {
    const columns = columnsOf(db, name);
    db.prepare(`DELETE FROM main.${name} WHERE ${where}`).run(...parameters(where, key));
    const select = `SELECT ${columns} FROM rebuilt.${name} WHERE ${where}`;
    db.prepare(`INSERT INTO main.${name} (${columns}) ${select}`).run(...parameters(where, key));
  };
  copy(table, 'true');
  copy('checkpoints', 'projection = ?');
  copy('deletions', 'collection = ?');
  copy(letters, `"field projection" = ?`);
  const { name, version } = collection;
  db.prepare('INSERT INTO active_versions VALUES (?, ?) ON CONFLICT DO UPDATE SET version = excluded.version').run(
    name,
    version,
  );
}

const parameters = (where: string, key: string): string[] => (where.includes('?') ? [key] : []);

/** The order of columns may differ, because older releases added some later. */
function columnsOf(db: DatabaseSync, table: string): string {
  const rows = db.prepare(`PRAGMA rebuilt.table_info(${table})`).all();
  return rows.map(({ name }) => `"${name}"`).join(', ');
}
