import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

/**
 * A file system in memory for the running test; null, with the reason, where this machine lets nobody mount one.
 * @param limits options of tmpfs, as `size=24m` or `nr_inodes=10`
 */
export function smallFileSystem(limits: string): string | null {
  const directory = temporaryDirectory();
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', limits, 'tmpfs', directory], { stdio: 'pipe' });
  } catch (error) {
    console.log(`No file system can be mounted here: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    return null;
  }
  onTestFinished(() => void execFileSync('/bin/umount', ['--lazy', directory]));
  return directory;
}
