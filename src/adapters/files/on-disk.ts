import { errorCode } from '../../lib/thrown.ts';
import { DiskRefusesWrites } from '../../ports/store-unavailable.ts';

/**
 * For our own files only: a caller's socket errors have codes too.
 * @throws DiskRefusesWrites for ENOSPC, EDQUOT, EFBIG, EROFS and EIO, which a retry may survive
 */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error);
  }
}

export function asUnavailable(error: unknown): unknown {
  const code = errorCode(error);
  return code === undefined ? error : new DiskRefusesWrites('blobs', `the disk refuses (${code})`, { cause: error });
}
