import { maxOpenFiles } from './open-file-limit.ts';

/** The rest is for stores, threads, and connections to models and websites. */
const SHARE = 0.75;
const RESERVED_FILES = 256;
const FEWEST = 16;

/** Connections that the limit of open files leaves room for; infinite without one. */
export function maxConnections(): number {
  const files = maxOpenFiles();
  return Math.max(FEWEST, Math.floor(Math.min(files * SHARE, files - RESERVED_FILES)));
}
