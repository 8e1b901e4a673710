/** Files leave disk space of MongoDB free: a server without any stops, and with it everything that the service keeps there. */
import type { Db } from 'mongodb';
import { DiskRefusesWrites } from '../../../ports/store-unavailable.ts';
import { lackingReserve } from '../../shared/disk-reserve.ts';
import type { Call } from '../failures.ts';

/** The journal alone takes some hundred megabytes. */
const MAX_RESERVE_MEGABYTES = 1024;
/** Files that come in this time take little of the reserve. */
const KNOWN_FOR_MS = 5_000;

/** Answer of a server, or of a router with those of its shards. */
interface DatabaseStats {
  readonly fsTotalSize?: number | bigint;
  readonly fsUsedSize?: number | bigint;
  readonly raw?: Readonly<Record<string, DatabaseStats>>;
}

export class DiskReserve {
  readonly #db: Pick<Db, 'command'>;
  readonly #call: Call;
  #lack: Promise<string | null> = Promise.resolve(null);
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Pick<Db, 'command'>, call: Call) {
    this.#db = db;
    this.#call = call;
  }

  /** @throws DiskRefusesWrites when the disk has less than its reserve left */
  async require(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt > KNOWN_FOR_MS) {
      this.#lookedAt = now;
      this.#lack = this.#look();
    }
    const lack = await this.#lack;
    if (lack !== null) throw new DiskRefusesWrites('blobs', lack, 'full');
  }

  /** The write itself tells whether there is room, should the server not say how much. */
  async #look(): Promise<string | null> {
    const stats = await this.#call(() => this.#db.command({ dbStats: 1 })).catch(() => ({}));
    return lackOfRoom(stats);
  }
}

/** Says how much is reserved, when a disk has less than that; null while there is room for files, or nothing is known. */
function lackOfRoom({ fsTotalSize, fsUsedSize, raw = {} }: DatabaseStats): string | null {
  if (fsTotalSize !== undefined && fsUsedSize !== undefined) {
    const total = Number(fsTotalSize);
    // An unreadable number is `NaN`, which is no lack.
    const lacking = lackingReserve({ total, free: total - Number(fsUsedSize) }, MAX_RESERVE_MEGABYTES);
    return lacking === null
      ? null
      : `less than ${lacking} MB are free on the disk of MongoDB, which keys and read models keep`;
  }
  for (const shard of Object.values(raw)) {
    const lack = lackOfRoom(shard);
    if (lack !== null) return lack;
  }
  return null;
}
