import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MoveMarker } from '../../ports/movable.ts';
import { errorCode, syncDirectory } from './durable.ts';

const FILE = 'move.json';

/** One process writes a folder at a time (see DataDirLock). */
export function fileMoveMarker(directory: string): MoveMarker {
  const path = join(directory, FILE);
  return {
    async read() {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async write(text) {
      const temporary = `${path}.new`;
      await rm(temporary, { force: true });
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      await syncDirectory(directory);
    },
  };
}
