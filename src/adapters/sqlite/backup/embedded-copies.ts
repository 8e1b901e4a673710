/** Copies of the files of a data folder that cannot be rebuilt, each by its own rules. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROTATION_MARK } from '../../shared/key-wrapping.ts';
import { DatabaseSnapshot, type OnCopied } from './database-snapshot.ts';

export interface CopiedKeys {
  /** `null` in a store of a release that recorded none. */
  readonly installationId: string | null;
  readonly revision: number;
  /** True when some keys are wrapped by one master key and some by another. */
  readonly isRotating: boolean;
  /** Proves a master key: see `checkMasterKey`. */
  readonly masterKeyCheck: Uint8Array | null;
}

export interface LogHead {
  readonly position: bigint;
  readonly eventId: string;
}

export class LogSnapshot {
  readonly #snapshot: DatabaseSnapshot;
  /** `null` for an empty log. */
  readonly head: LogHead | null;

  constructor(directory: string) {
    this.#snapshot = new DatabaseSnapshot(join(directory, 'events.db'));
    const sql = "SELECT position, event ->> 'id' AS eventId FROM events ORDER BY position DESC LIMIT 1";
    this.head = this.#snapshot.get<LogHead>(sql) ?? null;
  }

  copyTo(path: string, onCopied: OnCopied): Promise<void> {
    return this.#snapshot.copyTo(path, onCopied);
  }

  close(): void {
    this.#snapshot.close();
  }
}

export function recordedSince(directory: string, head: LogHead | null, types: readonly string[]): boolean {
  const log = new DatabaseSnapshot(join(directory, 'events.db'));
  try {
    const sql = `SELECT 1 FROM events WHERE position > ? AND type IN (${types.map(() => '?').join(', ')}) LIMIT 1`;
    return log.get(sql, head?.position ?? 0n, ...types) !== undefined;
  } finally {
    log.close();
  }
}

/** Holds the snapshot only during the copy, because an erasure waits until the write-ahead log of the keys can be truncated. */
export async function copyKeys(directory: string, path: string): Promise<void> {
  await copyWhole(join(directory, 'keys.db'), path);
}

/** Stored responses of idempotency keys are left out: they repeat personal data, and nobody needs them after a restore. */
export async function copySideStores(directory: string, path: string, onCopied: OnCopied): Promise<void> {
  await copyWhole(join(directory, 'side.db'), path, onCopied);
  change(path, [['keyed_requests', 'DELETE FROM keyed_requests']]);
}

/** Removes all cached embeddings, because they do not say whose text they belong to. */
export function removeEmbeddings(path: string): void {
  change(path, [
    ['vectors', 'DELETE FROM vectors'],
    ['embeddings', 'DELETE FROM embeddings'],
    ['embedding_totals', 'UPDATE embedding_totals SET entries = 0, uses = 0'],
  ]);
}

/** @throws Error when the file is not a key store */
export function describeKeys(path: string): CopiedKeys {
  const keys = new DatabaseSnapshot(path);
  try {
    const check = keys.get<{ wrapped: Uint8Array }>('SELECT wrapped FROM master_key_check');
    const standing = keys.hasTable('standing')
      ? keys.get<{ installation: string | null; revision: bigint }>('SELECT installation, revision FROM standing')
      : undefined;
    return {
      installationId: standing?.installation ?? null,
      revision: Number(standing?.revision ?? 0n),
      isRotating: keys.get('SELECT 1 FROM data_keys WHERE subject = ?', ROTATION_MARK) !== undefined,
      masterKeyCheck: check?.wrapped ?? null,
    };
  } finally {
    keys.close();
  }
}

/** Accounts, chatbots and what is below them. @throws Error when the file is not a key store */
export function erasedSubjects(path: string): readonly string[] {
  const keys = new DatabaseSnapshot(path);
  try {
    return keys
      .all<{ subject: string }>(
        "SELECT subject FROM data_keys WHERE erased = 1 AND (subject GLOB 'account:*' OR subject GLOB 'chatbot:*')",
      )
      .map(({ subject }) => subject);
  } finally {
    keys.close();
  }
}

async function copyWhole(from: string, to: string, onCopied?: OnCopied): Promise<void> {
  const snapshot = new DatabaseSnapshot(from);
  try {
    await snapshot.copyTo(to, onCopied);
  } finally {
    snapshot.close();
  }
}

/** Overwrites what it deletes, and leaves no journal behind. */
function change(path: string, changes: readonly (readonly [table: string, sql: string])[]): void {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; BEGIN IMMEDIATE');
    const has = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
    for (const [table, sql] of changes) if (has.get(table) !== undefined) db.exec(sql);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}
