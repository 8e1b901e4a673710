/** A disk that is full, at a size limit or failing, in one sentence for operators. */
import { isUnwritten } from '../../adapters/sqlite/thread/failure.ts';
import { errorCode } from '../../lib/thrown.ts';
import { DiskRefusesWrites } from '../../ports/store-unavailable.ts';

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/**
 * Runs a step that writes to a place.
 * @param then what to do once there is room, as a clause
 * @throws DiskFull, which names the place, when the disk refuses a write; whatever else the step throws
 */
export async function requireRoom<Result>(place: string, then: string, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Error && isRefusal(error))) throw error;
    const message = `The disk of ${place} is full or fails (${error.message}): make room on it, and ${then}.`;
    throw new DiskFull(message, { cause: error });
  }
}

function isRefusal(error: Error): boolean {
  if (error instanceof DiskRefusesWrites || FULL_CODES.has(errorCode(error) ?? '')) return true;
  return 'errcode' in error && isUnwritten({ errcode: Number(error.errcode) });
}
