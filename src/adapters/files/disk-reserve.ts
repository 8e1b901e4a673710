/** Room on the disk that stored files leave free: a file can be refused, an event of the log should not be. */
import { statfs } from 'node:fs/promises';
import { DiskRefusesWrites } from '../../ports/store-unavailable.ts';
import { onDisk } from './on-disk.ts';

const MEGABYTE = 1024 * 1024;
const MAX_RESERVE = 256 * MEGABYTE;
/** Of the whole disk, because a small one would be all reserve. */
const MAX_SHARE = 0.05;

export interface DiskSpace {
  /** Bytes. */
  readonly total: number;
  /** Bytes that this process may use. */
  readonly free: number;
}

export const reserveOf = ({ total }: Pick<DiskSpace, 'total'>): number => Math.min(MAX_RESERVE, total * MAX_SHARE);

/** @throws DiskRefusesWrites when the disk has less than its reserve left */
export async function requireReserve(directory: string): Promise<void> {
  const { bsize, blocks, bavail } = await onDisk(() => statfs(directory));
  const space = { total: blocks * bsize, free: bavail * bsize };
  const reserve = reserveOf(space);
  if (space.free >= reserve) return;
  const megabytes = Math.ceil(reserve / MEGABYTE);
  throw new DiskRefusesWrites('blobs', `less than ${megabytes} MB are free, which the event log keeps`, 'full');
}
