/** Online copies of SQLite files that another process writes. */
import { open } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../../shared/private-files.ts';
import { openReader } from '../thread/connection.ts';

/** 8 MB of pages a step: each step runs in a thread of libuv, and progress is reported between steps. */
const PAGES_PER_STEP = 2_000;

/** @param share from 0 to 1 */
export type OnCopied = (share: number) => void;

/**
 * Snapshot isolation by a read transaction: later commits are invisible, and no writer waits. The write-ahead log cannot be
 * truncated until `close`, so close the snapshot of a file with erasures soon.
 */
export class DatabaseSnapshot {
  readonly #db: DatabaseSync;

  /** @throws Error when the file is no database or cannot be read */
  constructor(path: string) {
    this.#db = openReader(path);
    try {
      this.#db.exec('BEGIN');
      // The transaction begins with its first read.
      this.#db.prepare('SELECT count(*) FROM sqlite_schema').get();
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  get<Row>(sql: string, ...values: readonly (string | bigint)[]): Row | undefined {
    const statement = this.#db.prepare(sql);
    statement.setReadBigInts(true);
    return statement.get(...values) as Row | undefined;
  }

  all<Row>(sql: string): readonly Row[] {
    return this.#db.prepare(sql).all() as unknown as Row[];
  }

  hasTable(name: string): boolean {
    return this.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name) !== undefined;
  }

  /** Writes the snapshot to a new private file, durable once it resolves. */
  async copyTo(path: string, onCopied: OnCopied = () => undefined): Promise<void> {
    createPrivateFile(path);
    await backup(this.#db, path, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => onCopied((totalPages - remainingPages) / totalPages),
    });
    leaveWalMode(path);
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    onCopied(1);
  }

  close(): void {
    this.#db.close();
  }
}

/** Reading a copy in WAL mode would create files beside it, which read-only media refuse. The service returns to WAL mode. */
function leaveWalMode(path: string): void {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
}
