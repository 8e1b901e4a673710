/** The embedded stores rely on being the only writers of their files. */
import { copyFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Report } from '../../../ports/report.ts';
import { createPrivateFile, createPrivateFolder } from '../../shared/private-files.ts';
import { type Reservation, readersFile, reserveWriting } from './data-dir-readers.ts';
import { isDamage, SQLITE_BUSY, toFailure } from './failure.ts';
import { inodeOf } from './file-place.ts';
import { isOpenElsewhere } from './open-elsewhere.ts';

/** The holder checks for a deleted lock file. */
const CHECK_INTERVAL_MS = 1_000;
/** The lock file may be deleted between its creation and its lock; repeated failures have another cause. */
const MAX_ATTEMPTS = 3;

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  readonly directory: string;

  constructor(directory: string, options?: ErrorOptions) {
    super(
      `The data folder ${directory} is in use by another running Chatledger. Stop that one, or give this one a DATA_DIR of its own.`,
      options,
    );
    this.directory = directory;
  }
}

interface Locked {
  readonly db: DatabaseSync;
  readonly inode: bigint;
}

/**
 * Exclusive lock from `acquire` until `release` or the end of the process: an exclusive transaction on an empty database, which
 * the operating system releases after a kill. Deleting the lock file would delete the lock. So the holder also reserves writing
 * in the readers' file and locks new files as soon as it notices, and `acquire` checks whether another process that is no
 * reader has a database of the folder open.
 */
export class DataDirLock {
  readonly #directory: string;
  readonly #path: string;
  readonly #report: Report;
  readonly #timer: NodeJS.Timeout;
  #locked: Locked;
  #reservation: Reservation;
  #isHeld = true;

  private constructor(directory: string, locked: Locked, reservation: Reservation, report: Report) {
    this.#directory = directory;
    this.#path = lockFile(directory);
    this.#locked = locked;
    this.#reservation = reservation;
    this.#report = report;
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  /** @throws DataDirInUse when another process, or this one, already holds it */
  static acquire(directory: string, report: Report = () => undefined): DataDirLock {
    createPrivateFolder(directory);
    const locked = lock(lockFile(directory), directory, report);
    const reservation = reserveWriting(directory);
    // Readers hold databases open too.
    if (reservation !== null && (reservation.hasReaders || !isOpenElsewhere(directory))) {
      return new DataDirLock(directory, locked, reservation, report);
    }
    reservation?.release();
    locked.db.close();
    throw new DataDirInUse(directory);
  }

  /** False while the lock file is missing and no new one could be locked. */
  get isHeld(): boolean {
    return this.#isHeld && inodeOf(this.#path) === this.#locked.inode;
  }

  release(): void {
    clearInterval(this.#timer);
    if (!this.#locked.db.isOpen) return;
    this.#reservation.release();
    this.#locked.db.close();
  }

  /** Deleting the readers' file deletes the reservation in it. The lock refuses another process that then has it. */
  #reserveAnew(): void {
    if (inodeOf(readersFile(this.#directory)) === this.#reservation.inode) return;
    try {
      const reservation = reserveWriting(this.#directory);
      if (reservation === null) return;
      this.#reservation.release();
      this.#reservation = reservation;
    } catch {
      // The folder may have been deleted: the check of the lock reports it, and the next check tries again.
    }
  }

  #check(): void {
    this.#reserveAnew();
    if (this.isHeld) return;
    const wasHeld = this.#isHeld;
    try {
      const { db } = this.#locked;
      this.#locked = lock(this.#path, this.#path, this.#report);
      db.close();
      this.#isHeld = true;
      this.#report({ message: `${this.#path} was deleted while the service runs; created and locked again` });
    } catch (error) {
      this.#isHeld = false;
      if (wasHeld)
        this.#report({ message: `Failed to lock ${this.#path} again after it was deleted; will retry`, error });
    }
  }
}

const lockFile = (directory: string): string => join(directory, 'lock.db');

function lock(path: string, directory: string, report: Report): Locked {
  for (let attempt = 1; ; attempt += 1) {
    createPrivateFile(path);
    const db = new DatabaseSync(path, { timeout: 0 });
    try {
      db.exec('BEGIN EXCLUSIVE');
      const inode = inodeOf(path);
      if (inode !== null) return { db, inode };
      throw new Error(`${path} was deleted as it was being locked`);
    } catch (error) {
      db.close();
      const failure = toFailure(error);
      if (failure.errcode === SQLITE_BUSY) throw new DataDirInUse(directory, { cause: error });
      if (attempt === MAX_ATTEMPTS) throw error;
      if (isDamage(failure)) resetDamagedFile(path, report);
    }
  }
}

/**
 * Truncates in place, because a new file would be another lock. A current holder is reported as busy before its content is
 * read.
 */
function resetDamagedFile(path: string, report: Report): void {
  const damaged = `${path}.damaged`;
  copyFileSync(path, damaged);
  truncateSync(path);
  report({ message: `${path} was damaged; a copy is kept as ${damaged}, and no data is lost` });
}
