import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { columnFromDocument, columnOf, type TableLayout } from './layout.ts';

/** Creates and drops the tables and indexes of collections, on the thread that owns `documents.db`. */
export class CollectionTables {
  readonly #db: DatabaseSync;
  readonly #findTable: StatementSync;
  readonly #findIndex: StatementSync;
  readonly #columns: StatementSync;
  /** Keys of the collections that have their indexes. */
  readonly #indexed = new Set<string>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#findTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
    this.#findIndex = db.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
    );
    this.#columns = db.prepare('SELECT name FROM pragma_table_info(?)');
  }

  exists({ key }: TableLayout): boolean {
    return this.#findTable.get(key) !== undefined;
  }

  hasAnyIndex({ key }: TableLayout): boolean {
    return this.#findIndex.get(key) !== undefined;
  }

  /** Creates the table, or adds the columns that it lacks and fills them from its documents. */
  create(layout: TableLayout): void {
    const { key, table, fields } = layout;
    this.#db.exec(`CREATE TABLE IF NOT EXISTS ${table} (
      id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL, position INTEGER NOT NULL)`);
    const present = new Set(this.#columns.all(key).map(({ name }) => `"${name}"`));
    const missing = fields.filter((field) => !present.has(columnOf(layout, field)));
    for (const field of missing) {
      const column = columnOf(layout, field);
      this.#db.exec(
        `ALTER TABLE ${table} ADD COLUMN ${column}; UPDATE ${table} SET ${column} = ${columnFromDocument(field)}`,
      );
    }
  }

  /**
   * Waits for the first search, conditional delete or activation: a rebuild needs no index, and one bulk sort is cheaper than
   * inserting entries.
   */
  createIndexes(layout: TableLayout): void {
    for (const fields of layout.indexes) {
      const columns = [...fields.map((field) => columnOf(layout, field)), 'id'].join(', ');
      this.#db.exec(
        `CREATE INDEX IF NOT EXISTS "${layout.key} by ${fields.join(',')}" ON ${layout.table} (${columns})`,
      );
    }
    this.#indexed.add(layout.key);
  }

  ensureIndexes(layout: TableLayout): void {
    if (!this.#indexed.has(layout.key)) this.createIndexes(layout);
  }

  drop({ key, table }: TableLayout): void {
    this.#indexed.delete(key);
    this.#db.exec(`DROP TABLE IF EXISTS ${table}`);
  }
}
