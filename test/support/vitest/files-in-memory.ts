/**
 * Keeps the files of all tests in memory where there is room, since each of their thousands of commits would wait for the disk. What a
 * killed process wrote stays there as it stays in the disk's cache.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A whole run holds some 100 MB at once. Containers often give 64. */
const NEEDED_BYTES = 2_000_000_000;

/** Once a run, before its test processes start and inherit the variable. A TMPDIR that is set stays. */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined;
  const directory = mkdtempSync(join(MEMORY, 'chatledger-tests-'));
  // As the system's own: some tests run programs as another user.
  chmodSync(directory, 0o1777);
  process.env.TMPDIR = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    // Tests run programs and native add-ons from there.
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY);
    return bavail * bsize >= NEEDED_BYTES && mount !== undefined && !mount.includes('noexec');
  } catch {
    return false;
  }
}
