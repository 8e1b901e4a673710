/** Rows of `keys.db` and `side.db` for a migration. The caller holds the lock of the data folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type {
  MigratedRow,
  MigratedTable,
  MigratedTables,
  MigratedValue,
} from '../../ports/migration/migrated-tables.ts';
import { WRAPPED_KEY_BYTES } from '../shared/key-wrapping.ts';
import { openReader } from './thread/connection.ts';
import { fromFailure, toFailure } from './thread/failure.ts';

const BUSY_TIMEOUT_MS = 5_000;
const HASH_LENGTH = 64;
/** Sorts before every id. */
const FIRST = '';

type Columns = Readonly<Record<string, unknown>>;

interface Layout {
  readonly file: 'keys.db' | 'side.db';
  /** Has two parameters: the id after which the page begins, and the limit. */
  readonly select: string;
  readonly insert: string;
  readonly toValues: (row: Columns) => MigratedRow['values'];
  readonly toColumns: (row: MigratedRow) => readonly SQLInputValue[];
}

const LAYOUTS: Readonly<Record<keyof MigratedTables, Layout>> = {
  keys: {
    file: 'keys.db',
    select: 'SELECT subject AS id, wrapped, erased FROM data_keys WHERE subject > ? ORDER BY subject LIMIT ?',
    insert: `INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, ?, ?)
      ON CONFLICT (subject) DO UPDATE SET wrapped = excluded.wrapped, erased = excluded.erased`,
    toValues: ({ wrapped, erased }) => ({ wrapped: erased === 1 ? null : (wrapped as Uint8Array) }),
    toColumns: ({ id, values: { wrapped } }) =>
      wrapped instanceof Uint8Array ? [id, wrapped, 0] : [id, new Uint8Array(WRAPPED_KEY_BYTES), 1],
  },
  counters: {
    file: 'side.db',
    select: 'SELECT name AS id, count, last_at AS lastAt FROM counters WHERE name > ? ORDER BY name LIMIT ?',
    insert: 'INSERT OR REPLACE INTO counters (name, count, last_at) VALUES (?, ?, ?)',
    toValues: ({ count, lastAt }) => ({ count: Number(count), lastAt: Number(lastAt) }),
    toColumns: ({ id, values: { count, lastAt } }) => [id, BigInt(Number(count)), BigInt(Number(lastAt))],
  },
  requests: {
    file: 'side.db',
    select: `SELECT lower(hex(id)) AS id, lower(hex(party)) AS caller, lower(hex(body)) AS body, command_id AS commandId, holder,
      claimed_at AS claimedAt, subject, sealed FROM keyed_requests WHERE id > unhex(?) ORDER BY id LIMIT ?`,
    insert: `INSERT OR REPLACE INTO keyed_requests (id, party, body, command_id, holder, claimed_at, subject, sealed, held_until)
      VALUES (unhex(?), unhex(?), unhex(?), ?, ?, ?, ?, ?, 0)`,
    toValues: ({ caller, body, commandId, holder, claimedAt, subject, sealed }) => ({
      caller: text(caller),
      body: body === '' ? null : text(body),
      commandId: text(commandId),
      holder: text(holder),
      claimedAt: Number(claimedAt),
      subject: text(subject),
      sealed: text(sealed),
    }),
    toColumns: ({ id, values: { caller, body, commandId, holder, claimedAt, subject, sealed } }) =>
      [id, caller, body, commandId, holder, claimedAt, subject, sealed].map((value) => value ?? null),
  },
  embeddings: {
    file: 'side.db',
    select: `SELECT model || ' ' || lower(hex(hash)) AS id, vector FROM embeddings JOIN vectors USING (number)
      WHERE (model, hash) > (?1, unhex(?2)) AND dimensions * 4 = length(vector) ORDER BY model, hash LIMIT ?3`,
    // The vector's row follows.
    insert: 'INSERT INTO embeddings (model, hash, used) VALUES (?, unhex(?), 0) ON CONFLICT DO NOTHING',
    toValues: ({ vector }) => ({ vector: vector as Uint8Array }),
    toColumns: ({ id }) => [id.slice(0, -HASH_LENGTH - 1), id.slice(-HASH_LENGTH)],
  },
};

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export interface OpenedTables extends MigratedTables {
  close(): void;
}

/** @param writable the target of a migration, whose files exist; otherwise a missing file has no rows */
export function openSqliteTables(directory: string, { writable }: { readonly writable: boolean }): OpenedTables {
  const opened = new Map<string, DatabaseSync>();
  const databaseOf = (file: string): DatabaseSync | null => {
    const path = join(directory, file);
    if (!writable && !existsSync(path)) return null;
    const db = opened.get(file) ?? (writable ? openWriter(path) : openReader(path));
    opened.set(file, db);
    return db;
  };
  const tableOf = (name: keyof MigratedTables): MigratedTable => {
    const layout = LAYOUTS[name];
    return {
      page: async (after, limit) => translated(() => readPage(databaseOf(layout.file), name, after, limit)),
      put: async (rows) => translated(() => putRows(databaseOf(layout.file), name, rows)),
    };
  };
  return {
    keys: tableOf('keys'),
    counters: tableOf('counters'),
    requests: tableOf('requests'),
    embeddings: tableOf('embeddings'),
    close() {
      for (const db of opened.values()) db.close();
    },
  };
}

function openWriter(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  return db;
}

function readPage(
  db: DatabaseSync | null,
  name: keyof MigratedTables,
  after: string | null,
  limit: number,
): readonly MigratedRow[] {
  if (db === null) return [];
  const { select, toValues } = LAYOUTS[name];
  const place = after ?? FIRST;
  const bounds =
    name === 'embeddings' ? [place.slice(0, -HASH_LENGTH - 1), place.slice(-HASH_LENGTH)] : ([place] as const);
  return db
    .prepare(select)
    .all(...bounds, limit)
    .map((row) => ({ id: String(row.id), values: toValues(row) }));
}

function putRows(db: DatabaseSync | null, name: keyof MigratedTables, rows: readonly MigratedRow[]): void {
  if (db === null || rows.length === 0) return;
  const insert = db.prepare(LAYOUTS[name].insert);
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const row of rows) insert.run(...LAYOUTS[name].toColumns(row));
    if (name === 'embeddings') putVectors(db, rows);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function putVectors(db: DatabaseSync, rows: readonly MigratedRow[]): void {
  const put = db.prepare(
    `INSERT OR REPLACE INTO vectors (number, dimensions, vector)
     SELECT number, ?, ? FROM embeddings WHERE model = ? AND hash = unhex(?)`,
  );
  for (const row of rows) {
    const vector: MigratedValue | undefined = row.values.vector;
    if (vector instanceof Uint8Array) put.run(vector.byteLength / 4, vector, ...LAYOUTS.embeddings.toColumns(row));
  }
  db.exec('UPDATE embedding_totals SET entries = (SELECT count(*) FROM embeddings)');
}

function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw fromFailure(toFailure(error), 'embedded stores');
  }
}
