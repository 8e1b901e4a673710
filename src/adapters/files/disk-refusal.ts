import { errorCode } from '../../lib/thrown.ts';
import type { DiskRefusal } from '../../ports/store-unavailable.ts';

const REFUSALS: Readonly<Record<string, DiskRefusal>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EIO: 'failing',
  EROFS: 'failing',
};

/** Returns null for an error of another kind. */
export function refusalOf(error: unknown): DiskRefusal | null {
  return REFUSALS[errorCode(error) ?? ''] ?? null;
}
