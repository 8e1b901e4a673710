/** Handlers of the thread that owns `keys.db`. */
import type { DatabaseSync } from 'node:sqlite';
import type { KeyStoreState } from '../../../ports/keys.ts';
import { ROTATION_MARK, rangeBelow, subjectsAbove, WRAPPED_KEY_BYTES } from '../../shared/key-wrapping.ts';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';

export interface WrappedKey {
  readonly subject: string;
  readonly wrapped: Uint8Array;
}

/**
 * Erased and live rows have the same length, so an erasure overwrites its row in place and SQLite leaves no copy of the key
 * behind.
 */
export const KEYS_SCHEMA: readonly string[] = [
  `CREATE TABLE data_keys (
     number INTEGER PRIMARY KEY, subject TEXT NOT NULL UNIQUE, wrapped BLOB NOT NULL, erased INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE master_key_check (only INTEGER PRIMARY KEY CHECK (only = 1), wrapped BLOB NOT NULL) STRICT;`,
  `CREATE TABLE standing (
     only INTEGER PRIMARY KEY CHECK (only = 1), installation TEXT, revision INTEGER NOT NULL
   ) STRICT;
   INSERT INTO standing SELECT 1, NULL, count(*) FROM data_keys;`,
];

export type KeysHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync) {
  // Overwrite freed bytes.
  db.exec('PRAGMA secure_delete = ON');
  migrate(db, KEYS_SCHEMA);
  const insertCheck = db.prepare('INSERT INTO master_key_check VALUES (1, ?) ON CONFLICT DO NOTHING');
  const getCheck = db.prepare('SELECT wrapped FROM master_key_check');
  const getStanding = db.prepare('SELECT installation, revision FROM standing');
  const claim = db.prepare('UPDATE standing SET installation = coalesce(installation, ?)');
  const raise = db.prepare('UPDATE standing SET revision = max(revision, ?) RETURNING revision');
  const bump = db.prepare('UPDATE standing SET revision = revision + 1 RETURNING revision');
  const insert = db.prepare('INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, ?, 0) ON CONFLICT DO NOTHING');
  const eraseKey = db.prepare(
    `INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, zeroblob(${WRAPPED_KEY_BYTES}), 1)
     ON CONFLICT (subject) DO UPDATE SET wrapped = excluded.wrapped, erased = 1`,
  );
  const eraseBelow = db.prepare(
    `UPDATE data_keys SET wrapped = zeroblob(${WRAPPED_KEY_BYTES}), erased = 1 WHERE subject >= ? AND subject < ? AND erased = 0`,
  );
  const isErased = db.prepare('SELECT 1 FROM data_keys WHERE subject = ? AND erased = 1');
  const isMarked = db.prepare('SELECT 1 FROM data_keys WHERE subject = ?');
  const truncateLog = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)');

  /** @throws Error when a reader held the log for longer than the busy timeout. */
  function scrub(): void {
    if (truncateLog.get()?.busy !== 0) throw new Error('The write-ahead log could not be emptied of an erased key');
  }
  function standing(): KeyStoreState {
    const row = getStanding.get();
    return { installationId: row?.installation as string | null, revision: Number(row?.revision) };
  }

  // A crash may have interrupted an erasure before its scrub.
  scrub();

  return {
    /** Stores the check value unless there is one, and returns the stored one. */
    claimCheck(wrapped: Uint8Array): unknown {
      insertCheck.run(wrapped);
      return getCheck.get()?.wrapped;
    },
    isRotating: readOnly((_: undefined): boolean => isMarked.get(ROTATION_MARK) !== undefined),
    standing: readOnly((_: undefined) => standing()),
    claim(installationId: string): string | null {
      claim.run(installationId);
      return standing().installationId;
    },
    catchUp(revision: number): number {
      return Number(raise.get(revision)?.revision);
    },
    /** Stores the key unless the subject has one, or it or a subject above it was erased. Returns the revision. */
    make(key: WrappedKey): number {
      const isForbidden = subjectsAbove(key.subject).some((above) => isErased.get(above) !== undefined);
      if (isForbidden || insert.run(key.subject, key.wrapped).changes === 0) return standing().revision;
      return Number(bump.get()?.revision);
    },
    erase(subject: string): number {
      eraseKey.run(subject);
      eraseBelow.run(...rangeBelow(subject));
      return Number(bump.get()?.revision);
    },
    /**
     * Checkpoints and truncates the write-ahead log, so that overwritten keys are in neither file. Cannot run in a
     * transaction.
     */
    scrub: readOnly((_: undefined): void => scrub()),
  };
}
