/** Handlers of the thread that owns `keys.db`. */
import type { DatabaseSync } from 'node:sqlite';
import type { KeyStoreState } from '../../../ports/keys.ts';
import { ROTATION_MARK, rangeBelow, subjectsAbove, WRAPPED_KEY_BYTES } from '../../shared/key-wrapping.ts';
import { busyError } from '../thread/failure.ts';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';

export interface WrappedKey {
  readonly subject: string;
  readonly wrapped: Uint8Array;
}

/** Erased and live rows have the same length, so that an erasure overwrites its row in place and leaves no copy of the key behind. */
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
  const keys = new DataKeys(db);
  // A crash may have interrupted an erasure before its scrub.
  keys.scrub();
  return {
    claimCheck: (wrapped: Uint8Array) => keys.claimCheck(wrapped),
    isRotating: readOnly((_: undefined) => keys.isRotating()),
    state: readOnly((_: undefined) => keys.state()),
    claim: (installationId: string) => keys.claim(installationId),
    catchUp: (revision: number) => keys.catchUp(revision),
    make: (key: WrappedKey) => keys.make(key),
    erase: (subject: string) => keys.erase(subject),
    /** Read-only since it cannot run in a transaction. */
    scrub: readOnly((_: undefined) => keys.scrub()),
  };
}

class DataKeys {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync) {
    this.#statements = prepareStatements(db);
  }

  /** Stores the check value unless there is one, and returns the stored one. */
  claimCheck(wrapped: Uint8Array): unknown {
    this.#statements.insertCheck.run(wrapped);
    return this.#statements.getCheck.get()?.wrapped;
  }

  isRotating(): boolean {
    return this.#statements.find.get(ROTATION_MARK) !== undefined;
  }

  state(): KeyStoreState {
    const row = this.#statements.getState.get();
    return { installationId: row?.installation as string | null, revision: Number(row?.revision) };
  }

  /** Returns the id of the installation that has the keys: the first that claimed them. */
  claim(installationId: string): string | null {
    this.#statements.claim.run(installationId);
    return this.state().installationId;
  }

  catchUp(revision: number): number {
    return Number(this.#statements.catchUp.get(revision)?.revision);
  }

  /** Stores the key unless the subject has one, or it or a subject above it was erased. Returns the revision. */
  make(key: WrappedKey): number {
    const isForbidden = subjectsAbove(key.subject).some(
      (above) => this.#statements.findErased.get(above) !== undefined,
    );
    if (isForbidden || this.#statements.insert.run(key.subject, key.wrapped).changes === 0) {
      return this.state().revision;
    }
    return this.#nextRevision();
  }

  erase(subject: string): number {
    this.#statements.erase.run(subject);
    this.#statements.eraseBelow.run(...rangeBelow(subject));
    return this.#nextRevision();
  }

  /**
   * Checkpoints and truncates the write-ahead log, so that overwritten keys are in neither file.
   * @throws StoreUnavailable when another process held the log for longer than the busy timeout
   */
  scrub(): void {
    if (this.#statements.truncateLog.get()?.busy !== 0) {
      throw busyError('another process reads keys.db, so the write-ahead log could not be emptied of an erased key');
    }
  }

  #nextRevision(): number {
    return Number(this.#statements.nextRevision.get()?.revision);
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    insertCheck: db.prepare('INSERT INTO master_key_check VALUES (1, ?) ON CONFLICT DO NOTHING'),
    getCheck: db.prepare('SELECT wrapped FROM master_key_check'),
    getState: db.prepare('SELECT installation, revision FROM standing'),
    claim: db.prepare('UPDATE standing SET installation = coalesce(installation, ?)'),
    catchUp: db.prepare('UPDATE standing SET revision = max(revision, ?) RETURNING revision'),
    nextRevision: db.prepare('UPDATE standing SET revision = revision + 1 RETURNING revision'),
    insert: db.prepare('INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, ?, 0) ON CONFLICT DO NOTHING'),
    erase: db.prepare(
      `INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, zeroblob(${WRAPPED_KEY_BYTES}), 1)
       ON CONFLICT (subject) DO UPDATE SET wrapped = excluded.wrapped, erased = 1`,
    ),
    eraseBelow: db.prepare(
      `UPDATE data_keys SET wrapped = zeroblob(${WRAPPED_KEY_BYTES}), erased = 1 WHERE subject >= ? AND subject < ? AND erased = 0`,
    ),
    findErased: db.prepare('SELECT 1 FROM data_keys WHERE subject = ? AND erased = 1'),
    find: db.prepare('SELECT 1 FROM data_keys WHERE subject = ?'),
    truncateLog: db.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
  };
}
