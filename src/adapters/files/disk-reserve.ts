/** Stored files leave disk space free: a file can be refused, an event of the log should not be. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { DiskRefusesWrites } from '../../ports/store-unavailable.ts';
import { type DiskSpace, lackingReserve } from '../shared/disk-reserve.ts';

const MAX_RESERVE_MEGABYTES = 256;

type StatFigures = Pick<StatsFs, 'frsize' | 'bsize' | 'blocks' | 'bavail'>;

/** Blocks are counted in fragments. On some file systems, such as FUSE, a block of `bsize` is many of them. */
export function diskSpaceOf({ frsize, bsize, blocks, bavail }: StatFigures): DiskSpace {
  const unit = frsize > 0 ? frsize : bsize;
  return { total: blocks * unit, free: bavail * unit };
}

/** Says how much is reserved, when the disk has less than that; null while there is room for files. */
export async function lackOfRoom(directory: string): Promise<string | null> {
  // The write itself tells whether there is room, should the free space be unreadable.
  const found = await statfs(directory).catch(() => null);
  if (found === null) return null;
  const lacking = lackingReserve(diskSpaceOf(found), MAX_RESERVE_MEGABYTES);
  return lacking === null ? null : `less than ${lacking} MB are free, which the event log keeps`;
}

/** @throws DiskRefusesWrites when the disk has less than its reserve left */
export async function requireReserve(directory: string): Promise<void> {
  const lack = await lackOfRoom(directory);
  if (lack !== null) throw new DiskRefusesWrites('blobs', lack, 'full');
}
