import type { DatabaseSync } from 'node:sqlite';

/** Delay for files that hold personal data in clear text: erased data must be gone within ten seconds. */
export const TRUNCATE_LOG_AFTER_MS = 3_000;

/**
 * Truncates the write-ahead log some time after a write. SQLite only appends to that log, so the content of deleted rows stays
 * readable in it, even where `secure_delete` has zeroed them in the database.
 */
export class LogTruncation {
  readonly #db: DatabaseSync;
  readonly #delayMs: number | null;
  #timer: NodeJS.Timeout | null = null;

  /** @param delayMs null for never. A log that an earlier process left is truncated at once. */
  constructor(db: DatabaseSync, delayMs: number | null) {
    this.#db = db;
    this.#delayMs = delayMs;
    if (delayMs !== null) this.#truncate();
  }

  afterWrite(): void {
    if (this.#delayMs === null || this.#timer !== null) return;
    this.#timer = setTimeout(() => this.#truncate(), this.#delayMs);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #truncate(): void {
    this.#timer = null;
    let isTruncated = false;
    try {
      // Busy while a reader still needs the log: tried again.
      isTruncated = this.#db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } catch {
      // A full or damaged disk: the next write reports it.
    }
    if (!isTruncated) this.afterWrite();
  }
}
