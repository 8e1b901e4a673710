/** What runs in the thread that owns keys.db. */
import type { DatabaseSync } from 'node:sqlite';
import { rangeBelow, subjectsAbove, wrappedBytes } from '../../key-wrapping.ts';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';

export interface WrappedKey {
  readonly subject: string;
  readonly wrapped: Uint8Array;
}

export type KeysHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync) {
  // Freed bytes are overwritten.
  db.exec('PRAGMA secure_delete = ON');
  // A row is appended and later overwritten where it stands: erased is as long as not erased. So no copy of a key is left
  // behind where SQLite has moved a row from.
  migrate(db, [
    `CREATE TABLE data_keys (
       number INTEGER PRIMARY KEY, subject TEXT NOT NULL UNIQUE, wrapped BLOB NOT NULL, erased INTEGER NOT NULL
     ) STRICT;
     CREATE TABLE master_key_check (only INTEGER PRIMARY KEY CHECK (only = 1), wrapped BLOB NOT NULL) STRICT;`,
  ]);
  const insertCheck = db.prepare('INSERT INTO master_key_check VALUES (1, ?) ON CONFLICT DO NOTHING');
  const getCheck = db.prepare('SELECT wrapped FROM master_key_check');
  const insert = db.prepare('INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, ?, 0) ON CONFLICT DO NOTHING');
  const eraseKey = db.prepare(
    `INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, zeroblob(${wrappedBytes}), 1)
     ON CONFLICT (subject) DO UPDATE SET wrapped = excluded.wrapped, erased = 1`,
  );
  const eraseBelow = db.prepare(
    `UPDATE data_keys SET wrapped = zeroblob(${wrappedBytes}), erased = 1 WHERE subject >= ? AND subject < ? AND erased = 0`,
  );
  const isErased = db.prepare('SELECT 1 FROM data_keys WHERE subject = ? AND erased = 1');
  const emptyLog = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');

  /** @throws Error when a reader held on to the log for longer than the busy timeout. */
  function scrub(): void {
    if (emptyLog.get()?.busy !== 0) throw new Error('The write-ahead log could not be emptied of an erased key');
  }
  // A crash may have come between an erasure and its scrubbing.
  scrub();

  return {
    /** The check value of this file: the one given when there was none. */
    claimCheck(wrapped: Uint8Array): unknown {
      insertCheck.run(wrapped);
      return getCheck.get()?.wrapped;
    },
    /** Keeps the key unless the subject has one, or it or one above it has been erased. */
    make(key: WrappedKey): void {
      if (subjectsAbove(key.subject).some((above) => isErased.get(above) !== undefined)) return;
      insert.run(key.subject, key.wrapped);
    },
    erase(subject: string): void {
      eraseKey.run(subject);
      eraseBelow.run(...rangeBelow(subject));
    },
    /** Copies the log into the file and empties it, so that what was overwritten is in neither. Not in a transaction. */
    scrub: readOnly((_: undefined): void => scrub()),
  };
}
