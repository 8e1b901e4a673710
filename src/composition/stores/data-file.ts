import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';

const REMEDIES: Readonly<Record<string, string>> = {
  // A restore leaves it out.
  'documents.db': ', and start the service once, which builds this file',
  'master.key': ', or MASTER_KEY to its key',
};

const EMPTY_REMEDIES: Readonly<Record<string, string>> = {
  'documents.db': 'Start the service once, which builds this file.',
};
const RESTORE = 'Restore the data folder from a backup (npm run restore -- DIR).';

export class DataFileMissing extends Error {
  override readonly name = 'DataFileMissing';
  constructor(directory: string, name: string) {
    super(`There is no ${name} in ${directory}. Set DATA_DIR to the folder of the service${REMEDIES[name] ?? ''}.`);
  }
}

/** @throws DataFileMissing; Error when this user may not read the file, or nothing is in it */
export function requireDataFile(directory: string, name: string): void {
  const path = join(directory, name);
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new DataFileMissing(directory, name);
    throw new Error(`${path} cannot be read (${code}). Run the command as the user of the service.`, { cause: error });
  }
  // SQLite would take it for a new database.
  if (statSync(path).size === 0) throw new Error(`${path} is empty. ${EMPTY_REMEDIES[name] ?? RESTORE}`);
}
