/** `keys.db` while its master key is rotated and no service has it open. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RotatableKeys, StoredKey } from '../../shared/key-rotation.ts';
import { ROTATION_MARK, WRAPPED_KEY_BYTES } from '../../shared/key-wrapping.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** The file must exist. The caller holds the lock of the data folder. */
export function openRotatableKeys(directory: string): RotatableKeys {
  const place = join(directory, 'keys.db');
  const db = new DatabaseSync(place, { timeout: BUSY_TIMEOUT_MS });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  const statements = prepareStatements(db);
  return {
    place,
    async check() {
      const wrapped = statements.check.get()?.wrapped;
      return wrapped instanceof Uint8Array ? wrapped : null;
    },
    isRotating: async () => statements.marked.get(ROTATION_MARK) !== undefined,
    add: async ({ subject, wrapped }) => void statements.add.run(subject, wrapped),
    async begin(wrapped) {
      inTransaction(db, () => {
        statements.setCheck.run(wrapped);
        statements.mark.run(ROTATION_MARK);
      });
    },
    page: async (after, limit) => statements.page.all(after ?? '', limit) as unknown as readonly StoredKey[],
    async replace(keys) {
      inTransaction(db, () => {
        for (const { subject, wrapped } of keys) statements.replace.run(wrapped, subject);
      });
    },
    async finish() {
      statements.unmark.run(ROTATION_MARK);
      const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {};
      if (busy !== 0) throw new Error(`The write-ahead log of ${place} could not be emptied of former keys`);
    },
    close: async () => db.close(),
  };
}

function prepareStatements(db: DatabaseSync) {
  return {
    check: db.prepare('SELECT wrapped FROM master_key_check'),
    setCheck: db.prepare('UPDATE master_key_check SET wrapped = ?'),
    mark: db.prepare(
      `INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, zeroblob(${WRAPPED_KEY_BYTES}), 1) ON CONFLICT DO NOTHING`,
    ),
    marked: db.prepare('SELECT 1 FROM data_keys WHERE subject = ?'),
    unmark: db.prepare('DELETE FROM data_keys WHERE subject = ?'),
    add: db.prepare('INSERT INTO data_keys (subject, wrapped, erased) VALUES (?, ?, 0) ON CONFLICT DO NOTHING'),
    page: db.prepare(
      'SELECT subject, wrapped FROM data_keys WHERE erased = 0 AND subject > ? ORDER BY subject LIMIT ?',
    ),
    // The same length, so that the row is overwritten in place.
    replace: db.prepare('UPDATE data_keys SET wrapped = ? WHERE subject = ? AND erased = 0'),
  };
}

function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
