import { join } from 'node:path';
import type { MoveMarker } from '../../ports/movable.ts';
import { readFileIfAny, replaceFile } from './durable.ts';

const FILE = 'move.json';

/** One process writes a folder at a time (see DataDirLock). */
export function fileMoveMarker(directory: string): MoveMarker {
  const path = join(directory, FILE);
  return { read: () => readFileIfAny(path), write: (text) => replaceFile(path, text) };
}
