import { type Unzipped, unzipSync } from 'fflate';
import { damaged, Unreadable } from '../../unreadable.ts';

/** Bounds all unpacked parts together. */
const MAX_UNZIPPED_BYTES = 96 * 1024 * 1024;
/** A file that unpacks to more may not exceed so many times its size. Office files of long uniform tables reach 170. */
const UNZIPPED_ALLOWANCE = 8 * 1024 * 1024;
const MAX_UNZIPPED_RATIO = 200;
const MAX_ENTRIES = 10_000;

/**
 * Guards against zip bombs: declared sizes are added up before inflating, and no entry can outgrow its declared size.
 * @throws Unreadable
 */
export function unzipWanted(bytes: Uint8Array, wanted: (name: string) => boolean): Unzipped {
  const most = Math.min(MAX_UNZIPPED_BYTES, UNZIPPED_ALLOWANCE + bytes.byteLength * MAX_UNZIPPED_RATIO);
  let total = 0;
  let entries = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        if (entries > MAX_ENTRIES) throw new Unreadable('The document holds too many parts to be read');
        if (!wanted(name)) return false;
        total += originalSize;
        if (total > most) throw new Unreadable('The document is too large to be read once unpacked');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw damaged('it cannot be unpacked');
  }
}
