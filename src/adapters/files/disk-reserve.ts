/** Disk space that stored files leave free: a file can be refused, an event of the log should not be. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { DiskRefusesWrites } from '../../ports/store-unavailable.ts';

const MEGABYTE = 1024 * 1024;
const MAX_RESERVE = 256 * MEGABYTE;
/** Share of the whole disk, because a small one would be all reserve. */
const MAX_SHARE = 0.05;

type StatFigures = Pick<StatsFs, 'frsize' | 'bsize' | 'blocks' | 'bavail'>;

export interface DiskSpace {
  /** Bytes. */
  readonly total: number;
  /** Bytes that this process may use. */
  readonly free: number;
}

/** Blocks are counted in fragments. On some file systems, such as FUSE, a block of `bsize` is many of them. */
export function diskSpaceOf({ frsize, bsize, blocks, bavail }: StatFigures): DiskSpace {
  const unit = frsize > 0 ? frsize : bsize;
  return { total: blocks * unit, free: bavail * unit };
}

export const reserveOf = ({ total }: Pick<DiskSpace, 'total'>): number => Math.min(MAX_RESERVE, total * MAX_SHARE);

/** Says how much is reserved, when the disk has less than that; null while there is room for files. */
export async function lackOfRoom(directory: string): Promise<string | null> {
  // The write itself tells whether there is room, should the free space be unreadable.
  const found = await statfs(directory).catch(() => null);
  if (found === null) return null;
  const space = diskSpaceOf(found);
  const reserve = reserveOf(space);
  return space.free < reserve
    ? `less than ${Math.ceil(reserve / MEGABYTE)} MB are free, which the event log keeps`
    : null;
}

/** @throws DiskRefusesWrites when the disk has less than its reserve left */
export async function requireReserve(directory: string): Promise<void> {
  const lack = await lackOfRoom(directory);
  if (lack !== null) throw new DiskRefusesWrites('blobs', lack, 'full');
}
