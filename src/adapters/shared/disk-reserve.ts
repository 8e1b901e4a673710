/** Disk space that stored files leave free for what must not be refused. */
const MEGABYTE = 1024 * 1024;
/** Share of the whole disk, because a small one would be all reserve. */
const MAX_SHARE = 0.05;

/** In bytes. */
export interface DiskSpace {
  readonly total: number;
  /** Free for this service. */
  readonly free: number;
}

/** @returns the reserved megabytes, when the disk has less than that free; null while there is room for files, or nothing is known */
export function lackingReserve({ total, free }: DiskSpace, maxMegabytes: number): number | null {
  const reserve = Math.min(maxMegabytes * MEGABYTE, total * MAX_SHARE);
  return free < reserve ? Math.ceil(reserve / MEGABYTE) : null;
}
