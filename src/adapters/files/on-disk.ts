import { errorCode } from '../../lib/thrown.ts';
import { DiskRefusesWrites, StoreUnavailable } from '../../ports/store-unavailable.ts';
import { refusalOf } from './disk-refusal.ts';

/**
 * Wraps work on our own files only: a caller's socket errors have codes too.
 * @throws DiskRefusesWrites for ENOSPC, EDQUOT, EFBIG, EROFS and EIO; StoreUnavailable for other codes, such as EMFILE
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
  if (code === undefined) return error;
  const refusal = refusalOf(error);
  if (refusal === null) return new StoreUnavailable('blobs', `a file cannot be used (${code})`, { cause: error });
  return new DiskRefusesWrites('blobs', `the disk refuses (${code})`, refusal, { cause: error });
}
