/** The folder of the embedded stores: private, locked by one process, probed for free space. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataDir } from '../../adapters/files/data-dir.ts';
import { lackOfRoom } from '../../adapters/files/disk-reserve.ts';
import { probeDisk } from '../../adapters/files/free-space.ts';
import { tightenDataFolder } from '../../adapters/shared/private-files.ts';
import { UnwritableStores } from '../../adapters/shared/unwritable-stores.ts';
import { readSqliteEventLog } from '../../adapters/sqlite/event-log/read-event-log.ts';
import { DataDirLock } from '../../adapters/sqlite/thread/data-dir-lock.ts';
import { errorMessage } from '../../lib/thrown.ts';
import type { Report } from '../../ports/report.ts';
import type { DiskRefusal } from '../../ports/store-unavailable.ts';
import { type OpenFile, OpenFilesWatch } from './open-files-watch.ts';
import { completeRestore, dropStaging, REPLACED } from './restore-journal.ts';

/**
 * - `nearly full`: the remaining room is kept for the event log, and files are refused.
 * - `full`, `failing`: the disk refuses writes.
 * - `lost`: the lock was deleted and cannot be acquired again, or the event log or the key store is not in its place.
 */
export type DataFolderState = 'ok' | 'nearly full' | DiskRefusal | 'lost';

/** Read models are rebuilt here before they replace the live ones. Only the holder of the lock may use it. */
export const rebuildFolder = (directory: string): string => join(directory, 'rebuilt');

/** A probe costs a write, so its result is cached. */
const PROBE_CACHE_MS = 1_000;

export class DataFolder {
  readonly unwritableStores = new UnwritableStores();
  /** The folder held events before this start, so whatever else is missing was lost. */
  readonly wasUsed: boolean;
  readonly #directory: string;
  readonly #lock: DataDirLock;
  readonly #report: Report;
  #openFiles: OpenFilesWatch | null = null;
  #lacksRoom = false;
  #probe: { readonly at: number; readonly state: Promise<DataFolderState> } | null = null;

  private constructor(directory: string, lock: DataDirLock, wasUsed: boolean, report: Report) {
    this.wasUsed = wasUsed;
    this.#directory = directory;
    this.#lock = lock;
    this.#report = report;
  }

  /** @throws DataDirUnusable, DataDirInUse */
  static async open(directory: string, report: Report): Promise<DataFolder> {
    await prepareDataDir(directory);
    const wide = await tightenDataFolder(directory);
    if (wide.length > 0) {
      report({
        message: `Cannot restrict the permissions of ${wide.join(', ')}; other users may read them. Restrict them with chmod go-rwx`,
      });
    }
    const lock = DataDirLock.acquire(directory, report);
    try {
      if (await completeRestore(directory)) {
        report({ message: `A restore of ${directory} that was interrupted has been completed` });
      }
      // A process that was killed left them, and they may hold data that is erased later.
      await dropStaging(directory);
      await rm(rebuildFolder(directory), { recursive: true, force: true });
      return new DataFolder(directory, lock, await heldEvents(directory), report);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** @param files irreplaceable files that are open from now on */
  watchOpenFiles(files: readonly OpenFile[]): void {
    const within = files.map(({ what, path }) => ({ what, path: join(this.#directory, path) }));
    this.#openFiles = new OpenFilesWatch(within, this.#report);
  }

  state(): Promise<DataFolderState> {
    const now = performance.now();
    if (this.#probe === null || now - this.#probe.at > PROBE_CACHE_MS) this.#probe = { at: now, state: this.#look() };
    return this.#probe.state;
  }

  /** Deletes files that were moved aside, damaged or replaced by a restore: they may hold erased data. */
  async removeFilesMovedAside(): Promise<void> {
    for (const name of ['documents.db', 'search.db', 'side.db']) {
      for (const end of ['', '-wal']) await rm(join(this.#directory, `${name}.damaged${end}`), { force: true });
    }
    for (const name of await readdir(this.#directory)) {
      if (REPLACED.test(name)) await rm(join(this.#directory, name), { recursive: true, force: true });
    }
  }

  release(): void {
    this.#openFiles?.stop();
    this.#lock.release();
  }

  async #look(): Promise<DataFolderState> {
    if (!this.#lock.isHeld || this.#openFiles?.areInPlace() === false) return 'lost';
    const [probed, unwritable] = await Promise.all([probeDisk(this.#directory), this.unwritableStores.remaining()]);
    const refusals = [probed, ...unwritable.values()];
    return (
      (['full', 'failing'] as const).find((refusal) => refusals.includes(refusal)) ??
      ((await this.#hasRoomForFiles()) ? 'ok' : 'nearly full')
    );
  }

  async #hasRoomForFiles(): Promise<boolean> {
    const lack = await lackOfRoom(this.#directory);
    if ((lack !== null) !== this.#lacksRoom) {
      this.#lacksRoom = lack !== null;
      const message =
        lack === null
          ? `There is room for files in ${this.#directory} again`
          : `Uploads, texts and images are refused: ${lack}. Make room on the disk of ${this.#directory}`;
      this.#report({ message });
    }
    return lack === null;
  }
}

/** A first start that was killed leaves an empty log, with or without its tables. */
async function heldEvents(directory: string): Promise<boolean> {
  if (!existsSync(join(directory, 'events.db'))) return false;
  try {
    const log = readSqliteEventLog({ directory });
    try {
      return (await log.head()) !== null;
    } finally {
      await log.close();
    }
  } catch (error) {
    // The store itself reports its damage.
    return !/no such table/.test(errorMessage(error));
  }
}
