import { type Unzipped, unzipSync } from 'fflate';
import { damaged, Unreadable } from './unreadable.ts';

/** More than any honest document holds of text. */
const MAX_UNZIPPED_BYTES = 96 * 1024 * 1024;
const MAX_ENTRIES = 10_000;

/**
 * The wanted entries of a zip. Each is inflated into a buffer of the size that the directory declares and cannot grow beyond it,
 * and the declared sizes are added up first: a bomb ends here, whatever it claims.
 * @throws Unreadable
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): Unzipped {
  let total = 0;
  let entries = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        if (entries > MAX_ENTRIES) throw new Unreadable('The document holds too many parts to be read');
        if (!wanted(name)) return false;
        total += originalSize;
        if (total > MAX_UNZIPPED_BYTES) throw new Unreadable('The document is too large to be read once unpacked');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw damaged('it cannot be unpacked');
  }
}
