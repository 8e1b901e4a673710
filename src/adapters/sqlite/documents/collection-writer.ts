/** Writes one collection in the current transaction of the thread that owns `documents.db`. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { FieldValue } from '../../shared/collection-layout.ts';
import { columnOf, columnValue, type TableLayout } from './layout.ts';
import { type PackedPuts, type PackedStep, putsOf } from './packed.ts';

type SqlValue = ReturnType<typeof columnValue> | bigint;

/** Rows of one statement. Each statement costs about as much as a row, and more rows save little. */
const ROWS_PER_STATEMENT = 16;

/**
 * A deleted document leaves a tombstone (id and position) in `deletions`: until a checkpoint has passed it, a redelivered older
 * put must not restore it.
 */
export class CollectionWriter {
  readonly #db: DatabaseSync;
  readonly #layout: TableLayout;
  readonly #putOne: StatementSync;
  readonly #putMany: StatementSync;
  readonly #anyDeletion: StatementSync;
  readonly #newerDeletion: StatementSync;
  readonly #forgetDeletion: StatementSync;
  readonly #delete: StatementSync;
  readonly #noteDeletion: StatementSync;

  constructor(db: DatabaseSync, layout: TableLayout) {
    this.#db = db;
    this.#layout = layout;
    const { table } = layout;
    const columns = ['document', 'position', ...layout.fields.map((field) => columnOf(layout, field))];
    const row = `(?${', ?'.repeat(columns.length)})`;
    const put = (rows: number) =>
      db.prepare(
        `INSERT INTO ${table} (id, ${columns.join(', ')}) VALUES ${Array(rows).fill(row).join(', ')}
         ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
         WHERE excluded.position >= position`,
      );
    this.#putOne = put(1);
    this.#putMany = put(ROWS_PER_STATEMENT);
    this.#anyDeletion = db.prepare('SELECT 1 FROM deletions WHERE collection = ? LIMIT 1');
    this.#newerDeletion = db.prepare('SELECT 1 FROM deletions WHERE collection = ? AND id = ? AND position > ?');
    this.#forgetDeletion = db.prepare('DELETE FROM deletions WHERE collection = ? AND id = ?');
    this.#delete = db.prepare(`DELETE FROM ${table} WHERE id = ? AND position <= ?`);
    this.#noteDeletion = db.prepare(
      `INSERT INTO deletions (collection, id, position) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET position = max(position, excluded.position)`,
    );
  }

  run(step: PackedStep): void {
    switch (step.kind) {
      case 'puts':
        this.#runPuts(step);
        return;
      case 'delete':
        this.#delete.run(step.id, step.position);
        this.#noteDeletion.run(this.#layout.key, step.id, step.position);
        return;
      case 'deleteWhere':
        this.#runDeleteWhere(step.fields, step.values, step.position);
        return;
      default:
        step satisfies never;
    }
  }

  #runPuts(packed: PackedPuts): void {
    const puts = putsOf(packed);
    const width = this.#layout.fields.length;
    const rowWidth = width + 3;
    const mayBeDeleted = this.#anyDeletion.get(this.#layout.key) !== undefined;
    let rows: SqlValue[] = [];
    for (const [index, id] of puts.ids.entries()) {
      const position = puts.positions[index] ?? 0n;
      if (mayBeDeleted && !this.#overridesDeletion(id, position)) continue;
      rows.push(id, puts.documents[index] ?? '', position);
      for (let at = index * width; at < (index + 1) * width; at++) rows.push(columnValue(puts.values[at] ?? null));
      if (rows.length < ROWS_PER_STATEMENT * rowWidth) continue;
      this.#putMany.run(...rows);
      rows = [];
    }
    for (let at = 0; at < rows.length; at += rowWidth) this.#putOne.run(...rows.slice(at, at + rowWidth));
  }

  /** Drops an older tombstone of the document. Returns false when a newer one forbids the write. */
  #overridesDeletion(id: string, position: bigint): boolean {
    const { key } = this.#layout;
    if (this.#newerDeletion.get(key, id, position) !== undefined) return false;
    this.#forgetDeletion.run(key, id);
    return true;
  }

  #runDeleteWhere(fields: readonly string[], values: readonly FieldValue[], position: bigint): void {
    const { key, table } = this.#layout;
    const matches = [...fields.map((field) => `${columnOf(this.#layout, field)} IS ?`), 'position <= ?'].join(' AND ');
    const parameters = [...values.map(columnValue), position];
    this.#db
      .prepare(
        `INSERT INTO deletions (collection, id, position) SELECT ?, id, ? FROM ${table} WHERE ${matches}
         ON CONFLICT DO UPDATE SET position = max(position, excluded.position)`,
      )
      .run(key, position, ...parameters);
    this.#db.prepare(`DELETE FROM ${table} WHERE ${matches}`).run(...parameters);
  }
}
