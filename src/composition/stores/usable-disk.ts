/** A full or failing disk, in one sentence for operators. */
import { refusalOf } from '../../adapters/files/disk-refusal.ts';
import { diskRefusalOf } from '../../adapters/sqlite/thread/failure.ts';
import { type DiskRefusal, DiskRefusesWrites } from '../../ports/store-unavailable.ts';

export class DiskUnusable extends Error {
  override readonly name = 'DiskUnusable';
}

/** SQLite reports a full disk as an I/O error too, where it cannot grow its shared memory. */
const ADVICE: Readonly<Record<DiskRefusal, { readonly state: string; readonly remedy: string }>> = {
  full: { state: 'is full', remedy: 'make room on it' },
  failing: { state: 'fails', remedy: 'check it, its free space and limits on the size of files' },
};

/**
 * @param then clause that says what to do once the disk is usable
 * @throws DiskUnusable, which names the place, when the disk refuses; whatever else the step throws
 */
export async function requireUsableDisk<Result>(
  place: string,
  then: string,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    const refusal = diskRefusalIn(error);
    if (refusal === null) throw error;
    throw new DiskUnusable(`${diskSentence(place, refusal, error)}, and ${then}.`, { cause: error });
  }
}

/** Names the place, the reason and the remedy, without a full stop. */
export function diskSentence(place: string, refusal: DiskRefusal, error: unknown): string {
  const { state, remedy } = ADVICE[refusal];
  return `The disk of ${place} ${state} (${error instanceof Error ? error.message : error}): ${remedy}`;
}

/** Returns null when the disk is not the reason. */
export function diskRefusalIn(error: unknown): DiskRefusal | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof DiskRefusesWrites) return error.refusal;
  return refusalOf(error) ?? ('errcode' in error ? diskRefusalOf({ errcode: Number(error.errcode) }) : null);
}
