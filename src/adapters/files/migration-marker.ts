import { join } from 'node:path';
import type { MigrationMarker } from '../../ports/migration/migrated-tables.ts';
import { readFileIfAny, replaceFile } from './durable.ts';

const FILE = 'move.json';

/** One process writes a folder at a time (see DataDirLock). */
export function fileMigrationMarker(directory: string): MigrationMarker {
  const path = join(directory, FILE);
  return { read: () => readFileIfAny(path), write: (text) => replaceFile(path, text) };
}
