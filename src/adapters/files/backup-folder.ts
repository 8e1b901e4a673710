import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Written last, so that a folder without it is no backup. */
export const MANIFEST = 'manifest.json';
/** Checksums of every other file, in the format of `sha256sum`. */
export const CHECKSUMS = 'SHA256SUMS';

/** A folder with a lock file is a data folder, which a service has used: a backup may have been copied into it. */
export const isBackup = (directory: string): boolean =>
  [MANIFEST, CHECKSUMS].every((name) => existsSync(join(directory, name))) && !existsSync(join(directory, 'lock.db'));
