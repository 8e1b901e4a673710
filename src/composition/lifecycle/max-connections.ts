import { readFileSync } from 'node:fs';

/** The rest is for stores, threads, and connections to models and websites. */
const SHARE = 0.75;
const RESERVED_FILES = 256;
const FEWEST = 16;

/**
 * Connections that the limit of open files leaves room for; infinite where there is no limit, or the system does not tell it
 * (outside Linux).
 */
export function maxConnections(): number {
  const files = maxOpenFiles();
  return Math.max(FEWEST, Math.floor(Math.min(files * SHARE, files - RESERVED_FILES)));
}

/** Node has raised the soft limit to the hard one. */
function maxOpenFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
