import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the data folder that a command needs does not exist. */
export class DataFileMissing extends Error {
  override readonly name = 'DataFileMissing';
  constructor(directory: string, name: string) {
    super(`There is no ${name} in ${directory}. Set DATA_DIR to the folder of the service.`);
  }
}

/** @throws DataFileMissing */
export function requireDataFile(directory: string, name: string): void {
  if (!existsSync(join(directory, name))) throw new DataFileMissing(directory, name);
}
